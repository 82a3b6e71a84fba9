import { sql } from 'kysely';
import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { capped, MAX_REVISION } from '@/lib/audit/detail';
import { type Changes, diff } from '@/lib/audit/diff';
import { AUDIT_OK, appendAudit, auditEntry } from '@/lib/audit/record';
import { redact } from '@/lib/audit/redact';
import { currentCaller, requireStillAllowed } from '@/lib/auth/still-allowed';
import { isForeignKeyViolation, isUniqueViolation } from '@/lib/db/dialect';
import { prepared } from '@/lib/db/prepared';
import type { Tx } from '@/lib/db/store';
import type { Tables } from '@/lib/db/tables';
import { enqueue, type Order } from '@/lib/jobs/queue';

declare module '@/lib/db/tables' {
  interface Tables {
    revisions: {
      object_type: string;
      object_id: string;
      revision: number;
      oem_id: string;
      audit_id: number;
      ctime: number;
      before: string;
      after: string;
    };
  }
}

/** Messages of a kind of job. */
export type Later = { kind: string; orders: readonly Order[] };

/**
 * Another object that the change affects: deleted by the store with the one it belongs to, changed where it has an `after`,
 * created where it had no `before`; `type` is the resource of its own endpoints.
 */
export type Cascade = { type: string; id: string; before: object | null; after?: object };

/** What a mutation reports about itself. */
export type Change<T> = {
  /** Id and readable name of the object, for the audit row. */
  id: string;
  label: string;
  owner?: { user_id: string; user_name: string };
  /** Id of another object that it is about too: a search for that id finds the audit row, whose detail names it. */
  also?: string;
  /**
   * The whole object before and after; null where it did not exist. Left out: no revision is kept, and the audit row says what
   * changed of the `cascades`.
   */
  before?: object | null;
  after?: object | null;
  /** Objects that begin, end or change with this one: each gets a revision of its own, by the same audit row. */
  cascades?: readonly Cascade[];
  /** Work after the commit, delivery to nodes above all: asked for with the change and its audit row, or not at all. */
  later?: Later | readonly Later[];
  /** Users, roles or sessions changed, so cached principals are stale. */
  identityChanged?: boolean;
  /** The change itself took away what let the caller in, and asked for it before (`requireStillAllowed`). */
  endsCaller?: boolean;
  data: T;
};

/**
 * Every write of the product goes through here. In one transaction: the mutation, its audit row with the field-level
 * diff, a revision of the object, and the deliveries it causes. If any part fails none happened; the promise resolves
 * after the commit. A broken unique constraint is the `conflict`. Throws 401 where the caller's
 * session or key ended before the commit, 403 where the permission that let them in was taken away.
 */
export async function change<T>(
  ctx: Ctx,
  work: (tx: Tx) => Promise<Change<T>>,
  conflict = () => new AppError('err.conflict'),
): Promise<T> {
  try {
    const { data, identityChanged, later } = await ctx.runtime.store.transaction(async (tx) => {
      const done = await work(tx);
      await record(ctx, tx, done);
      // Audit rows are written one after another, so whatever was taken from the caller earlier is seen here, unlocked.
      if (!done.endsCaller) await requireStillAllowed(tx, ctx);
      return done;
    });
    for (const { kind } of listed(later)) ctx.runtime.jobs.wake(kind);
    if (identityChanged) ctx.runtime.principals.clear();
    ctx.runtime.metrics.changes.inc({ action: ctx.route.action });
    return data;
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict();
    // The account, deleted meanwhile, is missing as an owner.
    if (isForeignKeyViolation(error) && !(await currentCaller(ctx.db, ctx.principal))) {
      throw new AppError('err.auth.required');
    }
    throw error;
  }
}

type Json = Record<string, unknown>;

/** What may be seen of an object that the called endpoint writes; its audit row and its revision show the same. */
function shownBy(ctx: Ctx): (value: object) => Json {
  const known = new Map<object, Json>();
  return (value) => {
    const shown = known.get(value) ?? (redact(value, ctx.route.endpoint.body) as Json);
    known.set(value, shown);
    return shown;
  };
}

async function record(ctx: Ctx, tx: Tx, done: Change<unknown>): Promise<void> {
  const before = (done.before ?? null) as Json | null;
  const after = (done.after ?? null) as Json | null;
  const shown = shownBy(ctx);
  const also = done.also === undefined ? {} : { also: done.also };
  const detail = { changes: changesOf(done, shown), params: ctx.request.params, ...also };
  const http_status = ctx.route.endpoint.status ?? 200;
  const audit_id = await appendAudit(tx, auditEntry(ctx, done, { status: AUDIT_OK, http_status, biz_code: 0, detail }));
  const { audit } = ctx.route.endpoint;
  const type = audit && 'resource' in audit ? audit.resource : '';
  const own = before !== null || after !== null ? [{ type, id: done.id, before, after }] : [];
  const affected = (done.cascades ?? []).map((cascade) => ({ after: null, ...cascade }));
  for (const revision of [...own, ...affected]) await appendRevision(ctx, tx, { ...revision, audit_id }, shown);
  for (const { kind, orders } of listed(done.later)) {
    await enqueue(
      tx,
      kind,
      orders.map((order) => ({ ...order, audit_id })),
    );
  }
}

/** What changed of the object; where the change is of several others alike and of none itself, of each of them under its id. */
function changesOf({ before, after, cascades = [] }: Change<unknown>, shown: (value: Json) => Json): Changes {
  if (before || after) return diff((before ?? null) as Json | null, (after ?? null) as Json | null, shown);
  const changes = cascades.flatMap(({ id, before: was, after: is = null }) =>
    Object.entries(diff(was as Json | null, is as Json | null, shown)).map(([path, one]) => [`${id}.${path}`, one]),
  );
  return Object.fromEntries(changes);
}

const listed = (later: Change<unknown>['later']) => [later ?? []].flat();

type Revision = { type: string; id: string; before: object | null; after: object | null; audit_id: number };

const insertRevision = prepared((db, row: Omit<Tables['revisions'], 'revision'>) => {
  const { object_type, object_id } = row;
  const revision = db
    .selectFrom('revisions')
    .select(sql<number>`coalesce(max(revision), 0) + 1`.as('revision'))
    .where('object_type', '=', object_type)
    .where('object_id', '=', object_id);
  return db.insertInto('revisions').values({ ...row, revision });
});

async function appendRevision(
  ctx: Ctx,
  tx: Tx,
  { type, id, before, after, audit_id }: Revision,
  shown: (value: object) => Json,
): Promise<void> {
  await insertRevision(tx, {
    object_type: type,
    object_id: id,
    oem_id: ctx.oem.oem_id,
    audit_id,
    ctime: ctx.now,
    before: before ? capped(shown(before), MAX_REVISION) : 'null',
    after: after ? capped(shown(after), MAX_REVISION) : 'null',
  });
}
