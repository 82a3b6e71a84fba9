import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makePlaces, withStore } from '@/lib/backup/testing';
import { type Config, ConfigError } from '@/lib/config/env';
import type { Logger } from '@/lib/log/logger';
import { MIGRATIONS, migrate, versionOf } from './migrate';
import { postgresDb, postgresPool } from './postgres';
import { fillOldStore } from './testing-old-store';

const places = makePlaces();
afterAll(() => places.close());

let config: Config;
beforeEach(async () => {
  config = await places.fresh();
});

/** Has a connection of its own do `begin` while `work` runs, and `end` when that asks for it. */
async function meanwhile(begin: string, end: string, work: (free: () => Promise<unknown>) => Promise<void>) {
  const other = new pg.Client({ connectionString: config.DATABASE_URL });
  await other.connect();
  try {
    await other.query(begin);
    await work(() => other.query(end));
  } finally {
    await other.end();
  }
}

describe('a start beside one that brings the store up to date', () => {
  it('waits for it, and says so', async ({ skip }) => {
    if (!config.DATABASE_URL) return skip('the embedded store belongs to one process');
    const lock = (name: string) => `select pg_advisory${name}(3853314791062309107)`;
    const warn = vi.fn();
    await withStore(config, (store) =>
      meanwhile(lock('_lock'), lock('_unlock'), async (free) => {
        const migrated = migrate(store, { warn } as unknown as Logger);
        await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), { timeout: 5_000 });
        expect(String(warn.mock.calls[0]?.at(-1))).toContain('another process brings the store up to date');
        await free();
        await migrated;
        expect(await versionOf(store.read)).toBe(MIGRATIONS.at(-1));
      }),
    );
  });

  it('says nothing where it is the only one', async () => {
    const warn = vi.fn();
    await withStore(config, (store) => migrate(store, { warn } as unknown as Logger));
    expect(warn).not.toHaveBeenCalled();
  });

  it('says nothing on the embedded store, which is its own, however long it takes', async ({ skip }) => {
    if (config.DATABASE_URL) return skip('PostgreSQL may have other processes');
    const warn = vi.fn();
    await withStore(config, async (store) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const migrated = migrate(store, { warn } as unknown as Logger);
        vi.advanceTimersByTime(5_000);
        await migrated;
      } finally {
        vi.useRealTimers();
      }
    });
    expect(warn).not.toHaveBeenCalled();
  });

  it('ends with one sentence where it would wait too long for a table', async ({ skip }) => {
    const { DATABASE_URL } = config;
    if (!DATABASE_URL) return skip('the embedded store belongs to one process');
    const writer = postgresDb(postgresPool(DATABASE_URL, { statement_timeout: false, lock_timeout: 200 }));
    await withStore(config, async (store) => {
      await fillOldStore(store);
      const before = await versionOf(store.read);
      await meanwhile('begin; lock table domains', 'rollback', async () => {
        const refused = await migrate({ ...store, writer }).catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(ConfigError);
        expect(String(refused)).toMatch(/DATABASE_URL: .*stop every other process.*\(canceling statement due to lock/);
      });
      expect(await versionOf(store.read)).toBe(before);
    });
    await writer.destroy();
  });
});
