import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type DuckdbStore, openDuckdbStore } from '../store/duckdb';
import { everyRollup } from '../store/rollups';
import { type IngestBatch, NO_VALUES } from '../store/store';
import { testEnricher } from '../testing/accept';
import { FIXTURES, fixtureOwners } from '../testing/load';
import { unpackEvents } from './batch';
import { linesHeader } from './contract';
import { numberedLines, readLogLines } from './log-lines';

const captured = gunzipSync(readFileSync(FIXTURES.access)).toString('utf8').split('\n').slice(0, 4000);

const opened: DuckdbStore[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

const context = (refused: string) => ({
  enricher: testEnricher(),
  ownersOf: async (hosts: readonly string[]) =>
    hosts.map((host) => (host === refused ? undefined : fixtureOwners(host))),
});

/** Tables of lines that are not empty, and of what is known of their values. */
const tablesOfLines = (store: DuckdbStore) =>
  store.query(`SELECT table_name FROM duckdb_tables()
    WHERE database_name = 'known_values' OR (database_name LIKE 'lines_%' AND estimated_size > 0)`);

/** What the store holds after it was given lines, read as a set or one by one. */
async function stored(lines: string, asSet: boolean, given: object = {}, refused = '') {
  const store = await openDuckdbStore(':memory:');
  opened.push(store);
  const header = linesHeader.parse({ batch_id: 'b', format: 'nginx_json', file: 'a.log', ...given });
  const bytes = Buffer.from(lines);
  const set = asSet ? await store.readLines(bytes, header.shift_ms) : undefined;
  const log = { header, lines: set?.odd ?? bytes, values: set?.values ?? NO_VALUES };
  let read = await readLogLines(log, context(refused));
  if (set) {
    const taken = read.refusedHosts.length > 0 ? numberedLines(bytes, await set.takeHosts(read.refusedHosts)) : [];
    await set.know(read.known);
    if (taken.length > 0) {
      read = await readLogLines({ header, lines: [...set.odd, ...taken], values: NO_VALUES }, context(refused));
    }
  }
  const batch: IngestBatch = {
    oem_id: '',
    batch_id: 'b',
    events: read.packs.flatMap(unpackEvents),
    lines: set,
    rejected: read.rejected,
    reasons: read.reasons,
  };
  const [result] = await store.insert([batch]);
  const ofSet = set?.count ?? 0;
  const left = await tablesOfLines(store);
  await set?.drop();
  const rollups = everyRollup()
    .filter(({ grain }) => grain === '1h')
    .map(({ table }) => `SELECT '${table}' AS name, sum(requests)::DOUBLE AS n, count(*)::DOUBLE AS r FROM ${table}`);
  return {
    ofSet,
    result,
    events: await store.query('SELECT * REPLACE (event_id::VARCHAR AS event_id) FROM events ORDER BY event_id'),
    matches: await store.query('SELECT * REPLACE (event_id::VARCHAR AS event_id) FROM attack_details ORDER BY message'),
    rejected: await store.query('SELECT line::DOUBLE AS line, reason, text, file FROM rejected_lines ORDER BY line'),
    rollups: await store.query(rollups.join(' UNION ALL ')),
    left,
  };
}

/** A captured line with other fields. */
const like = (fields: object) =>
  JSON.stringify({ ...JSON.parse(captured[0] ?? ''), request_id: `odd${Math.random()}`, ...fields });

describe('lines of an nginx JSON log, read as a set', () => {
  it('are stored as they are when read one by one', async () => {
    const lines = captured.join('\n');
    const [set, single] = [await stored(lines, true), await stored(lines, false)];
    expect(set.ofSet).toBe(captured.length);
    expect(single.result).toMatchObject({ stored: captured.length });
    expect(set.result).toEqual(single.result);
    expect(set.events).toEqual(single.events);
    expect(set.rollups).toEqual(single.rollups);
    expect(set.left).toEqual([]);
  }, 60_000);

  it('are so whatever they hold, and are refused for the same reasons', async () => {
    const odd = [
      like({ user_agent: 'x'.repeat(600), args: '😀'.repeat(3000), host: 'SHOP.example.com:8080' }),
      like({ status: 700, upstream_response_time: '0.004, 0.006', upstream_status: '502, 200' }),
      like({ status: '-' }),
      like({ status: 2000 }),
      like({ bytes_sent: 2 ** 41 }),
      like({ status: '9000000000000000000', request_time: '999999999999999.999', msec: '999999999999999.999' }),
      like({ msec: '5' }),
      like({ msec: undefined }),
      like({ msec: undefined, time: 'yesterday' }),
      like({ request_time: 'never', request_length: '' }),
      like({ request_id: '', uri: '/no-id' }),
      like({ request_id: '-', uri: '/no-id-either' }),
      like({ uri: undefined, request: 'GET /from?line=1 HTTP/1.0' }),
      like({ uri: '/nul\u0000here', user_agent: null }),
      like({ referer: 'https://user@Example.COM:8443/x?y', ssl_protocol: 'TLSv1.3', node: '-' }),
      like({ limit_req_status: 'REJECTED', upstream_cache_status: 'STRANGE', request_time: 91.2345 }),
      like({ remote_addr: '-', client_ip: '8.8.8.8', method: 'X'.repeat(40) }),
      like({ status: 403, rule: 'IP list 41 of policy p-1' }),
      like({ status: 200, rule: 'IP list 41 of policy p-1' }),
      like({ status: 429, limit_req_status: 'REJECTED', rule: 'Rate limit 21 of policy p-1' }),
      like({ limit_req_status: 'PASSED', rule: 'Rate limit 21 of policy p-1' }),
      like({ status: 429, rule: 'Rate limit 1234567890 of policy p-1' }),
      like({ status: 403, rule: "IP list 41 of policy p'--" }),
      like({ status: 403, rule: `IP list 41 of policy ${'q'.repeat(128)}` }),
      like({ status: 403, rule: `IP list 41 of policy ${'q'.repeat(129)}` }),
      like({ status: 403, rule: '-' }),
      like({}).replace('"GET"', '"\\ud800"'),
      '{"broken"',
      '',
      '   ',
      '\u0001,\u0000"',
      captured[1] ?? '',
      captured[1] ?? '',
      `${captured[2]}\r`,
    ].join('\n');
    const given = { shift_ms: -5000, first_line: 11, hosts: { '*': 'shop.example.com' } };
    const [set, single] = [await stored(odd, true, given), await stored(odd, false, given)];
    expect(set.ofSet).toBeGreaterThan(5);
    expect(set.result).toEqual(single.result);
    expect(set.events).toEqual(single.events);
    expect(set.rejected).toEqual(single.rejected);
    expect(set.rejected.map(({ reason }) => reason)).toContain('out_of_range');
    expect(set.rollups).toEqual(single.rollups);
    expect(set.matches).toEqual(single.matches);
    expect(set.matches.map(({ message }) => message)).toEqual([
      'IP list 41 of policy p-1',
      `IP list 41 of policy ${'q'.repeat(128)}`,
      'Rate limit 21 of policy p-1',
    ]);
  });

  it('are forgotten where they are not stored', async () => {
    const store = await openDuckdbStore(':memory:');
    opened.push(store);
    const set = await store.readLines(Buffer.from(like({})), 0);
    expect(await tablesOfLines(store)).toHaveLength(1);
    await set.drop();
    expect(await tablesOfLines(store)).toEqual([]);
  });

  it('are refused by the line for hosts of others', async () => {
    const lines = [like({}), like({ host: 'pay.example.net' }), like({ host: 'PAY.example.net:443' })].join('\n');
    const set = await stored(lines, true, {}, 'pay.example.net');
    expect(set.result).toMatchObject({ stored: 1, rejected: 2, reasons: { foreign_host: 2 }, kept: 2 });
    expect(set.rejected).toMatchObject([
      { line: 2, reason: 'foreign_host', file: 'a.log' },
      { line: 3, reason: 'foreign_host' },
    ]);
  });

  it('keep what is known of them where lines between them are refused', async () => {
    const lines = captured.map((line, i) => {
      const fields = { ...JSON.parse(line), ...(i % 3 === 0 ? { host: 'pay.example.net' } : {}) };
      return i % 50 === 7 ? '{"broken"' : JSON.stringify(fields);
    });
    const given = [{}, 'pay.example.net'] as const;
    const set = await stored(lines.join('\n'), true, ...given);
    const single = await stored(lines.join('\n'), false, ...given);
    expect(set.ofSet).toBeGreaterThan(2000);
    expect(set.result).toEqual(single.result);
    expect(set.events).toEqual(single.events);
  }, 60_000);
});
