import type { Ctx } from '@/lib/api/context';
import { AUDIT_OK } from '@/lib/audit/record';
import { ACTOR_TYPES } from '@/lib/audit/vocabulary';
import type { AuditOverview } from './contract';
import * as queries from './overview-queries';

const HOUR = 3_600_000;
const TOP_ACTIONS = 10;

type Counted = Awaited<ReturnType<typeof queries.countOperations>>[number];

/** What happened in the last hours, every figure of what the caller may see (spec 4.4, visibility). */
export async function readOverview(ctx: Ctx, hours: number): Promise<AuditOverview> {
  const range = { start_time: ctx.now - hours * HOUR, end_time: ctx.now, bucket_ms: HOUR };
  const of = [ctx.runtime.store.scan, ctx.scope, range] as const;
  const [operations, assignments, failures, names, addresses] = await Promise.all([
    queries.countOperations(...of),
    queries.countRoleAssignments(...of),
    queries.countFailedSignIns(...of),
    queries.topFailedSignIns(...of, 'user_name'),
    queries.topFailedSignIns(...of, 'ip'),
  ]);
  const total = sum(operations);
  const done = operations.filter((row) => row.status === AUDIT_OK);
  const doneOf = (isMeant: (action: string) => boolean) => sum(done.filter((row) => isMeant(row.action)));
  return {
    start_time: range.start_time,
    end_time: range.end_time,
    operations: { total, done: sum(done), failed: total - sum(done) },
    by_actor_type: ACTOR_TYPES.map((actor_type) => ({
      actor_type,
      count: sum(operations.filter((row) => row.actor_type === actor_type)),
    })).filter(({ count }) => count > 0),
    top_actions: topActions(operations),
    sign_ins: {
      failed: sum(failures),
      by_name: names.map(({ value, count }) => ({ user_name: value, count: Number(count) })),
      by_ip: addresses.map(({ value, count }) => ({ ip: value, count: Number(count) })),
    },
    new_api_keys: doneOf((action) => action === 'sys.apikey.create'),
    new_users: doneOf((action) => action === 'sys.user.create'),
    role_changes: doneOf((action) => action.startsWith('sys.role.')) + assignments,
    on_behalf: sum(operations.filter((row) => row.actor_type === 'staff' && Number(row.on_behalf) === 1)),
    series: seriesOf(range, operations, failures),
  };
}

const sum = (rows: readonly { count: number }[]) => rows.reduce((total, row) => total + Number(row.count), 0);

function topActions(rows: readonly Counted[]): AuditOverview['top_actions'] {
  const byAction = new Map<string, { action: string; done: number; failed: number }>();
  for (const { action, status, count } of rows) {
    const entry = byAction.get(action) ?? { action, done: 0, failed: 0 };
    entry[status === AUDIT_OK ? 'done' : 'failed'] += Number(count);
    byAction.set(action, entry);
  }
  const total = (entry: { done: number; failed: number }) => entry.done + entry.failed;
  return [...byAction.values()]
    .sort((a, b) => total(b) - total(a) || (a.action < b.action ? -1 : 1))
    .slice(0, TOP_ACTIONS);
}

function seriesOf(
  { start_time, end_time, bucket_ms }: queries.Range,
  operations: readonly Counted[],
  failures: readonly { bucket: number; count: number }[],
): AuditOverview['series'] {
  const first = Math.floor(start_time / bucket_ms);
  const last = Math.floor(end_time / bucket_ms);
  const series = Array.from({ length: last - first + 1 }, (_, i) => ({
    time: (first + i) * bucket_ms,
    done: 0,
    failed: 0,
    failed_sign_ins: 0,
  }));
  const add = (bucket: number, name: 'done' | 'failed' | 'failed_sign_ins', count: number) => {
    const entry = series[Number(bucket) - first];
    if (entry) entry[name] += Number(count);
  };
  for (const row of operations) add(row.bucket, row.status === AUDIT_OK ? 'done' : 'failed', row.count);
  for (const row of failures) add(row.bucket, 'failed_sign_ins', row.count);
  return series;
}
