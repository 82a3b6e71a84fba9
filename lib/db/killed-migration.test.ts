import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePlaces, withStore } from '@/lib/backup/testing';
import type { Config } from '@/lib/config/env';
import { siteSkeleton } from '@/lib/guard/domains/site';
import { commandOf } from '@/test/program';
import { tablesOf } from './catalogue';
import { MIGRATIONS, versionOf } from './migrate';
import { fillOldStore, OLD_VERSION } from './testing-old-store';

const places = makePlaces();
afterAll(() => places.close());

const LONG = { timeout: 60_000 };
/** Migrations that an old store lacks: some are killed after the first, the last, and some between. */
const MISSING = MIGRATIONS.length - 1 - MIGRATIONS.indexOf(OLD_VERSION);
const KILLED_AFTER = [1, 5, Math.floor(MISSING / 2), MISSING - 1, MISSING];

let config: Config;
beforeAll(async () => {
  config = await places.fresh();
  await withStore(config, fillOldStore);
});

/** Starts on the store in a process of its own, killed after so many migrations. Answers what it said, and what ended it. */
async function upgraded(at = 0): Promise<{ said: string; signal: NodeJS.Signals | null }> {
  const [node, program] = commandOf('lib/db/testing-killed-migration.ts');
  const args = [program, config.DATA_DIR, config.DATABASE_URL ?? '', String(at)];
  const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  for await (const chunk of child.stdout) said += chunk;
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return { said, signal: child.signalCode };
}

/** Version, tables and rows of a store, whatever version it is. */
const stateOf = () =>
  withStore(config, async ({ read }) => {
    const tables = await tablesOf(read);
    const rows = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(read));
    const columns = tables.map(({ name, columns }) => [name, ...columns.map((column) => column.name)].join());
    return { version: await versionOf(read), columns, rows: (await Promise.all(rows)).map((found) => found.rows) };
  });

it('killed in any of its migrations, a start leaves the store as the old version had it', LONG, async () => {
  const before = await stateOf();
  expect(before.version).toBe(OLD_VERSION);
  for (const at of KILLED_AFTER) {
    expect(await upgraded(at), `after migration ${at}`).toEqual({ said: '', signal: 'SIGKILL' });
    expect(await stateOf(), `after migration ${at}`).toEqual(before);
  }
});

it('takes as long for a statement as that needs, longer than any other may', LONG, async ({ skip }) => {
  if (!config.DATABASE_URL) return skip('the embedded store has no limit of time');
  const { rows } = await withStore(config, ({ writer }) => sql`select pg_sleep(32)`.execute(writer));
  expect(rows).toHaveLength(1);
});

it('two that start at once bring it to this version once, with what it had', LONG, async () => {
  const both = await Promise.all([upgraded(), upgraded()]);
  const done = both.filter(({ said }) => said === 'done');
  // The folder of an embedded store belongs to one process at a time.
  expect(done.length).toBeGreaterThanOrEqual(config.DATABASE_URL ? 2 : 1);
  await withStore(config, async ({ read }) => {
    expect(await versionOf(read)).toBe(MIGRATIONS.at(-1));
    const domains = await read.selectFrom('domains').select(['domain', 'skeleton']).execute();
    expect(domains).toEqual([{ domain: 'shop.example.com', skeleton: siteSkeleton('shop.example.com') }]);
  });
});
