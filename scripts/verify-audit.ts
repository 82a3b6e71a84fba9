/** `npm run verify-audit`: recomputes the hash chain of the audit log. Exit code 0 sound, 1 broken, 2 could not look. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Verdict, verifyStore } from '@/lib/audit/chain';
import { ConfigError, readConfig } from '@/lib/config/env';
import { type Db, openStore } from '@/lib/db/store';

async function run(): Promise<number> {
  const config = readConfig();
  if (!config.DATABASE_URL && !existsSync(path.join(config.DATA_DIR, 'parapet.db'))) {
    throw new ConfigError(`DATA_DIR: there is no store in ${config.DATA_DIR}`);
  }
  const store = openStore({ folder: config.DATA_DIR, databaseUrl: config.DATABASE_URL });
  try {
    const verdict = await verifyStore(store);
    process.stdout.write(`${await wordsFor(verdict, store.read)}\n`);
    return verdict.broken === undefined ? 0 : 1;
  } finally {
    await store.close();
  }
}

async function wordsFor({ rows, broken }: Verdict, db: Db): Promise<string> {
  if (broken === undefined) return `${rows} rows, each follows from the one before it`;
  const row = await db.selectFrom('audit_logs').selectAll().where('id', '=', broken).executeTakeFirst();
  const sound = `${rows} rows are sound`;
  if (!row)
    return `${sound}; the log does not end where it should: what followed was cut off, or its end mark was changed`;
  const what = `row ${broken} (${new Date(row.ctime).toISOString()}, ${row.actor_name || 'nobody'}, ${row.action})`;
  if (broken > rows + 1) return `${sound}; rows are missing before ${what}`;
  return `${sound}; ${what} was changed, or is not the row that was written after row ${rows}`;
}

run().then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    process.stderr.write(`The audit log cannot be read: ${error.message}\n`);
    process.exitCode = 2;
  },
);
