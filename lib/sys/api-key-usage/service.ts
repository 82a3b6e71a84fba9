import type { Ctx } from '@/lib/api/context';
import type { Since } from '@/lib/sys/api-keys/contract';
import { known, logsOf, startOf } from '@/lib/sys/api-keys/reads';
import { findKey, type StoredKey } from '@/lib/sys/api-keys/repository';
import { type KeyUsage, type LeastPrivilege, MAX_WINDOW_DAYS } from './contract';
import { effectivePermissions, neededOf } from './needed';
import * as repository from './repository';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Named at most; a page has no use for more. */
const ENDPOINTS = 20;
const FAILURES = 20;
const ADDRESSES = 50;

const STEPS = { '5m': 300_000, '1h': HOUR_MS, '1d': DAY_MS } as const;

/** The same steps as charts over the same length of time have (DESIGN 5, Window). */
function granularityOf(length: number): keyof typeof STEPS {
  if (length <= DAY_MS) return '5m';
  return length <= 14 * DAY_MS ? '1h' : '1d';
}

/** Every bucket between the first and the last moment, in order, with zeros where nothing was counted. */
export function filled(calls: KeyUsage['calls'], { from, to }: repository.Window, step: number): KeyUsage['calls'] {
  const counted = new Map(calls.map((bucket) => [bucket.time, bucket]));
  const all: KeyUsage['calls'] = [];
  for (let time = from - (from % step); time <= to; time += step) {
    all.push(counted.get(time) ?? { time, success: 0, client_err: 0, server_err: 0 });
  }
  return all;
}

/** How a key was used since a moment, by default a day ago; at most 90 days back. Throws not_found. */
export async function readUsage(ctx: Ctx, key_id: string, since: Since = { ago_ms: DAY_MS }): Promise<KeyUsage> {
  const key = known(await findKey(ctx.db, ctx.scope, key_id));
  const db = await logsOf(ctx);
  const to = ctx.now;
  const from = Math.min(to, Math.max(startOf(since, to), to - MAX_WINDOW_DAYS * DAY_MS));
  const window = { from, to };
  const granularity = granularityOf(to - from);
  const step = STEPS[granularity];
  const [calls, endpoints, failures, addresses] = await Promise.all([
    repository.countByTime(db, key, window, step),
    repository.topEndpoints(db, key, window, ENDPOINTS),
    repository.topFailures(db, key, window, FAILURES),
    repository.addresses(db, key, window, 'all'),
  ]);
  return {
    ...window,
    granularity,
    calls: filled(calls, window, step),
    endpoints,
    failures,
    addresses: addresses.slice(0, ADDRESSES),
    address_count: addresses.length,
  };
}

/** The last `days` of a key, or its whole life where that is shorter. */
export function windowOf(ctx: Ctx, key: StoredKey, days: number) {
  const wanted = ctx.now - days * DAY_MS;
  return { from: Math.max(wanted, key.ctime), to: ctx.now, covers_window: key.ctime <= wanted };
}

/** What a key may do beside what it did, so that what it never needed can go. Throws not_found. */
export async function readLeastPrivilege(ctx: Ctx, key_id: string, days: number): Promise<LeastPrivilege> {
  const key = known(await findKey(ctx.db, ctx.scope, key_id));
  const effective = await effectivePermissions(ctx.db, key);
  const { covers_window, ...window } = windowOf(ctx, key, days);
  const rows = await repository.countByPermission(await logsOf(ctx), key, window);
  const { needed, calls, unknown } = neededOf(rows);
  const permissions = effective.map(
    (permission) => needed.get(permission) ?? { permission, count: 0, last_used_at: 0 },
  );
  return {
    days,
    from: window.from,
    covers_window,
    calls,
    unknown_calls: unknown,
    permissions,
    lost: [...needed.values()].filter(({ permission }) => !effective.includes(permission)),
    proposed_scopes: permissions.filter(({ count }) => count > 0).map(({ permission }) => permission),
  };
}
