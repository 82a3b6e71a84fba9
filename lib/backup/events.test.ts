import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CopyServer } from '@/lib/analytics/copies';
import { eventsFile } from '@/lib/analytics/open';
import { type DuckdbStore, openDuckdbStore } from '@/lib/analytics/store/duckdb';
import { everyRollup } from '@/lib/analytics/store/rollups';
import { accepted } from '@/lib/analytics/testing/accept';
import { batchOf } from '@/lib/analytics/testing/batch';
import { generate } from '@/lib/analytics/testing/generate';
import type { Config } from '@/lib/config/env';
import { migrate } from '@/lib/db/migrate';
import { EVENTS_FILE, readManifest, writeManifest } from './manifest';
import { restore } from './restore';
import { backUp } from './take';
import { makePlaces, withStore } from './testing';

const EVENTS = 20_000;
const places = makePlaces();
let config: Config;
let dir: string;
beforeAll(async () => {
  config = await places.fresh();
  await withStore(config, migrate);
  const store = await openDuckdbStore(eventsFile(config.DATA_DIR));
  await generate(store, { events: EVENTS, from: 1_700_000_000_000, to: 1_700_300_000_000 });
  await store.close();
  dir = places.dir();
  await backUp(config, dir);
});
afterAll(() => places.close());

/** Sums over all that the event store of these settings holds. */
async function sums({ DATA_DIR }: Config) {
  const store = await openDuckdbStore(eventsFile(DATA_DIR));
  const tables = everyRollup().map(
    ({ table }) => `SELECT '${table}' AS name, sum(requests)::DOUBLE AS n FROM ${table}`,
  );
  const events = "SELECT 'events' AS name, sum(hash(events) % 1000000007)::DOUBLE AS n FROM events";
  const rows = await store.query(`${[events, ...tables].join(' UNION ALL ')} ORDER BY name`);
  await store.close();
  return rows;
}

/** A batch of two events. */
const batch = (n: number) => {
  const lines = ['a', 'b'].map((half) => ({ time: 1_700_000_000_000 + n, request_id: `${n}-${half}` }));
  const nobody = () => ({ oem_id: '', domain_id: '' });
  return batchOf(
    lines.map((line) => accepted(line, nobody)),
    { batch_id: `batch-${n}` },
  );
};

