import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '@/lib/config/env';
import { migrate } from './migrate';
import { openStore, storeFile } from './store';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-opening-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PAGE = 4096;

describe('a store', () => {
  it.each([
    ['some of its pages', 1, 3],
    ['one page', 5, Number.POSITIVE_INFINITY],
    ['its head', 0, Number.POSITIVE_INFINITY],
  ])('a damaged file is refused, and says so: %s', async (_what, first, step) => {
    const store = openStore({ folder });
    await migrate(store);
    await store.close();
    const file = storeFile(folder);
    const pages = statSync(file).size / PAGE;
    const handle = openSync(file, 'r+');
    for (let page = first; page < pages; page += step)
      writeSync(handle, Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE);
    closeSync(handle);
    let refused: unknown;
    try {
      openStore({ folder });
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(ConfigError);
    expect(String(refused)).toMatch(/is damaged \(.+\); restore it from a backup/s);
  });

  it('a folder in use is refused, and its user goes on', async () => {
    const store = openStore({ folder });
    await migrate(store);
    expect(() => openStore({ folder })).toThrow('another Parapet is running');
    const row = { oem_id: 'a', name: 'A', ctime: 1 };
    await store.transaction((tx) => tx.insertInto('oems').values(row).execute());
    expect(await store.read.selectFrom('oems').select('oem_id').execute()).toEqual([{ oem_id: 'a' }]);
    await store.close();
  });

  it('a folder whose other user gives up at once is taken', async () => {
    const [asking, file] = ["const { default: Libsql } = await import('libsql');", path.join(folder, 'lock.db')];
    const other = spawn(process.execPath, [
      ...['--input-type=module', '-e'],
      `${asking} const lock = new Libsql(process.argv[1]); lock.exec('create table t (n); begin'); lock.prepare('select * from t').all();
       console.log('reading'); setTimeout(() => lock.exec('commit'), 300);`,
      file,
    ]);
    await once(other.stdout, 'data');
    const store = openStore({ folder });
    await store.close();
    await once(other, 'exit');
  });

  it('a store of a newer Parapet is refused, and left as it is', async () => {
    const first = openStore({ folder });
    await migrate(first);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', 'now')`.execute(first.writer);
    await first.close();
    const before = readFileSync(storeFile(folder));
    const again = openStore({ folder });
    await expect(migrate(again)).rejects.toThrow('written by a newer Parapet');
    await again.close();
    expect(readFileSync(storeFile(folder)).equals(before)).toBe(true);
  });
});
