/**
 * Alerts of the demonstration: its rules judged as the job would have judged them while the wave, the slow origin and the
 * deployment went on, and handled by the company's people. Parapet must be stopped, since it owns both stores.
 */
import { judgeRules } from '@/lib/analytics/alert-rules/evaluate';
import { STEP_MS } from '@/lib/analytics/alert-rules/judge';
import { deleteAlerts } from '@/lib/analytics/alerts/repository';
import { HANDLED } from '@/lib/analytics/alerts/vocabulary';
import { eventsFile } from '@/lib/analytics/open';
import { openDuckdbStore } from '@/lib/analytics/store/duckdb';
import { openStore, type Store } from '@/lib/db/store';
import { DEPLOYMENT, SLOW_ORIGIN, type Span, WAVES } from './traffic';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** What fires at all fires within so long of its beginning; windows after that cost time and find nothing new. */
const WATCHED_MS = 60 * MINUTE_MS;
/** Every other window is enough, and takes half the time. */
const EVERY_MS = 2 * STEP_MS;

/** Who handles alerts, and after how many minutes; null stays open. */
const HANDLING = [['acme-oncall', 7], null, ['acme-root', 41], ['acme-oncall', 190], null, ['acme-child', 18]] as const;

/** Judges what ended while something was wrong, a window after the other, as if it were then. */
async function judge(store: Store, folder: string, now: number): Promise<void> {
  const events = await openDuckdbStore(eventsFile(folder));
  const signal = new AbortController().signal;
  // One after the other, since the latest alert is the one with the highest number.
  const spans: readonly Span[] = [...WAVES, SLOW_ORIGIN, DEPLOYMENT].sort((one, other) => other.from - one.from);
  try {
    for (const { from, to } of spans) {
      const begin = now - from * HOUR_MS;
      const end = Math.min(now - to * HOUR_MS, begin + WATCHED_MS);
      for (let at = begin; at <= end; at += EVERY_MS) {
        await judgeAnew(store);
        await judgeRules({ store, analytics: { store: events } }, at, signal);
      }
    }
  } finally {
    await events.close();
  }
  await judgeAnew(store);
}

/** Rules begin with the window that ends now, rather than with all since they judged last. */
async function judgeAnew(store: Store): Promise<void> {
  await store.transaction((tx) => tx.updateTable('alert_rules').set({ judged_until: 0 }).execute());
}

async function handle(store: Store): Promise<void> {
  const users = await store.read.selectFrom('users').select(['user_id', 'user_name']).execute();
  const idOf = new Map(users.map(({ user_name, user_id }) => [user_name, user_id]));
  const fired = await store.read.selectFrom('alerts').select(['id', 'ctime']).orderBy('id').execute();
  await store.transaction(async (tx) => {
    for (const [i, { id, ctime }] of fired.entries()) {
      const [by, minutes] = HANDLING[i % HANDLING.length] ?? [];
      const process_uid = by === undefined ? undefined : idOf.get(by);
      if (process_uid === undefined || minutes === undefined) continue;
      const process_time = ctime + minutes * MINUTE_MS;
      const handling = { status: HANDLED, process_uid, process_time, last_update_timestamp: process_time };
      await tx.updateTable('alerts').set(handling).where('id', '=', id).execute();
    }
  });
}

/** Makes the alerts anew, as the traffic is; answers how many there are. */
export async function makeAlerts(folder: string, now: number): Promise<number> {
  const store = openStore({ folder, databaseUrl: process.env.DATABASE_URL });
  try {
    while ((await store.transaction((tx) => deleteAlerts(tx, Number.MAX_SAFE_INTEGER, 1_000))) > 0);
    await judge(store, folder, now);
    await handle(store);
    const [{ count } = { count: 0 }] = await store.read
      .selectFrom('alerts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .execute();
    return Number(count);
  } finally {
    await store.close();
  }
}
