import { PrincipalMemory } from '@/lib/auth/authenticate';
import { randomBase62 } from '@/lib/auth/tokens';
import { type Config, readConfig } from '@/lib/config/env';
import { migrate } from '@/lib/db/migrate';
import { openStore, type Store } from '@/lib/db/store';
import { createLogger, type Logger } from '@/lib/log/logger';
import { createMetrics, type Metrics } from '@/lib/log/metrics';
import { provision } from '@/lib/provision/provision';
import { loadOems, type Oem } from '@/lib/tenancy/oem';

/** Everything a process holds while it serves; handed to whoever needs it, never imported as state. */
export type Runtime = {
  config: Config;
  log: Logger;
  metrics: Metrics;
  store: Store;
  principals: PrincipalMemory;
  oemOf: (host: string) => Oem;
  /** Country of an address, as ISO 3166-1 alpha-2; empty when unknown. */
  districtOf: (ip: string) => string;
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
    const firstPassword = await provision(store, config);
    return {
      config,
      log,
      metrics: createMetrics(),
      store,
      principals: new PrincipalMemory(store.kind === 'embedded'),
      oemOf: await loadOems(store.read),
      districtOf: () => '',
      localToken: randomBase62(43),
      checkAnswers: config.NODE_ENV !== 'production',
      firstPassword,
      close: () => store.close(),
    };
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
