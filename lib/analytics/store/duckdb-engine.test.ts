import { expect, it } from 'vitest';
import { DuckdbEngine } from './duckdb-engine';
import { StoreInUse } from './store';

it('takes no complaint about blocks for a file that another process has', async () => {
  const refused = await DuckdbEngine.open(':memory:', { no_such_block: '1' }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Error);
  expect((refused as Error).message).toContain('no_such_block');
  expect(refused).not.toBeInstanceOf(StoreInUse);
});
