import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DuckdbStore, openDuckdbStore } from './duckdb';

let store: DuckdbStore;
beforeEach(async () => {
  store = await openDuckdbStore(':memory:');
});
afterEach(() => store.close());

const LINES = 4_000;

const NOTHING_KNOWN = {
  hosts: { raw: '[]', host: '[]', oem_id: '[]', domain_id: '[]' },
  addresses: { raw: '[]', country: '[]', asn: '[]' },
  agents: { raw: '[]', ua_class: '[]', ua_name: '[]' },
  referers: { raw: '[]', referer_host: '[]' },
};

/** Lines whose request ids begin with `name`. */
const linesOf = (name: string) =>
  Buffer.from(
    Array.from({ length: LINES }, (_, i) =>
      JSON.stringify({ msec: '1795160231.201', request_id: `${name}${i}`, uri: `/${'x'.repeat(300)}`, status: 200 }),
    ).join('\n'),
  );

const tables = () =>
  store.query("SELECT database_name FROM duckdb_tables() WHERE database_name LIKE 'lines_%' AND table_name = 'lines'");

async function bytesInMemory(): Promise<number> {
  const [row] = await store.query(
    "SELECT sum(memory_usage_bytes)::DOUBLE AS bytes FROM duckdb_memory() WHERE tag = 'IN_MEMORY_TABLE'",
  );
  return Number(row?.bytes);
}

const idsOf = async (sql: string) =>
  (await store.query(`SELECT min(request_id) AS first, count(*)::DOUBLE AS n FROM (${sql})`))[0];

it('reads one batch after another into the same table, whose memory is given back in between', async () => {
  const before = await bytesInMemory();
  for (const name of ['a', 'b', 'c']) {
    const lines = await store.readLines(linesOf(name), 0);
    expect(lines.count).toBe(LINES);
    const [{ database_name } = {}] = await tables();
    expect(await idsOf(`SELECT request_id FROM ${database_name}.lines`)).toEqual({ first: `${name}0`, n: LINES });
    expect(await bytesInMemory()).toBeGreaterThan(before + 300 * LINES);
    await lines.drop();
    expect(await bytesInMemory()).toBeLessThanOrEqual(before);
  }
  expect(await tables()).toHaveLength(1);
});

it('has as many tables as there are batches at a time, each with its own lines, shift and node', async () => {
  const [a, b] = [await store.readLines(linesOf('a'), 0, 'node-1'), await store.readLines(linesOf('b'), 5_000)];
  expect(await tables()).toHaveLength(2);
  const read = [a, b].map(async (lines) => {
    await lines.know(NOTHING_KNOWN);
    const events = lines.select(['request_id', 'node_id', 'time', 'source_time']);
    return store.query(
      `SELECT DISTINCT left(request_id, 1) AS name, node_id, (time - source_time)::DOUBLE AS shift FROM (${events})`,
    );
  });
  expect(await Promise.all(read)).toEqual([
    [{ name: 'a', node_id: 'node-1', shift: 0 }],
    [{ name: 'b', node_id: '', shift: 5_000 }],
  ]);
  await a.drop();
  await b.drop();
});

it('is as good as new after lines that the engine cannot read', async () => {
  await expect(store.readLines(Buffer.from([0x22, 0xff, 0xfe, 0x0a]), 0)).rejects.toThrow();
  const lines = await store.readLines(linesOf('a'), 0);
  expect(lines.count).toBe(LINES);
  expect(await tables()).toHaveLength(1);
  await lines.drop();
});

it('answers nothing of lines that are forgotten, as others may be where they were', async () => {
  const lines = await store.readLines(linesOf('a'), 0);
  await lines.drop();
  expect(() => lines.select(['time'])).toThrow('forgotten');
  expect(() => lines.selectMatches()).toThrow('forgotten');
});
