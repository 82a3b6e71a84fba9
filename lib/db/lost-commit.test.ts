import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { testDatabase } from '@/test/parapet';
import { isStoreDown, StoreFailure } from './dialect';
import { GroupCommit } from './group-commit';
import { openStore, type Store, type Tx } from './store';

/** A store that can be kept from committing, as a real one is. */
type Broken = { store: Store; breakIt(): void; mend(): void };

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  // A store that cannot be closed must not leave its disk mounted.
  const ended = cleanups.splice(0).reverse();
  const failures: unknown[] = [];
  for (const cleanup of ended)
    await Promise.resolve(cleanup)
      .then((run) => run())
      .catch((error) => failures.push(error));
  expect(failures).toEqual([]);
});

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-lost-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function openIn(folder: string): Promise<Store> {
  const store = openStore({ folder });
  cleanups.push(() => store.close());
  await sql`create table notes (n integer unique, text text)`.execute(store.writer);
  return store;
}

/** A small disk that another file fills. Mounting one takes rights; without them the store's own bound on pages serves. */
async function fullDisk(): Promise<Broken> {
  const folder = makeFolder();
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'parapet-test', folder]).status === 0;
  if (!isMounted) return boundedPages(folder);
  cleanups.push(() => void execFileSync('umount', ['-l', folder]));
  const store = await openIn(folder);
  const ballast = path.join(folder, 'ballast');
  const breakIt = () => {
    try {
      writeFileSync(ballast, Buffer.alloc(8 << 20));
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
  };
  return { store, breakIt, mend: () => rmSync(ballast) };
}

async function boundedPages(folder: string): Promise<Broken> {
  const store = await openIn(folder);
  const bound = (pages: number) => void sql`pragma max_page_count = ${sql.lit(pages)}`.execute(store.writer);
  return { store, breakIt: () => bound(1), mend: () => bound(1 << 30) };
}

