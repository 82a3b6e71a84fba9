import { type Analytics, openAnalytics } from '@/lib/analytics/open';
import { ChainChecks } from '@/lib/audit/chain-checks';
import { CallLog } from '@/lib/auth/keys/call-log';
import { KeyRate } from '@/lib/auth/keys/rate-limit';
import { Passwords } from '@/lib/auth/password';
import { PrincipalCache } from '@/lib/auth/principal-cache';
import { randomBase62 } from '@/lib/auth/tokens';
import { type Config, readConfig } from '@/lib/config/env';
import { migrate } from '@/lib/db/migrate';
import { openStore, type Store } from '@/lib/db/store';
import { type Searchable, searchedDomains } from '@/lib/guard/domains/search';
import { type DomainCounts, domainCounts } from '@/lib/guard/domains/visibility';
import { isOwn, isRefused } from '@/lib/guard/probes/addresses';
import { type Names, namesFrom } from '@/lib/guard/probes/names';
import { Prober } from '@/lib/guard/probes/prober';
import { Jobs } from '@/lib/jobs/jobs';
import { freeAll } from '@/lib/jobs/queue';
import { createLogger, type Logger } from '@/lib/log/logger';
import { createMetrics, type Metrics } from '@/lib/log/metrics';
import { provision } from '@/lib/provision/provision';
import { openSeal } from '@/lib/seal/open';
import type { Seal } from '@/lib/seal/seal';
import { loadOems, type Oem } from '@/lib/tenancy/oem';
import type { Scope } from '@/lib/tenancy/scope';
import { openQueues, type Queues } from '@/lib/work/queues';

/** Everything a process holds while it serves; handed to whoever needs it, never imported as state. */
export type Runtime = {
  config: Config;
  log: Logger;
  metrics: Metrics;
  store: Store;
  analytics: Analytics;
  /** Opens and closes what is secret at rest. */
  seal: Seal;
  principals: PrincipalCache;
  keyCalls: CallLog;
  keyRate: KeyRate;
  chainChecks: ChainChecks;
  /** Work after the commit. */
  jobs: Jobs;
  oemOf: (host: string) => Oem;
  /** How many domains a caller sees, by audit status. */
  domainCounts: (scope: Scope) => Promise<DomainCounts>;
  /** What a caller may search of those domains. */
  searchedDomains: (scope: Scope) => Promise<Searchable>;
  /** Scarce work, each kind in fair turns. */
  queues: Queues;
  passwords: Passwords;
  /** Tries origins. */
  prober: Prober;
  names: Names;
  /** Ports on this machine that no probe may reach: the front server adds the one it listens on. */
  ownPorts: Set<number>;
  /** Lets the ingest command on this machine in; new at every start. */
  localToken: string;
  /** Answers are checked against their contracts. */
  checkAnswers: boolean;
  /** The administrator's first password, to be printed once. */
  firstPassword: string | undefined;
  close(): Promise<void>;
};

/** Opens the stores, brings them up to date and applies what the operator provided. Throws ConfigError. */
export async function openRuntime(config: Config): Promise<Runtime> {
  const log = createLogger(config.LOG_LEVEL);
  const store = openStore({ folder: config.DATA_DIR, databaseUrl: config.DATABASE_URL });
  try {
    await migrate(store);
    const seal = await openSeal(store, config);
    const firstPassword = await provision(store, config);
    const analytics = await openAnalytics(config.DATA_DIR, store.read, log);
    const metrics = createMetrics();
    const queues = openQueues(metrics);
    const names = namesFrom(config.DNS_RESOLVERS);
    const ownPorts = new Set(config.DATABASE_URL ? [Number(new URL(config.DATABASE_URL).port || 5432)] : []);
    const isForbidden = (address: string, port: number) => isRefused(address) || isOwn(address, port, ownPorts);
    const keyCalls = new CallLog(store, metrics, log);
    const chainChecks = new ChainChecks(store, log, seal);
    const runtime: Runtime = {
      config,
      log,
      metrics,
      store,
      analytics,
      seal,
      principals: new PrincipalCache(store.kind === 'embedded'),
      keyCalls,
      keyRate: new KeyRate(),
      chainChecks,
      queues,
      passwords: new Passwords(queues.passwords),
      jobs: new Jobs(() => runtime),
      prober: new Prober({ names, queue: queues.probes, isForbidden }),
      names,
      ownPorts,
      oemOf: await loadOems(store.read),
      domainCounts: domainCounts(store.read),
      searchedDomains: searchedDomains(store.read),
      localToken: randomBase62(43),
      checkAnswers: config.NODE_ENV !== 'production',
      firstPassword,
      async close() {
        await runtime.jobs.close();
        await chainChecks.close();
        await keyCalls.close();
        await analytics.close();
        await store.close();
      },
    };
    // Nobody else works on the embedded store, so what a killed process had is free at once.
    if (store.kind === 'embedded') await store.transaction(freeAll);
    await runtime.jobs.start();
    return runtime;
  } catch (error) {
    await store.close();
    throw error;
  }
}

const KEY = Symbol.for('parapet.runtime');
type Holder = { [KEY]?: Promise<Runtime> };

/** The front server shares its runtime with the pages Next renders in the same process. */
export function shareRuntime(runtime: Runtime): void {
  (globalThis as Holder)[KEY] = Promise.resolve(runtime);
}

/** The process's runtime; opened at the first call where no front server has done so. */
export function sharedRuntime(): Promise<Runtime> {
  const holder = globalThis as Holder;
  holder[KEY] ??= openRuntime(readConfig());
  return holder[KEY];
}
