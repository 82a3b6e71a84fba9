import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it, vi } from 'vitest';
import { FreedMemory } from './duckdb-freed';

const LIMIT = '208.0 MB';
const rssMb = () => process.memoryUsage().rss / 1e6;

/** An engine that has had a hundred megabytes in use and has them no more. */
async function usedEngine() {
  const engine = await DuckDBInstance.create(':memory:', { memory_limit: LIMIT, threads: '1' });
  const connection = await engine.connect();
  await connection.run('SELECT count(*) FROM (SELECT DISTINCT md5(r::VARCHAR) AS m FROM range(900000) AS t(r))');
  return { engine, connection };
}

it('what the engine has freed goes back to the system, and the limit stays', async () => {
  const { connection } = await usedEngine();
  const [before] = (await connection.runAndReadAll("SELECT current_setting('memory_limit')")).getRows();
  const freed = new FreedMemory(connection, LIMIT, () => undefined);
  const kept = rssMb();
  await freed.giveBack();
  expect(rssMb()).toBeLessThan(kept - 30);
  expect((await connection.runAndReadAll("SELECT current_setting('memory_limit')")).getRows()[0]).toEqual(before);
  await freed.close();
});

it('does so every half a minute until it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { connection } = await usedEngine();
  const run = vi.spyOn(connection, 'run');
  const problems: unknown[] = [];
  const freed = new FreedMemory(connection, LIMIT, (error) => problems.push(error));
  vi.advanceTimersByTime(59_000);
  expect(run).toHaveBeenCalledTimes(1);
  run.mockRejectedValueOnce(new Error('not now'));
  vi.advanceTimersByTime(1_000);
  await freed.close();
  expect(problems).toEqual([new Error('not now')]);
  vi.advanceTimersByTime(120_000);
  expect(run).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
