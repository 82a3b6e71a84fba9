import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openCountries } from '../enrich/country';
import { openEnricher } from '../enrich/enricher';
import { readLogLines } from '../ingest/log-lines';
import { batchOf } from '../testing/batch';
import { type DuckdbStore, openDuckdbStore } from './duckdb';
import { type IngestBatch, ROW_GROUP } from './store';

/** Batches that are stored together, as the ingest command sends them. */
const BATCHES = 4;
const GROUPS = 5;

const captured = gunzipSync(readFileSync('fixtures/traffic/nginx-access.json.gz')).toString().trim().split('\n');
const enricher = openEnricher(openCountries())();
const ownersOf = async (hosts: readonly string[]) => hosts.map(() => ({ oem_id: 'acme', domain_id: 'dom_1' }));

/** The captured lines again and again, each with a request id of its own. */
const linesOf = (batch: number) =>
  Array.from({ length: ROW_GROUP / BATCHES }, (_, i) =>
    (captured[i % captured.length] as string).replace(
      /"request_id":"[^"]*"/,
      `"request_id":"${String(batch).padStart(16, '0')}${String(i).padStart(16, '0')}"`,
    ),
  ).join('\n');

async function readBatch(store: DuckdbStore, batch: number): Promise<IngestBatch> {
  const lines = await store.readLines(Buffer.from(linesOf(batch)), 0);
  const header = { batch_id: '', format: 'nginx_json', file: '', first_line: 1, shift_ms: 0, hosts: {} } as const;
  const { known } = await readLogLines({ header, lines: lines.odd, values: lines.values }, { enricher, ownersOf });
  await lines.know(known);
  return batchOf([], { lines });
}

const readGroup = (store: DuckdbStore, group: number) =>
  Promise.all(Array.from({ length: BATCHES }, (_, i) => readBatch(store, group * BATCHES + i)));

it('has four full batches in memory while four are stored, and moves nothing to the disk', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'parapet-memory-')), 'events.duckdb');
  const store = await openDuckdbStore(file);
  let group = await readGroup(store, 0);
  for (let next = 1; next <= GROUPS; next++) {
    const [stored, read] = await Promise.all([store.insert(group), readGroup(store, next)]);
    expect(stored.map((result) => result.stored)).toEqual(Array(BATCHES).fill(ROW_GROUP / BATCHES));
    group = read;
  }
  expect(existsSync(`${file}.tmp`), 'a file of what did not fit').toBe(false);
  await store.close();
});
