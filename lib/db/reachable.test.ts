import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ConfigError } from '@/lib/config/env';
import { createLogger } from '@/lib/log/logger';
import { startRelay } from '@/scripts/faults/relay';
import { testDatabase } from '@/test/parapet';
import { untilReachable } from './reachable';
import { openStore, type Store } from './store';

const database = await testDatabase();
const log = createLogger('silent');
const opened: { close(): Promise<void> }[] = [];

async function behindRelay(url: string): Promise<{ store: Store; point: (url: string) => void }> {
  const relay = await startRelay();
  const store = openStore({ folder: '', databaseUrl: relay.over(url) });
  opened.push(relay, store);
  return { store, point: relay.point };
}

afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});
afterAll(() => database?.drop());

describe('a start', () => {
  it('names the setting where PostgreSQL does not answer in time', async () => {
    const { store } = await behindRelay('postgres://nobody@127.0.0.1:1/none');
    const refused = await untilReachable(store, log, 300).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigError);
    expect(String(refused)).toContain('DATABASE_URL: PostgreSQL does not answer (');
  });

  it.runIf(database)('waits for a PostgreSQL that comes later', async () => {
    const url = database?.url ?? '';
    const { store, point } = await behindRelay(url);
    const reached = untilReachable(store, log).then(() => 'reached');
    expect(await Promise.race([reached, pause(700, 'waits')])).toBe('waits');
    point(url);
    expect(await reached).toBe('reached');
  });

  it.runIf(database)('does not wait for a database that nobody made', async () => {
    const url = `${database?.url}-missing`;
    const { store, point } = await behindRelay(url);
    point(url);
    const refused = await untilReachable(store, log).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigError);
    expect(String(refused)).toMatch(/DATABASE_URL: database ".*-missing" does not exist/);
  });
});
