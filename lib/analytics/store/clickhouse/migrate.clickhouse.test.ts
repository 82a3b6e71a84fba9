import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accepted } from '../../testing/accept';
import { batchOf } from '../../testing/batch';
import { materializingDialect } from './dialect';
import { setMeta } from './migrate';
import { MIGRATIONS } from './schema';
import { ClickhouseStore } from './store';
import { type Database, startDatabase } from './testing';

const TIME = Date.UTC(2026, 10, 20);
const event = (request_id: string) =>
  accepted({ time: TIME, request_id, path: `/${request_id}` }, () => ({ oem_id: 'acme', domain_id: 'd-1' }));

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-clickhouse-migrate-'));
let database: Database;
let connection: Database['connection'];
beforeAll(async () => {
  database = await startDatabase();
  connection = database.connection;
}, 60_000);
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

it('a database of the first schema is brought up to date with what it has, also where that was interrupted', async () => {
  const [first = []] = MIGRATIONS;
  for (const statement of first) await connection.command(statement);
  await setMeta(connection, 'schema_version', '1');
  await connection.command(
    `INSERT INTO event_changes (event_id, time, path, latency_ms, sign) VALUES (1, ${TIME}, '/old', NULL, 1), (2, ${TIME}, '/new', 7, 1)`,
  );
  for (const statement of MIGRATIONS[1] ?? []) await connection.command(statement);

  await connection.command('SYSTEM STOP MERGES event_rows');
  const store = new ClickhouseStore({ url: database.url, spoolFolder: folder });
  await store.ready();
  expect(store.dialect.codes).toEqual({});
  const packed = await connection.exactly(
    `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'event_rows' AND compression_codec = 'CODEC(T64)'`,
  );
  expect(packed.map(({ name }) => name)).toContain('time');
  expect(packed.map(({ name }) => name)).toContain('latency_ms');
  const merged = await connection.exactly(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND position(create_table_query, 'min_age_to_force_merge') > 0 ORDER BY name`,
  );
  expect(merged).toEqual([{ name: 'attack_details' }, { name: 'event_rows' }]);
  await store.insert([batchOf([event('sent')], { oem_id: 'acme' })]);
  expect(await codesOf()).toHaveLength(3);
  await connection.command('SYSTEM START MERGES event_rows');
  await expect.poll(() => store.dialect, { timeout: 30_000 }).toBe(materializingDialect);
  await connection.command('OPTIMIZE TABLE event_rows FINAL');
  const rows = await store.query('SELECT path, latency_ms, toFloat64(time) AS at FROM events ORDER BY path');
  expect(rows).toEqual([
    { path: '/new', latency_ms: 7, at: TIME },
    { path: '/old', latency_ms: null, at: TIME },
    { path: '/sent', latency_ms: null, at: TIME },
  ]);
  const codes = await codesOf();
  expect(codes).toHaveLength(3);
  const anew = await codesOfNew(
    'path',
    codes.map(({ path: text }) => String(text)),
  );
  expect(codes.map(({ path_code }) => path_code)).toEqual(anew);
  const [none] = await codesOfNew('client_ip', ['']);
  for (const { client_ip_code } of codes) expect(client_ip_code).toBe(none);
  await store.close();
});

const codesOf = () => connection.exactly('SELECT path, client_ip_code, path_code FROM event_rows ORDER BY path');

/** The codes that rows have which are stored anew. */
async function codesOfNew(column: 'client_ip' | 'path', texts: readonly string[]): Promise<unknown[]> {
  await connection.command('CREATE OR REPLACE TABLE anew AS event_rows');
  const rows = texts.map((text, time) => `${JSON.stringify({ [column]: text, time, sign: 1 })}\n`);
  await connection.insert('anew', rows, '');
  return (await connection.exactly(`SELECT ${column}_code AS code FROM anew ORDER BY time`)).map(({ code }) => code);
}

it('a table of events on shards is left to whoever runs them, and its rows have codes', async () => {
  const shards = await startDatabase();
  const own = shards.connection;
  for (const statements of MIGRATIONS.slice(0, 2)) for (const sql of statements) await own.command(sql);
  await setMeta(own, 'schema_version', '2');
  await own.command('RENAME TABLE event_rows TO event_rows_local');
  // As Distributed does, which takes a cluster: it adds columns, and has no rows of its own.
  await own.command(
    "CREATE TABLE event_rows AS event_rows_local ENGINE = Merge(currentDatabase(), '^event_rows_local$')",
  );
  await own.command(`INSERT INTO event_rows_local (event_id, time, path, sign) VALUES (1, ${TIME}, '/old', 1)`);
  const [, , added = []] = MIGRATIONS;
  await own.command(String(added[0]).replace('event_rows', 'event_rows_local'));
  const store = new ClickhouseStore({ url: shards.url, spoolFolder: folder });
  await store.ready();
  await expect.poll(() => store.dialect, { timeout: 10_000 }).toBe(materializingDialect);
  const [row] = await own.exactly('SELECT path_code FROM event_rows');
  expect(Number(row?.path_code)).toBeGreaterThan(0);
  await store.close();
  await shards.close();
}, 90_000);

it('rollups that are added to a database with events say from when on they have them all', async () => {
  const older = await startDatabase();
  const own = older.connection;
  for (const statement of MIGRATIONS.slice(0, 4).flat()) await own.command(statement);
  await setMeta(own, 'schema_version', '4');
  const newest = Date.now() + 7_000_000;
  await own.command(
    `INSERT INTO event_changes (event_id, time, path, status, status_class, sign) VALUES (1, ${newest}, '/old', 502, '5xx', 1)`,
  );
  const store = new ClickhouseStore({ url: older.url, spoolFolder: folder });
  await store.ready();
  for (const name of ['statuses', 'path_services']) expect(store.rollupSince(name)).toBe(newest + 3_600_000);
  expect(store.rollupSince('traffic')).toBe(0);
  await store.insert([batchOf([event('sent')], { oem_id: 'acme' })]);
  expect(
    await store.query('SELECT path, toFloat64(sum(requests)) AS n FROM rollup_path_services_1h GROUP BY path'),
  ).toEqual([{ path: '/sent', n: 1 }]);
  await store.close();
  await older.close();

  const made = await startDatabase();
  const begun = new ClickhouseStore({ url: made.url, spoolFolder: folder });
  await begun.ready();
  for (const name of ['statuses', 'path_services']) expect(begun.rollupSince(name)).toBe(0);
  await begun.close();
  await made.close();
}, 90_000);

it('no two addresses have one code, however they are written', async () => {
  const groups = [
    [
      '1.2.3.4',
      '::ffff:1.2.3.4',
      '::1.2.3.4',
      '::ffff:0102:0304',
      '::FFFF:1.2.3.4',
      '01.2.3.4',
      ' 1.2.3.4',
      '1.2.3.4:80',
    ],
    ['2001:db8::1', '2001:DB8::1', '2001:db8:0:0:0:0:0:1', '2001:0db8::1', '[2001:db8::1]'],
    ['', '::', '0.0.0.0', '::ffff:0.0.0.0', '-', 'unknown', 'ff02::1', 'ffff:1.2.3.4', 'fe80::1', 'fe80::1%eth0'],
  ].flat();
  await new ClickhouseStore({ url: database.url, spoolFolder: folder }).ready();
  const codes = await codesOfNew('client_ip', groups);
  expect(new Set(codes).size).toBe(groups.length);
});
