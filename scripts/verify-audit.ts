/** `npm run verify-audit`: recomputes the hash chains of operations and sign-ins. Exit code 0 sound, 1 broken, 2 could not look. */
import { existsSync } from 'node:fs';
import { CHAINS, type ChainName, type Verdict, verifyStore } from '@/lib/audit/chain';
import { ConfigError, readConfig } from '@/lib/config/env';
import { type Db, openStore, storeFile } from '@/lib/db/store';

async function run(): Promise<number> {
  const config = readConfig();
  if (!config.DATABASE_URL && !existsSync(storeFile(config.DATA_DIR))) {
    throw new ConfigError(`DATA_DIR: there is no store in ${config.DATA_DIR}`);
  }
  const store = openStore({ folder: config.DATA_DIR, databaseUrl: config.DATABASE_URL });
  try {
    let isSound = true;
    for (const chain of CHAINS) {
      const verdict = await verifyStore(store, chain);
      process.stdout.write(`${chain}: ${await wordsFor(chain, verdict, store.read)}\n`);
      isSound &&= verdict.broken === undefined;
    }
    return isSound ? 0 : 1;
  } finally {
    await store.close();
  }
}

/** A row in words: when, who, what. */
async function rowInWords(chain: ChainName, id: number, db: Db): Promise<string | undefined> {
  const said = (ctime: number, ...words: string[]) =>
    `row ${id} (${[new Date(ctime).toISOString(), ...words].join(', ')})`;
  if (chain === 'operations') {
    const row = await db.selectFrom('audit_logs').selectAll().where('id', '=', id).executeTakeFirst();
    return row && said(row.ctime, row.actor_name || 'nobody', row.action);
  }
  const row = await db.selectFrom('login_records').selectAll().where('id', '=', id).executeTakeFirst();
  return row && said(row.ctime, row.user_name || 'nobody', row.failure_reason || 'signed in');
}

async function wordsFor(chain: ChainName, { rows, broken, last }: Verdict, db: Db): Promise<string> {
  if (broken === undefined) return `${rows} rows, each follows from the one before it`;
  const what = await rowInWords(chain, broken, db);
  const sound = `${rows} rows are sound`;
  if (what === undefined)
    return `${sound}; the log does not end where it should: what followed was cut off, or its end mark was changed`;
  if (broken > last + 1) return `${sound}; rows are missing before ${what}`;
  return `${sound}; ${what} was changed, or is not the row that was written after row ${last}`;
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
