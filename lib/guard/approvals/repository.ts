import { type Generated, sql } from 'kysely';
import { numbersOf, rowsOf } from '@/lib/db/dialect';
import type { Db, Tx } from '@/lib/db/store';
import { APPROVED } from '@/lib/guard/domains/contract';
import { domainsById } from '@/lib/guard/domains/repository';
import { siteOf, siteSkeleton } from '@/lib/guard/domains/site';
import type { DomainCounts } from '@/lib/guard/domains/visibility';
import { type Scope, visible } from '@/lib/tenancy/scope';
import type { Decision, Dossier, Hold, Related, Waiting } from './contract';

declare module '@/lib/db/tables' {
  interface Tables {
    domain_decisions: Omit<Decision, 'reason'> & {
      id: Generated<number>;
      domain_id: string;
      /** JSON: the text by language. */
      reason: string;
    };
    approval_holds: HoldRow;
  }
}

export type HoldRow = {
  domain_id: string;
  oem_id: string;
  audit_status: number;
  /** JSON: the text by language. */
  reason: string;
  /** The utime of the domain that was judged, which one changed since is not; UNSEEN where that does not matter. */
  seen_utime: number;
  due_at: number;
  /** Who decided. */
  user_id: string;
  /** JSON: id, peer and user agent of the request that decided. */
  request: string;
};

/** What `seen_utime` is where nobody says how they saw the domain: the decision counts whatever is edited meanwhile. */
export const UNSEEN = 0;

/** How a domain the caller has already found in their scope was judged, newest first. */
export async function listDecisions(db: Db, domain_id: string): Promise<Decision[]> {
  const rows = await db
    .selectFrom('domain_decisions')
    .select(['audit_status', 'reason', 'actor_name', 'ctime'])
    .where('domain_id', '=', domain_id)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({ ...row, reason: JSON.parse(row.reason) }));
}

/** Whether a domain was judged after a moment. */
export async function isDecidedAfter(db: Db, domain_id: string, moment: number): Promise<boolean> {
  const found = db.selectFrom('domain_decisions').select('id').where('domain_id', '=', domain_id);
  return (await found.where('ctime', '>', moment).limit(1).executeTakeFirst()) !== undefined;
}

/** When each of the domains that were ever approved was approved last. */
export async function approvalTimes(db: Db, domain_ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('domain_decisions')
    .select(({ fn }) => ['domain_id', fn.max('ctime').as('at')])
    .where('domain_id', 'in', rowsOf(db, domain_ids))
    .where('audit_status', '=', APPROVED)
    .groupBy('domain_id')
    .execute();
  return new Map(rows.map(({ domain_id, at }) => [domain_id, Number(at)]));
}

export async function insertDecision(tx: Tx, domain_id: string, decision: Decision): Promise<void> {
  const row = { ...decision, domain_id, reason: JSON.stringify(decision.reason) };
  await tx.insertInto('domain_decisions').values(row).execute();
}

/**
 * At most `limit` decisions from before a moment that nobody needs any longer. Of a domain that still exists the last decision is
 * needed, and the last approval, from which its alerts count.
 */
