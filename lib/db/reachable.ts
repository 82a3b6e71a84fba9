import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { ConfigError } from '@/lib/config/env';
import type { Logger } from '@/lib/log/logger';
import { isStoreDown } from './dialect';
import type { Store } from './store';

/** PostgreSQL may start beside Parapet, or after it: for so long a start waits for it. */
const PATIENCE_MS = 60_000;
const AGAIN_MS = 250;

/**
 * Resolves once the store answers over the connections that write; the embedded one is there when it is open. Throws
 * ConfigError where it does not within `patience_ms`, and at once what no waiting would mend, such as a wrong password.
 */
export async function untilReachable(store: Store, log: Logger, patience_ms = PATIENCE_MS): Promise<void> {
  if (store.kind === 'embedded') return;
  const until = performance.now() + patience_ms;
  for (let isFirst = true; ; isFirst = false) {
    try {
      await store.transaction((tx) => sql`select 1`.execute(tx));
      return;
    } catch (error) {
      if (!isStoreDown(error)) throw new ConfigError(`DATABASE_URL: ${(error as Error).message}`);
      const reason = (error as Error).message || (error as { code?: string }).code;
      if (performance.now() > until) throw new ConfigError(`DATABASE_URL: PostgreSQL does not answer (${reason})`);
      if (isFirst) log.warn({ reason }, 'the start waits for PostgreSQL');
      await pause(AGAIN_MS);
    }
  }
}
