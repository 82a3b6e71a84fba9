import type { Generated } from 'kysely';
import type { Db, Tx } from '@/lib/db/store';
import { type Scope, visible } from '@/lib/tenancy/scope';
import type { Decision, Dossier, Hold, Related } from './contract';

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
  /** The state of the domain that was judged; a domain changed since is not. */
  seen_utime: number;
  due_at: number;
  /** Who decided. */
  user_id: string;
  /** JSON: id, peer and user agent of the request that decided. */
  request: string;
};

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

export async function insertDecision(tx: Tx, domain_id: string, decision: Decision): Promise<void> {
  const row = { ...decision, domain_id, reason: JSON.stringify(decision.reason) };
  await tx.insertInto('domain_decisions').values(row).execute();
}

/** Replaces an earlier hold of the domain. */
export async function putHold(tx: Tx, hold: HoldRow): Promise<void> {
  await deleteHold(tx, hold.domain_id);
  await tx.insertInto('approval_holds').values(hold).execute();
}

/** The hold taken away; undefined where there was none, or another process was first. */
export function deleteHold(tx: Tx, domain_id: string): Promise<HoldRow | undefined> {
  return tx.deleteFrom('approval_holds').where('domain_id', '=', domain_id).returningAll().executeTakeFirst();
}

export function listHolds(db: Db, scope: Scope): Promise<Hold[]> {
  return db
    .selectFrom('approval_holds')
    .innerJoin('domains', 'domains.domain_id', 'approval_holds.domain_id')
    .innerJoin('users', 'users.user_id', 'approval_holds.user_id')
    .select([
      'approval_holds.domain_id',
      'domains.domain',
      'approval_holds.audit_status',
      'approval_holds.due_at',
      'users.user_name',
    ])
    .where(visible(scope, 'domains'))
    .orderBy('approval_holds.due_at')
    .execute();
}

/** Holds whose time has come, over all OEMs. */
export function dueHolds(db: Db, now: number): Promise<HoldRow[]> {
  return db.selectFrom('approval_holds').selectAll().where('due_at', '<=', now).orderBy('due_at').limit(100).execute();
}

const LISTED = 10;

function related(db: Db, scope: Scope) {
  return db
    .selectFrom('domains')
    .innerJoin('users', 'users.user_id', 'domains.user_id')
    .select(['domains.domain_id', 'domains.domain', 'users.user_name', 'domains.audit_status'])
    .where(visible(scope, 'domains'));
}

/** The latest domains of a user but one. */
export function latestOf(db: Db, scope: Scope, user_id: string, but: string): Promise<Related[]> {
  const others = related(db, scope).where('domains.user_id', '=', user_id).where('domains.domain_id', '!=', but);
  return others.orderBy('domains.ctime', 'desc').limit(LISTED).execute();
}

/** Domains of these names in other accounts. */
export function namesakes(db: Db, scope: Scope, root_id: string, names: readonly string[]): Promise<Related[]> {
  const others = related(db, scope).where('domains.root_id', '!=', root_id).where('domains.domain', 'in', names);
  return others.orderBy('domains.domain').limit(LISTED).execute();
}

/** Domains below a name in other accounts; the search column narrows before the end is compared. */
export function below(db: Db, scope: Scope, root_id: string, name: string): Promise<Related[]> {
  const others = related(db, scope).where('domains.root_id', '!=', root_id);
  const suffix = `%.${name.replaceAll('_', '\\_')}`;
  return others.where('domains.domain', 'like', suffix).orderBy('domains.domain').limit(LISTED).execute();
}

/** Domains whose site has this look, in other accounts. */
export function withLook(db: Db, scope: Scope, root_id: string, look: string): Promise<Related[]> {
  const others = related(db, scope).where('domains.root_id', '!=', root_id).where('domains.look', '=', look);
  return others.orderBy('domains.domain').limit(100).execute();
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
export async function readOwner(db: Db, user_id: string): Promise<Dossier['owner']> {
  const user = await db
    .selectFrom('users')
    .select(['user_id', 'user_name', 'nick_name', 'ctime'])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('domains')
    .select(['audit_status', (eb) => eb.fn.countAll<number>().as('n')])
    .where('user_id', '=', user_id)
    .groupBy('audit_status')
    .execute();
  const counts = { unaudited: 0, in_review: 0, rejected: 0, approved: 0 };
  for (const { audit_status, n } of rows) counts[STATES[audit_status as keyof typeof STATES]] = Number(n);
  return { ...user, ...counts };
}
