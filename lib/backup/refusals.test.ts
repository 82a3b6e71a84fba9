import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '@/lib/config/env';
import { tablesOf } from '@/lib/db/catalogue';
import { MIGRATIONS, migrate } from '@/lib/db/migrate';
import { type Manifest, readManifest, tableFile, writeManifest } from './manifest';
import { restore } from './restore';
import { writeTable } from './table-file';
import { backUp } from './take';
import { type Busy, contentOf, makePlaces, startBusy, withStore } from './testing';

const places = makePlaces();
let busy: Busy;
let taken: Manifest;
let dir: string;
let target: Config;
beforeAll(async () => {
  busy = await startBusy();
  dir = places.dir();
  taken = await backUp(busy.runtime.config, dir);
  target = await places.fresh();
});
afterAll(async () => {
  await busy.close();
  await places.close();
});

/** The backup with something wrong in it. */
function spoilt(spoil: (folder: string) => void): string {
  const copy = places.dir();
  cpSync(dir, copy, { recursive: true });
  spoil(copy);
  return copy;
}

/** The backup with another manifest that vouches for itself. */
function saying(change: (manifest: Manifest) => Manifest): string {
  return spoilt((folder) => {
    rmSync(path.join(folder, 'manifest.json'));
    writeManifest(folder, change(taken));
  });
}

/** Restoring this is refused for this reason, before there is a store at all. */
async function expectUntouched(folder: string, reason: string | RegExp): Promise<void> {
  await expect(restore(target, folder), folder).rejects.toThrow(reason);
  expect(existsSync(target.DATA_DIR)).toBe(false);
  if (target.DATABASE_URL) await expectEmpty(target);
}

const expectEmpty = (config: Config) =>
  withStore(config, async (store) => expect(await tablesOf(store.writer)).toEqual([]));

const audit = tableFile({ name: 'audit_logs' });

