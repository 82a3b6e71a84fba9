import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCopy, writeCopy } from './duckdb-copy';

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
  for (const statement of [
    'CREATE TABLE meta (name VARCHAR PRIMARY KEY, value VARCHAR NOT NULL)',
    "INSERT INTO meta VALUES ('schema_version', '7')",
    'CREATE TABLE events (event_id UBIGINT, time BIGINT NOT NULL, latency_ms INTEGER, path VARCHAR)',
    "INSERT INTO events VALUES (18446744073709551615, 1, NULL, ''), (0, -1, 5, NULL), (7, 2, 0, 'ä \u2028 '' \"')",
    'CREATE TABLE sums (bucket BIGINT, bytes HUGEINT)',
    'INSERT INTO sums VALUES (1, 1000000000000000000000000000000), (2, -5), (3, NULL)',
    'CREATE TABLE nothing (n BIGINT DEFAULT 3)',
  ])
    await connection.run(statement);
});
const folders: string[] = [];
afterAll(async () => {
  connection.closeSync();
  instance.closeSync();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function folderOf(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `parapet-${name}-`));
  folders.push(folder);
  return folder;
}

it('a copy has what there was at one moment, with its keys, to the last digit', async () => {
  const [folder, home] = [await folderOf('copy'), await folderOf('home')];
  expect(await writeCopy(connection, folder)).toEqual({ schema: 7, events: 3 });
  await connection.run("INSERT INTO events VALUES (9, 9, 9, 'later')");
  const file = join(home, 'events.duckdb');
  await loadCopy(folder, file);
  await connection.run(`ATTACH '${file}' AS loaded`);
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();
  expect(await rows('SELECT path FROM (FROM events EXCEPT ALL FROM loaded.events)')).toEqual([['later']]);
  for (const table of ['events', 'sums', 'nothing', 'meta'])
    expect(await rows(`FROM loaded.${table} EXCEPT ALL FROM ${table}`), table).toEqual([]);
  expect(await rows('FROM sums EXCEPT ALL FROM loaded.sums')).toEqual([]);
  await connection.run('INSERT INTO loaded.nothing DEFAULT VALUES');
  expect(await rows('FROM loaded.nothing')).toEqual([[3n]]);
  await expect(connection.run("INSERT INTO loaded.meta VALUES ('schema_version', '8')")).rejects.toThrow(
    /Duplicate key/,
  );
  await connection.run('DETACH loaded');
  expect(await readdir(home)).toEqual(['events.duckdb']);
});

it('who asked and has left ends it, and the connection is free again', async () => {
  const left = new AbortController();
  left.abort(new Error('left'));
  await expect(writeCopy(connection, await folderOf('copy'), left.signal)).rejects.toThrow('left');
  const leaving = new AbortController();
  await connection.run('CREATE OR REPLACE TABLE nothing AS SELECT range AS n FROM range(30_000_000)');
  const copying = writeCopy(connection, await folderOf('copy'), leaving.signal);
  setTimeout(() => leaving.abort(new Error('interrupted')), 20);
  await expect(copying).rejects.toThrow(/interrupt/i);
  const between = new AbortController();
  const begun = writeCopy(connection, await folderOf('copy'), between.signal);
  between.abort(new Error('interrupted'));
  await expect(begun).rejects.toThrow(/interrupted/i);
  expect((await connection.runAndReadAll('SELECT count(*) FROM events')).getRows()).toEqual([[4n]]);
});
