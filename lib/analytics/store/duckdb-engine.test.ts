import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyDuckdb } from './duckdb-copy';
import { DuckdbEngine, SMALL_BLOCK } from './duckdb-engine';
import { ROW_GROUP, StoreInUse } from './store';
import { inFile } from './testing/engine-file';

it('takes no complaint about blocks for a file that another process has', async () => {
  const refused = await DuckdbEngine.open(':memory:', { no_such_block: '1' }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Error);
  expect((refused as Error).message).toContain('no_such_block');
  expect(refused).not.toBeInstanceOf(StoreInUse);
});

it('writes a full group of events to its place at once, and packs it alone', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'parapet-events-')), 'events.duckdb');
  const engine = await DuckdbEngine.open(file, {});
  const connection = await engine.connect();
  await connection.run('CREATE TABLE t (n BIGINT)');
  await connection.run('CHECKPOINT');
  for (let group = 0; group < 3; group++) await connection.run(`INSERT INTO t SELECT range FROM range(${ROW_GROUP})`);
  const packed = await connection.runAndReadAll(
    `SELECT count::INTEGER FROM pragma_storage_info('t') WHERE segment_type = 'BIGINT' AND persistent ORDER BY row_group_id`,
  );
  expect(packed.getRows()).toEqual([[ROW_GROUP], [ROW_GROUP], [ROW_GROUP]]);
  expect((await stat(`${file}.wal`)).size).toBeLessThan(ROW_GROUP);
  engine.close();
});

const blockBytesOf = async (file: string) => {
  const engine = await DuckdbEngine.open(file, {});
  const bytes = await engine.blockBytes();
  engine.close();
  return bytes;
};

it('packs texts of a new file in one way', async () => {
  const engine = await DuckdbEngine.open(join(await mkdtemp(join(tmpdir(), 'parapet-events-')), 'events.duckdb'), {});
  const connection = await engine.connect();
  await connection.run(`CREATE TABLE t AS SELECT 'text ' || range % 999 AS text FROM range(${ROW_GROUP})`);
  await connection.run('CHECKPOINT');
  const packed = await connection.runAndReadAll(
    "SELECT DISTINCT compression FROM pragma_storage_info('t') WHERE segment_type = 'VARCHAR'",
  );
  engine.close();
  expect(packed.getRows()).toEqual([['DICT_FSST']]);
});

it('makes files of small blocks, opens those of an earlier version, and copies them into new ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parapet-events-'));
  const [made, earlier, copy] = ['made', 'earlier', 'copy'].map((name) => join(folder, `${name}.duckdb`));
  if (!made || !earlier || !copy) throw new Error('no names');
  await inFile(earlier, (connection) =>
    connection.run("CREATE TABLE events (n BIGINT); CREATE TABLE meta AS SELECT 'schema_version' AS name, 1 AS value"),
  );
  expect(await blockBytesOf(made)).toBe(SMALL_BLOCK);
  expect(await blockBytesOf(earlier)).toBe(262_144);
  await copyDuckdb(earlier, copy);
  expect(await blockBytesOf(copy)).toBe(SMALL_BLOCK);
});
