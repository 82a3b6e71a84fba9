import { eventsFile } from '@/lib/analytics/open';
import { randomBase62, tokenHash } from '@/lib/auth/tokens';
import { openDataDir } from '@/lib/config/data-dir';
import type { Config } from '@/lib/config/env';
import { migrate } from '@/lib/db/migrate';
import { untilReachable } from '@/lib/db/reachable';
import { openStore, type Store, storeFile } from '@/lib/db/store';
import type { Logger } from '@/lib/log/logger';
import { createMetrics, type Metrics } from '@/lib/log/metrics';
import { provision } from '@/lib/provision/provision';
import { openSeal } from '@/lib/seal/open';
import type { Seal } from '@/lib/seal/seal';
import { loadOems, type Oem } from '@/lib/tenancy/oem';
import type { Closers } from './closers';

/** What every part of the runtime may build on. */
export type Core = {
  config: Config;
  log: Logger;
  metrics: Metrics;
  store: Store;
  /** Opens and closes what is secret at rest. */
  seal: Seal;
  oemOf: (host: string) => Promise<Oem>;
  /** Aborted when the process begins to stop: it answers what still comes, and asks everybody to go elsewhere. */
  ending: AbortController;
  /** Lets the ingest command on this machine in; new at every start. */
  localToken: string;
  localTokenHash: string;
  /** Answers are checked against their contracts. */
  checkAnswers: boolean;
  /** The administrator's first password, to be printed once. */
  firstPassword: string | undefined;
};

/** Opens the store, brings it up to date and applies what the operator provided. Throws ConfigError. */
export async function openCore(config: Config, log: Logger, closers: Closers): Promise<Core> {
  openDataDir(config.DATA_DIR, [storeFile(config.DATA_DIR), eventsFile(config.DATA_DIR)]);
  const metrics = createMetrics();
  const store = openStore({ folder: config.DATA_DIR, databaseUrl: config.DATABASE_URL, figures: metrics.queues });
  closers.add(() => store.close());
  await untilReachable(store, log);
  await migrate(store, log);
  const seal = await openSeal(store, config);
  const firstPassword = await provision(store, config);
  const localToken = randomBase62(43);
  return {
    config,
    log,
    metrics,
    store,
    seal,
    oemOf: await loadOems(store),
    ending: new AbortController(),
    localToken,
    localTokenHash: tokenHash(localToken),
    checkAnswers: config.NODE_ENV !== 'production',
    firstPassword,
  };
}
