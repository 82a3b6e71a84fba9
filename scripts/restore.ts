/**
 * `npm run restore -- DIR [--without-events]`: a backup into empty stores, of either kind. Exit code 0 done, 2 could
 * not.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Manifest } from '@/lib/backup/manifest';
import { restore } from '@/lib/backup/restore';
import { type Config, readConfig } from '@/lib/config/env';
import { readKeys } from '@/lib/seal/key-file';

async function run(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'without-events': { type: 'boolean', default: false } },
  });
  const [dir] = positionals;
  if (dir === undefined || positionals.length > 1) {
    throw new Error('name one folder: npm run restore -- DIR [--without-events]');
  }
  const config = readConfig();
  const { manifest, withEvents } = await restore(config, path.resolve(dir), values['without-events']);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const place = config.DATABASE_URL ? 'the database' : config.DATA_DIR;
  return [
    `${rows} rows of ${manifest.tables.length} tables, as they were at ${manifest.taken_at}, are in ${place}`,
    withEvents ? `${manifest.events?.events} events are restored` : 'No events are restored',
    ...(manifest.kek_ids.length > 0 ? [wordsForKey(config, manifest)] : []),
  ].join('\n');
}

/** Which secret key a start will ask for, and whether it is at hand. */
function wordsForKey(config: Config, { kek_ids }: Manifest): string {
  const atHand = keysAtHand(config);
  const missing = kek_ids.filter((kek_id) => !atHand.includes(kek_id));
  if (missing.length === 0) return `The secret key ${kek_ids.join(' and ')} is at hand`;
  return `Before the start give the secret key ${missing.join(' and ')} (SECRET_KEY or DATA_DIR/secret.key); nothing starts without it`;
}

function keysAtHand(config: Config): string[] {
  try {
    return (readKeys(config) ?? []).map((key) => key.kek_id);
  } catch {
    return [];
  }
}

run().then(
  (result) => process.stdout.write(`${result}\n`),
  (error: Error & { code?: string }) => {
    process.stderr.write(`Nothing was restored: ${error.message || error.code}\n`);
    process.exitCode = 2;
  },
);
