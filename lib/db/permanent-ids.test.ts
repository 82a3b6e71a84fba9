import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { restore } from '@/lib/backup/restore';
import { backUp } from '@/lib/backup/take';
import { makePlaces, withStore } from '@/lib/backup/testing';
import type { Config } from '@/lib/config/env';
import { nextRuleNumber } from '@/lib/guard/rules/numbers';
import { tablesOf } from './catalogue';
import { MIGRATIONS, migrate, migrateWithin } from './migrate';
import type { Db, Store } from './store';
import { expectNewIds, serialTables } from './testing';

const places = makePlaces();
afterAll(() => places.close());

const migrated = <T>(config: Config, work: (store: Store) => Promise<T>) =>
  withStore(config, async (store) => {
    await migrate(store);
    return work(store);
  });

/** Keys that are numbers, and chosen by the product: each in its place says how. */
const CHOSEN = ['audit_logs', 'domain_changes', 'domain_epoch', 'roles'];

describe('ids', () => {
  it('are numbered by the store in the same tables of either kind, and nowhere without saying so', async () => {
    const own = await migrated(await places.fresh(), ({ read }) => serialTables(read));
    await migrated(places.embedded(), async ({ read }) => {
      const serial = await serialTables(read);
      expect(serial.map(({ name, serial }) => `${name} ${serial}`)).toEqual(
        own.map(({ name, serial }) => `${name} ${serial}`),
      );
      const numbers = (await tablesOf(read)).filter(
        ({ columns, key }) => key.length === 1 && columns.find(({ name }) => name === key[0])?.type !== 'text',
      );
      const names = [...CHOSEN, ...serial.map(({ name }) => name)];
      expect(numbers.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
    });
  });

  it('are never given again', async () => {
    await migrated(await places.fresh(), (store) => expectNewIds(store));
  });

  it('are never given again by a store that was restored', async () => {
    const config = await places.fresh();
    await migrated(config, (store) => expectNewIds(store));
    const dir = places.dir();
    const { tables } = await backUp(config, dir);
    const lastOf = (table: string) => tables.find(({ name }) => name === table)?.last_serial ?? 0;
    for (const into of [await places.fresh(), places.embedded()]) {
      await restore(into, dir);
      await withStore(into, async (store) => {
        for (const { name } of await serialTables(store.read)) expect(lastOf(name), name).toBeGreaterThan(3);
        await expectNewIds(store, lastOf);
      });
    }
  }, 60_000);
});

const owner = `'default', 'u1', 'u1'`;
const certificate = (id: number) =>
  `insert into certificates values (${id}, ${owner}, 'c', 'c', 1, '', '', 1, 0, '[]', '', '', '', '', 1, 1)`;

/** What a store of before holds after certificate 7 and rule 9 were made and deleted. */
const OF_BEFORE = [
  `insert into oems values ('default', 'Default', 1)`,
  `insert into users (user_id, oem_id, user_name, user_key, password_hash, search, ctime, utime)
   values ('u1', 'default', 'a', 'a', 'x', 'a', 1, 1)`,
  `insert into policies values ('p1', ${owner}, 'Policy', '', 'policy', '', 0, '', 1, 1)`,
  `insert into domains values ('d1', ${owner}, 'shop.example.com', '', '', 'p1', 'c1', 0, 1, 2, 1, 1, '', 0)`,
  `insert into origin_groups (group_id, domain_id, name, is_default, utime) values (3, 'd1', 'default', 1, 1)`,
  `insert into origin_group_sources values ('d1', '192.0.2.1', 3)`,
  certificate(2),
  `insert into certificate_bindings (cert_id, domain_id, ctime) values (2, 'd1', 1)`,
  `insert into revisions values ('cert', '7', 1, 'default', 1, 1, 'null', '{}')`,
  `insert into revisions values ('policy', '99', 1, 'default', 1, 1, 'null', '{}')`,
  `insert into audit_logs select 1, 1, 'default', 'u1', '', '', '', '', 'brute_force_rule', '9', '', '', '', '', 1, 200, 0,
   '{}', '', '', '', '', '', '', ''`,
  `insert into audit_logs select 2, 1, 'default', 'u1', '', '', '', '', 'cert', '999999999', '', '', '', '', 0, 404, 0,
   '{}', '', '', '', '', '', '', ''`,
];

/** Everything that a table is, and every row of it. */
async function everything(db: Db): Promise<unknown> {
  const tables = (await tablesOf(db)).map(({ serial: _serial, ...table }) => table);
  const rows: unknown[] = [];
  for (const { name } of tables) {
    rows.push(name, (await sql`select * from ${sql.table(name)}`.execute(db)).rows);
  }
  const parts = sql`select type, name, tbl_name, case type when 'table' then '' else sql end as sql
    from sqlite_master order by type, name`;
  return { tables, rows, parts: (await parts.execute(db)).rows.filter((row) => !isOfSqlite(row as { name: string })) };
}

const isOfSqlite = ({ name }: { name: string }) => name.startsWith('sqlite_') || name.startsWith('kysely_');

describe('rules of before they were numbered together', () => {
  const rule = (kind: 'cc' | 'acl') => {
    const own = kind === 'cc' ? `, '{}', '{}'` : '';
    const columns = kind === 'cc' ? ', stats, "limit"' : '';
    return `insert into ${kind}_rules (policy_id, name, describe, matches, action, stime, etime, status, ctime, utime${columns})
      values ('p1', 'r', '', '[]', '{}', 0, 0, 1, 1, 1${own})`;
  };
  const numbers = async (db: Db, kind: 'cc' | 'acl') => {
    const { rows } = await sql
      .raw<{ rule_id: number }>(`select rule_id from ${kind}_rules order by rule_id`)
      .execute(db);
    return rows.map(({ rule_id }) => Number(rule_id));
  };

  it('keep their numbers, and the next is beyond every one that either kind had', async () => {
    await withStore(await places.fresh(), async (store) => {
      await store.writer.connection().execute(async (db) => {
        await migrateWithin(db, '0053-event-retention');
        for (const statement of OF_BEFORE.slice(0, 3)) await sql.raw(statement).execute(db);
        for (const kind of ['cc', 'acl', 'cc', 'cc', 'cc'] as const) await sql.raw(rule(kind)).execute(db);
        await sql`delete from cc_rules where rule_id > 2`.execute(db);
      });
      await migrate(store);
      expect([await numbers(store.read, 'cc'), await numbers(store.read, 'acl')]).toEqual([[1, 2], [1]]);
      expect(await store.transaction(nextRuleNumber)).toBe(5);
      expect(await store.transaction(nextRuleNumber)).toBe(6);
    });
  });

  it('are numbered from 1 where there are none', async () => {
    await migrated(await places.fresh(), async (store) => {
      expect(await store.transaction(nextRuleNumber)).toBe(1);
    });
  });
});

describe('a store of before', () => {
  const makeOld = (store: Store) =>
    store.writer.connection().execute(async (db) => {
      await migrateWithin(db, '0021-renamings');
      for (const statement of OF_BEFORE) await sql.raw(statement).execute(db);
    });

  it('goes on above the highest id that a record names', async () => {
    await withStore(await places.fresh(), async (store) => {
      await makeOld(store);
      await migrate(store);
      const add = async (table: string, values: string, key = 'id') => {
        const { rows } = await sql
          .raw<{ id: number }>(`insert into ${table} ${values} returning ${key} as id`)
          .execute(store.writer);
        return rows[0]?.id;
      };
      const columns = (await tablesOf(store.read)).find(({ name }) => name === 'certificates')?.columns ?? [];
      const names = columns.map(({ name }) => name).filter((name) => name !== 'id');
      const copied = `(${names}) select ${names} from certificates where id = 2`;
      expect(await add('certificates', copied)).toBe(8);
      const rule = `(domain_id, name, describe, uri, rate, rate_time, req_time_unit, status, level, action)
        values ('d1', '', '', '', 1, 1, '', 1, '', '')`;
      expect(await add('brute_force_rules', rule)).toBe(10);
      const group = `(domain_id, name, is_default, utime) values ('d1', 'n', 0, 1)`;
      if (store.kind === 'embedded') expect(await add('origin_groups', group, 'group_id')).toBe(4);
    });
  });

  it('keeps its rows, indexes, rules and references', async () => {
    await withStore(places.embedded(), async (store) => {
      await makeOld(store);
      const were = await everything(store.read);
      await store.writer.connection().execute((db) => migrateWithin(db, '0022-permanent-ids'));
      expect(await everything(store.read)).toEqual(were);
      await expect(sql`delete from login_records`.execute(store.writer)).resolves.toBeDefined();
      await sql`delete from certificates where id = 2`.execute(store.writer);
      expect((await sql`select * from certificate_bindings`.execute(store.read)).rows).toEqual([]);
      const nowhere = sql`insert into certificate_bindings (cert_id, domain_id, ctime) values (77, 'd1', 1)`;
      await expect(nowhere.execute(store.writer)).rejects.toThrow(/foreign key/i);
      expect((await sql`pragma foreign_key_check`.execute(store.writer)).rows).toEqual([]);
    });
    expect(MIGRATIONS).toContain('0022-permanent-ids');
  });
});
