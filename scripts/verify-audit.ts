/**
 * `npm run verify-audit`: recomputes the hash chains of operations and sign-ins and names broken rows. With
 * `-- --acknowledge REASON` signed notes are written that name them. Exit code 0 sound, 1 broken, 2 could not read.
 */
import { existsSync } from 'node:fs';
import { acknowledgeBreaks } from '@/lib/audit/acknowledge';
import { CHAINS, type ChainName } from '@/lib/audit/chain';
import { type Verdict, verifyStore } from '@/lib/audit/verify';
import type { Break } from '@/lib/audit/walk';
import { ConfigError, readConfig } from '@/lib/config/env';
import { migrate } from '@/lib/db/migrate';
import { type Db, openStore, storeFile } from '@/lib/db/store';
import { openSeal } from '@/lib/seal/open';

async function run(acknowledged: string | undefined): Promise<number> {
  const config = readConfig();
  if (!config.DATABASE_URL && !existsSync(storeFile(config.DATA_DIR))) {
    throw new ConfigError(`DATA_DIR: there is no store in ${config.DATA_DIR}`);
  }
  const store = openStore({ folder: config.DATA_DIR, databaseUrl: config.DATABASE_URL });
  try {
    await migrate(store);
    const seal = await openSeal(store, config);
    let isSound = true;
    for (const chain of CHAINS) {
      if (acknowledged !== undefined) await acknowledgeBreaks(store, seal, chain, acknowledged);
    }
    for (const chain of CHAINS) {
      const verdict = await verifyStore(store, seal, chain);
      process.stdout.write(`${chain}: ${(await wordsFor(chain, verdict, store.read)).join('\n  ')}\n`);
      isSound &&= verdict.broken_rows === 0;
    }
    return isSound ? 0 : 1;
  } finally {
    await store.close();
  }
}

/** Why broken rows are acknowledged; undefined where that was not asked for. */
function reasonOf(args: readonly string[]): string | undefined {
  const [option, reason = '', ...rest] = args;
  if (option === undefined) return undefined;
  if (option !== '--acknowledge' || reason.trim() === '' || rest.length > 0) {
    throw new ConfigError("expected nothing, or --acknowledge 'why these rows are broken'");
  }
  return reason;
}

/** A row in words: when, who, what. */
async function rowInWords(chain: ChainName, id: number, db: Db): Promise<string | undefined> {
  const said = (ctime: number, ...words: string[]) =>
    `row ${id} (${[new Date(ctime).toISOString(), ...words].join(', ')})`;
  if (chain === 'operations') {
    const row = await db
      .selectFrom('audit_logs')
      .select(['ctime', 'actor_name', 'action'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row && said(row.ctime, row.actor_name || 'nobody', row.action);
  }
  const row = await db.selectFrom('login_records').selectAll().where('id', '=', id).executeTakeFirst();
  return row && said(row.ctime, row.user_name || 'nobody', row.failure_reason || 'signed in');
}

async function wordsOf(chain: ChainName, { id, after }: Break, db: Db): Promise<string> {
  const what = await rowInWords(chain, id, db);
  if (what === undefined)
    return 'the log does not end where it should: what followed was cut off, or its end mark was changed';
  if (id > after + 1) return `rows are missing before ${what}`;
  return `${what} was changed, or is not the row that was written after row ${after}`;
}

async function wordsFor(chain: ChainName, verdict: Verdict, db: Db): Promise<string[]> {
  const { rows, first, breaks, broken_rows, acknowledged_rows } = verdict;
  const from = first > 1 ? ` from row ${first} on` : '';
  const but = acknowledged_rows > 0 ? `, but for ${acknowledged_rows} that signed notes name` : '';
  if (broken_rows === 0) return [`${rows} rows${from}, each follows from the one before it${but}`];
  const named = await Promise.all(breaks.map((found) => wordsOf(chain, found, db)));
  const more = broken_rows > named.length ? [`and ${broken_rows - named.length} more`] : [];
  return [`${broken_rows} of ${rows} rows${from} do not follow from the one before them${but}`, ...named, ...more];
}

Promise.resolve(process.argv.slice(2))
  .then(reasonOf)
  .then(run)
  .then(
    (code) => {
      process.exitCode = code;
    },
    (error: Error) => {
      process.stderr.write(`The audit log cannot be read: ${error.message}\n`);
      process.exitCode = 2;
    },
  );