/** Writes beyond a limit on the size of files fail as those to a failing disk do: SQLITE_IOERR_WRITE. */
async function failingWrites(): Promise<Broken> {
  const store = await openIn(makeFolder());
  const limit = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`]);
  cleanups.push(() => void limit('unlimited'));
  return { store, breakIt: () => limit('4096'), mend: () => limit('unlimited') };
}

const insert =
  (n: number, bytes = 10_000) =>
  async (tx: Tx) => {
    await sql`insert into notes values (${n}, ${'x'.repeat(bytes)})`.execute(tx);
    return n;
  };
const refusal = new AppError('err.conflict');
const refuse = async (tx: Tx) => {
  await sql`select 1`.execute(tx);
  throw refusal;
};
const kept = async (store: Store) =>
  (await sql<{ n: number }>`select n from notes order by n`.execute(store.read)).rows.map((row) => row.n);

async function outcomesOf(store: Store, works: ((tx: Tx) => Promise<unknown>)[]) {
  const settled = await Promise.allSettled(works.map((work) => store.transaction(work)));
  return settled.map((one) => {
    if (one.status === 'fulfilled') return 'kept';
    if (one.reason === refusal) return 'refused';
    return isStoreDown(one.reason) ? 'lost' : one.reason;
  });
}

describe.each([
  ['a full disk', fullDisk],
  ['a bound on the pages of the file', () => boundedPages(makeFolder())],
  ['a disk whose writes fail', failingWrites],
])('%s', (_, open) => {
  it('loses the writes of a commit, each with the store’s own error; a refused one keeps its own', async () => {
    const { store, breakIt, mend } = await open();
    await store.transaction(insert(1));
    breakIt();
    const works = [insert(2), refuse, insert(3), insert(4, 200_000), refuse, insert(5)];
    // The first has a commit of its own, the others share one.
    expect(await outcomesOf(store, works)).toEqual(['lost', 'refused', 'lost', 'lost', expect.anything(), 'lost']);
    expect(await outcomesOf(store, works)).not.toContain('kept');
    expect(await kept(store)).toEqual([1]);

    mend();
    expect(await outcomesOf(store, works)).toEqual(['kept', 'refused', 'kept', 'kept', 'refused', 'kept']);
    expect(await kept(store)).toEqual([1, 2, 3, 4, 5]);
  });

  it('keeps nothing of work that goes on after the store gave up', async () => {
    const { store, breakIt, mend } = await open();
    breakIt();
    const stubborn = async (tx: Tx) => {
      for (let n = 1; n <= 400; n++) await insert(n, 100_000)(tx).catch(() => undefined);
      await insert(1_000, 1)(tx);
    };
    expect(await outcomesOf(store, [insert(0), stubborn, insert(2_000)])).not.toContain('kept');
    mend();
    expect(await kept(store)).toEqual([]);
    await store.transaction(insert(1));
    expect(await kept(store)).toEqual([1]);
  });
});

describe('work that never ends', () => {
  it('loses its own write alone, and its transaction serves it no longer', async () => {
    const store = await openIn(makeFolder());
    const group = new GroupCommit(store.writer, 50);
    let used: Tx | undefined;
    const hangs = async (tx: Tx) => {
      used = tx;
      await insert(1)(tx);
      await new Promise(() => undefined);
    };
    const settled = await Promise.allSettled([group.run(insert(0)), group.run(hangs), group.run(insert(2))]);
    expect(settled.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(settled[1]).toMatchObject({ reason: expect.any(StoreFailure) });
    expect(await kept(store)).toEqual([0, 2]);
    await expect(insert(3)(used as Tx)).rejects.toThrow('over');
  });

  it('is waited for as long as it uses its transaction', async () => {
    const store = await openIn(makeFolder());
    const group = new GroupCommit(store.writer, 500);
    await group.run(async (tx) => {
      for (let n = 0; n < 10; n++) {
        await insert(n)(tx);
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
    });
    expect((await kept(store)).length).toBe(10);
  });

  it('is refused once too many wait, and while the store closes; what was accepted is kept', async () => {
    const folder = makeFolder();
    const store = openStore({ folder });
    await sql`create table notes (n integer unique, text text)`.execute(store.writer);
    const many = Array.from({ length: 5_000 }, (_, n) => store.transaction(insert(n, 1)));
    const settled = Promise.allSettled(many);
    await store.close();
    await expect(store.transaction(insert(9_999))).rejects.toThrow('closing');
    const again = await openAgain(folder);
    const accepted = (await settled).filter((one) => one.status === 'fulfilled').length;
    expect(accepted).toBeGreaterThan(4_000);
    expect(accepted).toBeLessThan(5_000);
    expect((await kept(again)).length).toBe(accepted);
  });
});

async function openAgain(folder: string): Promise<Store> {
  const store = openStore({ folder });
  cleanups.push(() => store.close());
  return store;
}

const database = await testDatabase();
afterAll(() => database?.drop());

describe.runIf(database)('a commit that PostgreSQL refuses', () => {
  const open = async () => {
    const store = openStore({ folder: '', databaseUrl: database?.url });
    cleanups.push(() => store.close());
    await sql`drop table if exists notes`.execute(store.writer);
    await sql`create table notes (n integer unique, text text)`.execute(store.writer);
    return store;
  };
  const atCommit = (store: Store, body: string) =>
    store.writer.connection().execute(async (db) => {
      const create = `create or replace function at_commit() returns trigger language plpgsql as $$ begin ${body}; return new; end $$`;
      await sql.raw(create).execute(db);
      await sql`create constraint trigger late after insert on notes deferrable initially deferred
        for each row when (new.n < 10) execute function at_commit()`.execute(db);
    });

  it('because a rule raises', async () => {
    const store = await open();
    await atCommit(store, `raise exception 'not today'`);
    expect(await outcomesOf(store, [insert(1), refuse, insert(11)])).toEqual(['lost', 'refused', 'kept']);
    expect(await kept(store)).toEqual([11]);
  });

  it('because the connection ends', async () => {
    const store = await open();
    await atCommit(store, 'perform pg_terminate_backend(pg_backend_pid())');
    expect(await outcomesOf(store, [insert(1), refuse, insert(11)])).toEqual(['lost', 'refused', 'kept']);
    expect(await outcomesOf(store, [insert(12)])).toEqual(['kept']);
    expect(await kept(store)).toEqual([11, 12]);
  });

  it('because it can never be serialised', async () => {
    const store = await open();
    await atCommit(store, `raise exception using errcode = '40001'`);
    expect(await outcomesOf(store, [insert(1)])).toEqual(['lost']);
  });

  it('because the server that had it may be gone: the connection that brings commits to disk is another one', async () => {
    const store = await open();
    const pidOf = async (tx: Tx) =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid;
    let before: number | undefined;
    const endsSyncing = async (tx: Tx) => {
      before = await pidOf(tx);
      await insert(1)(tx);
      await sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity
        where datname = current_database() and query like '%pg_logical_emit_message%' and pid <> pg_backend_pid()`.execute(
        tx,
      );
    };
    expect(await outcomesOf(store, [insert(11)])).toEqual(['kept']);
    expect(await outcomesOf(store, [endsSyncing])).toEqual(['lost']);
    // Nor is any connection used again that may be to the server before.
    const after = await Promise.all([1, 2, 3].map(() => store.transaction(pidOf)));
    expect(after).not.toContain(before);
  });
});
