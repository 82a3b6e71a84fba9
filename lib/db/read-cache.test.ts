import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CompiledQuery, sql } from 'kysely';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Commits } from './commits';
import { Footprints } from './footprint';
import { ReadCache } from './read-cache';
import { RowCaches } from './row-cache';
import { openStore, type Store } from './store';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-cache-'));
  store = openStore({ folder });
  for (const statement of [
    'create table parents (id integer primary key, text text)',
    'create table children (id integer primary key, parent integer references parents (id) on delete cascade)',
    'create index children_parent on children (parent)',
    'create table logs (n integer)',
    'create trigger noted after insert on parents when new.id > 100 begin insert into logs values (new.id); end',
    'create view families as select parents.id, count(*) as n from parents, children where parent = parents.id',
    `insert into parents values (1, 'a'), (2, 'b')`,
    'insert into children values (1, 1), (2, 2)',
  ]) {
    await sql.raw(statement).execute(store.writer);
  }
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const read = async (text: string, db = store.read) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows;
const write = (...texts: string[]) =>
  store.transaction(async (tx) => {
    for (const text of texts) await sql.raw(text).execute(tx);
  });

/** The queries among these whose answers are the same objects after `work` as before, that is, were not read again. */
async function cachedAfter(queries: readonly string[], work: () => Promise<unknown>): Promise<string[]> {
  const before = await Promise.all(queries.map((query) => read(query)));
  await work();
  const after = await Promise.all(queries.map((query) => read(query)));
  return queries.filter((_, i) => before[i]?.[0] !== undefined && before[i]?.[0] === after[i]?.[0]);
}

const PARENTS = 'select * from parents';
const COUNTED = 'select count(*) as n from children';
const LOGGED = 'select count(*) as n from logs';
const FAMILIES = 'select * from families';
const ALL = [PARENTS, COUNTED, LOGGED, FAMILIES];

describe('answers of the store', () => {
  it.each([
    ['select 1', ALL],
    ['insert into logs values (1)', [PARENTS, COUNTED, FAMILIES]],
    [`update parents set text = 'c' where id = 1`, [COUNTED, LOGGED]],
    ['delete from parents where id = 1', [LOGGED]],
    [`insert into parents values (101, 'x')`, [COUNTED]],
    ['delete from logs', [PARENTS, COUNTED, FAMILIES]],
    ['insert into children (parent) values (2) returning id', [PARENTS, LOGGED]],
    ['insert into logs select n from (select id as n from parents)', [PARENTS, COUNTED, FAMILIES]],
    ['create index late on logs (n)', []],
    ['alter table logs add column text text', []],
  ])('after %s are read again where they name what it wrote', async (text, cached) => {
    expect(await cachedAfter(ALL, () => write(text))).toEqual(cached.filter((query) => ALL.includes(query)));
    for (const query of ALL) expect(await read(query), query).toEqual(await read(query, store.writer));
  });

  it('are the same to reads on other threads', async () => {
    const count = async () => (await read(COUNTED, store.scan))[0];
    const first = await count();
    expect(await count()).toBe(first);
    await write('insert into logs values (1)');
    expect(await count()).toBe(first);
    await write('insert into children (parent) values (1)');
    expect(await count()).toEqual({ n: 3 });
  });

  it('are read again after a write outside a transaction, and after a table was made anew', async () => {
    expect(await read(LOGGED)).toEqual([{ n: 0 }]);
    await sql`insert into logs values (1)`.execute(store.writer);
    expect(await read(LOGGED)).toEqual([{ n: 1 }]);
    await write('drop table logs', 'create table other (n integer)', 'create table logs (n integer)');
    expect(await read(LOGGED)).toEqual([{ n: 0 }]);
    await write('insert into logs values (1), (2)');
    expect(await read(LOGGED)).toEqual([{ n: 2 }]);
    await write('insert into other values (1)');
    expect(await read('select count(*) as n from other')).toEqual([{ n: 1 }]);
  });

  it('are kept where a change was taken back, and never show it', async () => {
    const undone = store.transaction(async (tx) => {
      await sql`insert into logs values (1)`.execute(tx);
      expect(await read(LOGGED)).toEqual([{ n: 0 }]);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await read(LOGGED)).toEqual([{ n: 0 }]);
  });

  it('are never kept where they depend on more than rows', async () => {
    const moving = ['select random() as r, id from parents', `select unixepoch('subsec') as r, id from parents`];
    for (const query of [...moving, 'select 1 as one', `select name from pragma_table_info('logs')`]) {
      expect(await cachedAfter([query], () => new Promise((resolve) => setTimeout(resolve, 3))), query).toEqual([]);
    }
  });

  it('say what is wrong with a query', async () => {
    await expect(read('select * from nowhere')).rejects.toThrow('no such table');
    await expect(read('selec')).rejects.toThrow('syntax error');
  });
});

describe('memory', () => {
  const database = new Libsql(':memory:');
  database.exec('create table t (n integer)');
  const commits = new Commits();
  const cache = new ReadCache(new Footprints(database, commits), commits, new RowCaches(database, commits));
  const query = (n: number) => ({ sql: 'select n from t where n = ?', parameters: [n] }) as unknown as CompiledQuery;
  let reads = 0;
  const ask = (n: number, bytes: number) =>
    cache.read(query(n), () => {
      reads++;
      return [{ n, text: 'x'.repeat(bytes) }];
    });

  it('is bounded in bytes, however many ask for however much', () => {
    for (let n = 0; n < 20_000; n++) ask(n, 10_000);
    expect(cache.bytes).toBeGreaterThan(16 << 20);
    expect(cache.bytes).toBeLessThanOrEqual(32 << 20);
  });

  it('holds nothing large, which is read again', () => {
    const before = cache.bytes;
    ask(-1, 100_000);
    expect(cache.bytes).toBe(before);
    reads = 0;
    ask(-1, 100_000);
    ask(-2, 100);
    ask(-2, 100);
    expect(reads).toBe(2);
  });
});