describe('restore refuses, and touches nothing, where', () => {
  it('a byte of any file was flipped', async () => {
    for (const file of ['manifest.json', audit, tableFile({ name: 'certificates' })]) {
      const bytes = readFileSync(path.join(dir, file));
      const step = Math.ceil(bytes.length / 15);
      for (let at = 0; at < bytes.length; at += step) {
        const flipped = Buffer.from(bytes);
        flipped[at] = (bytes[at] ?? 0) ^ 4;
        const folder = spoilt((copy) => writeFileSync(path.join(copy, file), flipped));
        await expectUntouched(folder, /is not as it was written|has format/);
        rmSync(folder, { recursive: true });
      }
    }
  });

  it('a file is cut off, longer, missing or one too many', async () => {
    const size = readFileSync(path.join(dir, audit)).length;
    for (const rest of [0, 10, size - 1]) {
      await expectUntouched(
        spoilt((copy) => truncateSync(path.join(copy, audit), rest)),
        'audit_logs.jsonl.gz is not',
      );
    }
    await expectUntouched(
      spoilt((copy) => appendFileSync(path.join(copy, audit), 'x')),
      'audit_logs.jsonl.gz is not',
    );
    await expectUntouched(
      spoilt((copy) => rmSync(path.join(copy, audit))),
      'audit_logs.jsonl.gz is missing',
    );
    const added = spoilt((copy) => writeFileSync(path.join(copy, 'tables', 'more.jsonl.gz'), ''));
    await expectUntouched(added, 'tables/more.jsonl.gz does not belong');
    await expectUntouched(
      spoilt((copy) => rmSync(path.join(copy, 'manifest.json'))),
      'there is no whole backup',
    );
    await expectUntouched(places.dir(), 'there is no whole backup');
  });

  it('files were exchanged for each other', async () => {
    const other = tableFile({ name: 'login_records' });
    const swapped = spoilt((copy) => {
      renameSync(path.join(copy, audit), path.join(copy, 'held'));
      renameSync(path.join(copy, other), path.join(copy, audit));
      renameSync(path.join(copy, 'held'), path.join(copy, other));
    });
    await expectUntouched(swapped, 'audit_logs.jsonl.gz is not');
  });

  it('the manifest was edited', async () => {
    const edited = spoilt((copy) => {
      const file = path.join(copy, 'manifest.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace(`"rows": ${taken.tables[0]?.rows}`, '"rows": 999'));
    });
    await expectUntouched(edited, 'manifest.json is not as it was written');
    const spaced = spoilt((copy) => appendFileSync(path.join(copy, 'manifest.json'), '\n'));
    await expectUntouched(spaced, 'manifest.json is not as it was written');
  });

  it('it comes from a newer Parapet, naming both versions', async () => {
    const latest = MIGRATIONS.at(-1);
    const newer = saying((manifest) => ({ ...manifest, version: '9999-future', parapet: '7.1.0' }));
    await expectUntouched(newer, new RegExp(`9999-future \\(Parapet 7\\.1\\.0\\); .* ${latest}`));
    const format = spoilt((copy) => {
      writeFileSync(path.join(copy, 'manifest.json'), JSON.stringify({ format: 2, parapet: '7.1.0' }));
    });
    await expectUntouched(format, 'the backup has format 2, made by Parapet 7.1.0; this program knows 1');
  });
});

describe('restore refuses, and leaves the store empty, where', () => {
  it('a table of its version is not in the backup, or one that never was', async () => {
    const config = await places.fresh();
    const without = saying((manifest) => ({
      ...manifest,
      tables: manifest.tables.filter(({ name }) => name !== 'plans'),
    }));
    rmSync(path.join(without, tableFile({ name: 'plans' })));
    await expect(restore(config, without)).rejects.toThrow('the backup does not hold plans (');
    await expectEmpty(config);
    const older = saying((manifest) => ({ ...manifest, version: '0003-policies' }));
    await expect(restore(config, older)).rejects.toThrow('the backup does not hold audit_head (');
    await expectEmpty(config);
    await restore(config, dir);
  });

  it('a row refers to nothing, or breaks another rule of the store', async () => {
    const config = await places.fresh();
    for (const [name, row, reason] of [
      ['user_roles', ['nobody', 1], /^user_roles: .*foreign key/i],
      ['oems', ['acme', null, 1], /^oems: .*not.null/i],
      ['plans', ['p', 'name\u0000', '{}', 1, 1], /^plans: .*/],
    ] as const) {
      // SQLite takes a zero character, PostgreSQL does not.
      if (name === 'plans' && !config.DATABASE_URL) continue;
      const folder = await holding(name, row);
      await expect(restore(config, folder), name).rejects.toThrow(reason);
      await expectEmpty(config);
    }
    await restore(config, dir);
  });
});

/** The backup with this row alone in a table, and all hashes right. */
async function holding(name: string, row: readonly unknown[]): Promise<string> {
  const folder = spoilt((copy) => {
    rmSync(path.join(copy, tableFile({ name })));
    rmSync(path.join(copy, 'manifest.json'));
  });
  async function* rows() {
    yield [[...row]];
  }
  const facts = await writeTable(folder, name, rows());
  const tables = taken.tables.map((entry) => (entry.name === name ? { ...entry, ...facts } : entry));
  writeManifest(folder, { ...taken, tables });
  return folder;
}

describe('restore refuses a store that is not empty', () => {
  it('and leaves it as it is', async () => {
    const { config } = busy.runtime;
    // The Parapet that is running would go on with its jobs, one of them each minute.
    await busy.runtime.jobs.close();
    const content = async () => contentOf(await backUp(config, places.dir()));
    const before = await content();
    // The embedded one is in use, which is reason enough.
    await expect(restore(config, dir)).rejects.toThrow(
      config.DATABASE_URL ? 'is not empty' : 'another Parapet is running',
    );
    expect(await content()).toEqual(before);

    const other = await places.fresh();
    await withStore(other, migrate);
    await expect(restore(other, dir)).rejects.toThrow(
      /^(DATA_DIR: the store in .*|DATABASE_URL: the database) is not empty/,
    );
    await withStore(other, async ({ read }) =>
      expect(await read.selectFrom('users').selectAll().execute()).toEqual([]),
    );
  });
});

describe('backup refuses', () => {
  const digest = (folder: string) =>
    readdirSync(folder).map((name) =>
      createHash('sha256')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex'),
    );

  it('a folder that holds something, a file, and one that another backup is writing', async () => {
    const { config } = busy.runtime;
    const used = places.dir();
    mkdirSync(used);
    writeFileSync(path.join(used, 'mine'), 'precious');
    const before = digest(used);
    await expect(backUp(config, used)).rejects.toThrow('is not empty');
    expect(digest(used)).toEqual(before);
    await expect(backUp(config, path.join(used, 'mine'))).rejects.toThrow('is not a folder');
    const busyOne = places.dir();
    mkdirSync(`${busyOne}.partial`);
    await expect(backUp(config, busyOne)).rejects.toThrow(/\.partial is there/);
    const empty = places.dir();
    mkdirSync(empty);
    await backUp(config, empty);
    expect(readManifest(empty).tables.length).toBeGreaterThan(20);
  });

  it('a store that is missing, empty, or newer than this program, and leaves no folder', async () => {
    const folder = places.dir();
    await expect(backUp(places.embedded(), folder)).rejects.toThrow('DATA_DIR: there is no store');
    const config = await places.fresh();
    await withStore(config, async () => {});
    await expect(backUp(config, folder)).rejects.toThrow('the store is empty');
    await withStore(config, async (store) => {
      await migrate(store);
      await sql`insert into kysely_migration (name, timestamp) values ('9999-future', 'now')`.execute(store.writer);
    });
    await expect(backUp(config, folder)).rejects.toThrow('written by a newer Parapet (9999-future)');
    for (const name of [folder, `${folder}.partial`]) expect(existsSync(name)).toBe(false);
  });

  it('a value that the other store could not hold', async () => {
    const config = places.embedded();
    await withStore(config, async (store) => {
      await migrate(store);
      await sql`insert into oems (oem_id, name, ctime) values ('a', 'A', 9007199254740993)`.execute(store.writer);
    });
    const folder = places.dir();
    await expect(backUp(config, folder)).rejects.toThrow('oems holds a value that a backup cannot carry: 9007199254');
    expect(existsSync(`${folder}.partial`)).toBe(false);
  });
});
