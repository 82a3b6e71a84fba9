/** `npm run backup -- DIR`: what the stores hold now, into a new folder. Exit code 0 done, 2 could not. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '@/lib/backup/take';
import { readConfig } from '@/lib/config/env';

async function run(): Promise<string> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [dir] = positionals;
  if (dir === undefined || positionals.length > 1) throw new Error('name one folder: npm run backup -- DIR');
  const began = performance.now();
  const { tables, events, events_missing, kek_ids } = await backUp(readConfig(), path.resolve(dir));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return [
    `${rows} rows of ${tables.length} tables are in ${dir}, read back and sound (${seconds} s)`,
    events ? `${events.events} events are in it` : `Events are not in this backup: ${events_missing}`,
    ...kek_ids.map((id) => `The secret key ${id} is not in it: keep it elsewhere, nothing restored starts without it`),
  ].join('\n');
}

run().then(
  (result) => process.stdout.write(`${result}\n`),
  (error: Error & { code?: string }) => {
    process.stderr.write(`No backup was made: ${error.message || error.code}\n`);
    process.exitCode = 2;
  },
);