describe('events', () => {
  it('are in a backup of a stopped Parapet, and come back', async () => {
    expect(readManifest(dir)).toMatchObject({ events: { events: EVENTS }, events_missing: '' });
    expect(statSync(path.join(dir, EVENTS_FILE)).mode & 0o777).toBe(0o600);
    const target = await places.fresh();
    expect(await restore(target, dir)).toMatchObject({ withEvents: true });
    expect(await sums(target)).toEqual(await sums(config));
    expect(existsSync(path.join(target.DATA_DIR, 'analytics.partial'))).toBe(false);
  });

  it('come back, too, where PostgreSQL cannot look at the tables afterwards', async ({ skip }) => {
    const target = await places.fresh();
    if (!target.DATABASE_URL) return skip('the embedded store is not looked at');
    const name = new URL(target.DATABASE_URL).pathname.slice(1);
    await withStore(target, (store) =>
      store.writer.connection().execute(async (db) => {
        const run = (text: string) => sql.raw(text).execute(db);
        await run(`alter database "${name}" set lock_timeout = '200ms'`);
        await run('create schema other create table held (n integer)');
        await run('begin; set local idle_in_transaction_session_timeout = 0; lock table other.held');
        expect(await restore(target, dir)).toMatchObject({ withEvents: true });
        await run('rollback');
      }),
    );
    expect(await sums(target)).toEqual(await sums(config));
  });

  it('are left out, and the manifest says so, while somebody has them open', async () => {
    const store = await openDuckdbStore(eventsFile(config.DATA_DIR));
    const folder = places.dir();
    const manifest = await backUp(config, folder);
    // The copy did not take the lock of the one who has them.
    const [row] = await store.query('SELECT count(*)::DOUBLE AS n FROM events');
    await store.close();
    expect(row).toEqual({ n: EVENTS });
    expect(manifest).toMatchObject({ events: null, events_missing: 'another program holds them' });
    expect(existsSync(path.join(folder, EVENTS_FILE))).toBe(false);
    expect(await restore(await places.fresh(), folder)).toMatchObject({ withEvents: false });
  });

  it('of a time before ClickHouse are left out, and the manifest says who has them now', async () => {
    const folder = places.dir();
    const manifest = await backUp({ ...config, CLICKHOUSE_URL: 'http://127.0.0.1:1/parapet' }, folder);
    expect(manifest).toMatchObject({ events: null, events_missing: 'ClickHouse has them, and tools of its own' });
    expect(existsSync(path.join(folder, EVENTS_FILE))).toBe(false);
  });

  it('are in a backup of a running Parapet, as they were at one moment, while it goes on', async () => {
    const source = await places.fresh();
    await withStore(source, migrate);
    const store = await openDuckdbStore(eventsFile(source.DATA_DIR));
    await generate(store, { events: EVENTS, from: 1_700_000_000_000, to: 1_700_300_000_000 });
    const copies = await CopyServer.open(path.dirname(eventsFile(source.DATA_DIR)), store);
    let isOver = false;
    let sent = 0;
    const writing = (async () => {
      for (; !isOver; sent++) await store.insert([batch(sent)]);
    })();
    const folder = places.dir();
    const manifest = await backUp(source, folder).finally(() => {
      isOver = true;
    });
    await writing;
    await copies.close();
    await store.close();
    const target = await places.fresh();
    await restore(target, folder);
    const restored = await openDuckdbStore(eventsFile(target.DATA_DIR));
    const { events, batches } = await restored.stats();
    const [counted] = await restored.query('SELECT sum(requests)::DOUBLE AS n FROM rollup_traffic_1d');
    await restored.close();
    expect(sent).toBeGreaterThan(0);
    expect(events).toBe(EVENTS + 2 * batches);
    expect(counted).toEqual({ n: events });
    expect(manifest).toMatchObject({ events: { events }, events_missing: '' });
    expect(readdirSync(path.dirname(eventsFile(source.DATA_DIR)))).toEqual(['events.duckdb']);
  });

  it('that cannot be copied are an error, not a backup without them', async () => {
    const store = await openDuckdbStore(eventsFile(config.DATA_DIR));
    const folder = places.dir();
    let end = () => {};
    const refusedWhere = async (pauseCheckpoints: DuckdbStore['pauseCheckpoints'], reason: string) => {
      const copies = await CopyServer.open(path.dirname(eventsFile(config.DATA_DIR)), { pauseCheckpoints });
      end = () => void copies.close();
      await expect(backUp(config, folder)).rejects.toThrow(
        `the events of the running Parapet could not be copied: ${reason}`,
      );
      await copies.close();
      expect(existsSync(folder)).toBe(false);
    };
    const tooMuch = AbortSignal.abort(new Error('more than 1024 MB were stored meanwhile'));
    await refusedWhere(() => Promise.reject(new Error('no checkpoint')), 'no checkpoint');
    await refusedWhere((work) => work(tooMuch), 'more than 1024 MB were stored meanwhile');
    await refusedWhere((work, signal) => {
      const copying = work(signal);
      end();
      return copying;
    }, 'it ended');
    await store.close();
  });

  it('in place are never replaced, but can be kept', async () => {
    const target = await places.fresh();
    mkdirSync(path.dirname(eventsFile(target.DATA_DIR)), { recursive: true });
    writeFileSync(eventsFile(target.DATA_DIR), 'other events');
    await expect(restore(target, dir)).rejects.toThrow(/there are events in .* already; .* --without-events/);
    await restore(target, dir, true);
    expect(readFileSync(eventsFile(target.DATA_DIR), 'utf8')).toBe('other events');
  });

  it('that a restore put in place before it died are taken by the next one', async () => {
    const target = await places.fresh();
    mkdirSync(path.dirname(eventsFile(target.DATA_DIR)), { recursive: true });
    cpSync(path.join(dir, EVENTS_FILE), eventsFile(target.DATA_DIR));
    expect(await restore(target, dir)).toMatchObject({ withEvents: true });
    await expect(restore(target, dir)).rejects.toThrow('is not empty');
  });

  it('are verified, taken back when the rest fails, and of a version this program knows', async () => {
    const changed = places.dir();
    cpSync(dir, changed, { recursive: true });
    const file = path.join(changed, EVENTS_FILE);
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const target = await places.fresh();
    await expect(restore(target, changed)).rejects.toThrow(`${EVENTS_FILE} is not as it was written`);

    const manifest = readManifest(dir);
    const wrongs = [
      [{ ...manifest, version: '0003-policies' }, 'the backup does not hold'],
      [{ ...manifest, events: manifest.events && { ...manifest.events, schema: 99 } }, 'the events have version 99'],
    ] as const;
    for (const [said, reason] of wrongs) {
      const folder = places.dir();
      cpSync(dir, folder, { recursive: true, filter: (name) => !name.endsWith('manifest.json') });
      writeManifest(folder, said);
      await expect(restore(target, folder)).rejects.toThrow(reason);
      for (const name of ['analytics', 'analytics.partial']) {
        expect(existsSync(path.join(target.DATA_DIR, name)), name).toBe(false);
      }
    }
    await restore(target, dir);
    expect(await sums(target)).toEqual(await sums(config));
  });
});
