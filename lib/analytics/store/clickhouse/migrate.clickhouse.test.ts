import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Engine } from '@/test/clickhouse/engine';
import { accepted } from '../../testing/accept';
import { batchOf } from '../../testing/batch';
import { Connection } from './connection';
import { setMeta } from './migrate';
import { MIGRATIONS } from './schema';
import { ClickhouseStore } from './store';

const TIME = Date.UTC(2026, 10, 20);
const event = (request_id: string) =>
  accepted({ time: TIME, request_id, path: `/${request_id}` }, () => ({ oem_id: 'acme', domain_id: 'd-1' }));

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-clickhouse-migrate-'));
let engine: Engine;
let connection: Connection;
beforeAll(async () => {
  engine = await Engine.start();
  connection = new Connection(engine.url);
}, 60_000);
afterAll(async () => {
  await connection.close();
  await engine.remove();
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

  const store = new ClickhouseStore({ url: engine.url, spoolFolder: folder });
  await store.ready();
  const packed = await connection.exactly(
    `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'event_rows' AND compression_codec = 'CODEC(T64)'`,
  );
  expect(packed.map(({ name }) => name)).toContain('time');
  expect(packed.map(({ name }) => name)).toContain('latency_ms');
  await store.insert([batchOf([event('sent')], { oem_id: 'acme' })]);
  await connection.command('OPTIMIZE TABLE event_rows FINAL');
  const rows = await store.query('SELECT path, latency_ms, toFloat64(time) AS at FROM events ORDER BY path');
  expect(rows).toEqual([
    { path: '/new', latency_ms: 7, at: TIME },
    { path: '/old', latency_ms: null, at: TIME },
    { path: '/sent', latency_ms: null, at: TIME },
  ]);
  await store.close();
});
