import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DuckdbEngine } from './duckdb-engine';
import { ROW_GROUP, StoreInUse } from './store';

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