export async function oldDecisions(db: Db, before: number, limit: number): Promise<number[]> {
  const isRepeated = sql<boolean>`exists (
    select 1 from domain_decisions later where later.domain_id = d.domain_id and later.id > d.id
    and (d.audit_status <> ${APPROVED} or later.audit_status = ${APPROVED}))`;
  const isGone = sql<boolean>`not exists (select 1 from domains where domains.domain_id = d.domain_id)`;
  const rows = await db
    .selectFrom('domain_decisions as d')
    .select('d.id')
    .where('d.ctime', '<', before)
    .where((eb) => eb.or([isRepeated, isGone]))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes decisions by their ids. */
export async function deleteDecisions(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('domain_decisions').where('id', 'in', numbersOf(tx, ids)).execute();
}

const WAITING = ['domains.domain_id', 'domains.waits_since'] as const;

/**
 * Domains that wait for a decision, the longest waiting first: at most `size` that nobody has decided, and those on
 * hold, which may come back.
 */
export async function listQueue(db: Db, scope: Scope, size: number): Promise<Waiting[]> {
  const held = db.selectFrom('approval_holds').select('domain_id');
  const [undecided, onHold] = await Promise.all([
    inScope(db, scope)
      .select(WAITING)
      .where('domains.waits_since', '>', 0)
      .where('domains.domain_id', 'not in', held)
      .orderBy('domains.waits_since')
      .orderBy('domains.domain_id')
      .limit(size)
      .execute(),
    onHoldIn(db, scope).select(WAITING).where('domains.waits_since', '>', 0).execute(),
  ]);
  const rows = [...undecided, ...onHold];
  const domains = await domainsById(
    db,
    rows.map(({ domain_id }) => domain_id),
  );
  const waiting = rows.flatMap(({ domain_id, waits_since }, i) => {
    const domain = domains.get(domain_id);
    return domain ? { ...domain, waits_since, on_hold: i >= undecided.length } : [];
  });
  return waiting.sort((a, b) => a.waits_since - b.waits_since || (a.domain_id < b.domain_id ? -1 : 1));
}

/** Replaces an earlier hold of the domain. */
export async function putHold(tx: Tx, hold: HoldRow): Promise<void> {
  await deleteHold(tx, hold.domain_id);
  await tx.insertInto('approval_holds').values(hold).execute();
}

/** Whose decision about the domain is on hold; undefined where none is. */
export async function holderOf(db: Db, domain_id: string): Promise<string | undefined> {
  const found = db.selectFrom('approval_holds').select('user_id').where('domain_id', '=', domain_id);
  return (await found.executeTakeFirst())?.user_id;
}

/** The decision about the domain that waits to take effect, as its audit row says it. */
export const findHold = (db: Db, domain_id: string): Promise<Pick<HoldRow, 'audit_status' | 'due_at'> | undefined> =>
  db
    .selectFrom('approval_holds')
    .select(['audit_status', 'due_at'])
    .where('domain_id', '=', domain_id)
    .executeTakeFirst();

/** The hold taken away; undefined where there was none, or another process was first. */
export function deleteHold(tx: Tx, domain_id: string): Promise<HoldRow | undefined> {
  return tx.deleteFrom('approval_holds').where('domain_id', '=', domain_id).returningAll().executeTakeFirst();
}

/** The same of this very decision, not of one that replaced it. Answers whether it was there. */
export async function deleteThisHold(tx: Tx, { domain_id, due_at }: HoldRow): Promise<boolean> {
  const found = tx.deleteFrom('approval_holds').where('domain_id', '=', domain_id).where('due_at', '=', due_at);
  return (await found.returning('domain_id').executeTakeFirst()) !== undefined;
}

/** The domain that a decision is about, its owner, and who decided. Undefined where the domain is deleted. */
export const namesOf = (db: Db, { domain_id, user_id }: HoldRow) =>
  db
    .selectFrom('domains')
    .innerJoin('users as owner', 'owner.user_id', 'domains.user_id')
    .innerJoin('users as actor', (join) => join.on('actor.user_id', '=', user_id))
    .select(['domains.domain', 'owner.user_id', 'owner.user_name', 'actor.user_name as actor_name'])
    .where('domains.domain_id', '=', domain_id)
    .executeTakeFirst();

/** Crossed, not joined: SQLite keeps the order of a cross join, and would otherwise look for a hold of every domain. */
const onHoldIn = (db: Db, scope: Scope) =>
  db
    .selectFrom('approval_holds')
    .crossJoin('domains')
    .whereRef('domains.domain_id', '=', 'approval_holds.domain_id')
    .where(visible(scope, 'domains'));

export function listHolds(db: Db, scope: Scope): Promise<Hold[]> {
  return onHoldIn(db, scope)
    .innerJoin('users', 'users.user_id', 'approval_holds.user_id')
    .select([
      'approval_holds.domain_id',
      'domains.domain',
      'approval_holds.audit_status',
      'approval_holds.due_at',
      'users.user_name',
    ])
    .orderBy('approval_holds.due_at')
    .execute();
}

/** Holds of these domains whose time has come, over all OEMs. */
export async function dueHolds(db: Db, now: number, domain_ids: readonly string[]): Promise<HoldRow[]> {
  if (domain_ids.length === 0) return [];
  const due = db.selectFrom('approval_holds').selectAll().where('due_at', '<=', now);
  return due.where('domain_id', 'in', domain_ids).orderBy('due_at').execute();
}

const LISTED = 10;

const inScope = (db: Db, scope: Scope) => db.selectFrom('domains').where(visible(scope, 'domains'));

/** The first of these domains, with their owners; only those few are looked at whole. */
async function related(found: ReturnType<typeof inScope>, db: Db, by: 'newest' | 'name'): Promise<Related[]> {
  const first = found.select('domains.domain_id').limit(LISTED);
  const ids = by === 'name' ? first.orderBy('domains.domain') : first.orderBy('domains.ctime', 'desc');
  const rows = db
    .selectFrom('domains')
    .innerJoin('users', 'users.user_id', 'domains.user_id')
    .select(['domains.domain_id', 'domains.domain', 'users.user_name', 'domains.audit_status'])
    .where('domains.domain_id', 'in', ids);
  const inOrder = by === 'name' ? rows.orderBy('domains.domain') : rows.orderBy('domains.ctime', 'desc');
  return inOrder.execute();
}

/** The latest domains of a user but one. */
export function latestOf(db: Db, scope: Scope, user_id: string, but: string): Promise<Related[]> {
  const others = inScope(db, scope).where('domains.user_id', '=', user_id).where('domains.domain_id', '!=', but);
  return related(others, db, 'newest');
}

const ofOthers = (db: Db, scope: Scope, root_id: string) => inScope(db, scope).where('domains.root_id', '!=', root_id);

/** Domains of these names in other accounts. */
export function namesakes(db: Db, scope: Scope, root_id: string, names: readonly string[]): Promise<Related[]> {
  return related(ofOthers(db, scope, root_id).where('domains.domain', 'in', names), db, 'name');
}

const pattern = (name: string) => `%.${name.replaceAll('_', '\\_')}`;
const endsWith = (name: string) => sql<boolean>`domains.domain like ${pattern(name)} escape '\\'`;

/** Domains below a name in other accounts. They belong to its site, so they have its skeleton, which is indexed. */
export function below(db: Db, scope: Scope, root_id: string, name: string): Promise<Related[]> {
  const others = ofOthers(db, scope, root_id).where('domains.skeleton', '=', siteSkeleton(name));
  return related(others.where(endsWith(name)), db, 'name');
}

/** Domains of other sites that look like this one's, in other accounts. */
export function lookAlikes(db: Db, scope: Scope, root_id: string, domain: string): Promise<Related[]> {
  const site = siteOf(domain);
  const others = ofOthers(db, scope, root_id).where('domains.skeleton', '=', siteSkeleton(domain));
  const elsewhere = others.where('domains.domain', '!=', site).where((eb) => eb.not(endsWith(site)));
  return related(elsewhere, db, 'name');
}

/** How many other OEMs have the name. */
export async function countElsewhere(db: Db, oem_id: string, domain: string): Promise<number> {
  const row = await db
    .selectFrom('domains')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('domain', '=', domain)
    .where('oem_id', '!=', oem_id)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

const STATES = { 1: 'unaudited', 2: 'in_review', 3: 'rejected', 4: 'approved' } as const;

/** The owner of a domain, with their domains by audit status. */
export async function readOwner(db: Db, user_id: string, counted: DomainCounts): Promise<Dossier['owner']> {
  const user = await db
    .selectFrom('users')
    .select(['user_id', 'user_name', 'nick_name', 'ctime'])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  const counts = { unaudited: 0, in_review: 0, rejected: 0, approved: 0 };
  for (const [audit_status, n] of counted) counts[STATES[audit_status as keyof typeof STATES]] = n;
  return { ...user, ...counts };
}
