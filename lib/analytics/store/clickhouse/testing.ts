import { Engine } from '@/test/clickhouse/engine';
import { Connection } from './connection';

/** An engine of its own with an empty database, and a connection to it. */
export async function startDatabase() {
  const engine = await Engine.start();
  const connection = new Connection(engine.url);
  return {
    url: engine.url,
    connection,
    async close() {
      await connection.close();
      await engine.remove();
    },
  };
}
export type Database = Awaited<ReturnType<typeof startDatabase>>;
