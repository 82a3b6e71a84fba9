import { join } from 'node:path';
import { domainMatcher, type MatchHost } from '@/lib/guard/domains/hosts';
import { domainVisibility } from '@/lib/guard/domains/visibility';
import type { Runtime } from '@/lib/runtime/runtime';
import type { Scope } from '@/lib/tenancy/scope';
import { type Enricher, openEnricher } from './enrich/enricher';
import { IngestQueue } from './ingest/queue';
import { openDuckdbStore } from './store/duckdb';
import type { AnalyticsStore } from './store/store';

/** The analytics half of a process. */
export type Analytics = {
  store: AnalyticsStore;
  queue: IngestQueue;
  /** Loaded when the first event comes. */
  enricher(): Enricher;
  matchHost(): Promise<MatchHost>;
  visibleDomains(scope: Scope): Promise<readonly string[]>;
};

async function openAnalytics(runtime: Runtime): Promise<Analytics> {
  const store = await openDuckdbStore(join(runtime.config.DATA_DIR, 'analytics', 'events.duckdb'));
  let enricher: Enricher | undefined;
  return {
    store,
    queue: new IngestQueue(store),
    enricher: () => {
      enricher ??= openEnricher();
      return enricher;
    },
    matchHost: domainMatcher(runtime.store.read),
    visibleDomains: domainVisibility(runtime.store.read),
  };
}

const opened = new WeakMap<Runtime, Promise<Analytics>>();

/** The analytics of a process; opened at the first call and closed with the runtime. Rejects with StoreInUse. */
export function analyticsOf(runtime: Runtime): Promise<Analytics> {
  const found = opened.get(runtime);
  if (found) return found;
  const opening = openAnalytics(runtime);
  opened.set(runtime, opening);
  opening.catch(() => opened.delete(runtime));
  const closeRuntime = runtime.close.bind(runtime);
  runtime.close = async () => {
    await opening.then(({ store }) => store.close()).catch(() => undefined);
    await closeRuntime();
  };
  return opening;
}
