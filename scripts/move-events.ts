/**
 * `npm run move-events`: carries the events of DATA_DIR into the database that CLICKHOUSE_URL names. Exit code 0 done, 2
 * not all: the next run goes on. Nothing may have the events open meanwhile.
 */
import { eventsFile } from '@/lib/analytics/open';
import { moveEvents } from '@/lib/analytics/store/clickhouse/move';
import { readConfig } from '@/lib/config/env';

async function run(): Promise<void> {
  const { DATA_DIR, CLICKHOUSE_URL } = readConfig();
  if (!CLICKHOUSE_URL) throw new Error('CLICKHOUSE_URL must name the database that they go to');
  await moveEvents(eventsFile(DATA_DIR), CLICKHOUSE_URL, ({ table, rows }) => {
    process.stdout.write(`${table}: ${rows} rows\n`);
  });
}

run().catch((error: Error & { code?: string }) => {
  process.stderr.write(`Not all events were moved: ${error.message || error.code}\n`);
  process.exitCode = 2;
});
