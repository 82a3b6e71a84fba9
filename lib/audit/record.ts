import type { Ctx } from '@/lib/api/context';
import { searchText } from '@/lib/db/dialect';
import { planned } from '@/lib/db/prepared';
import type { Db, Tx } from '@/lib/db/store';
import { cut } from '@/lib/text/well-formed';
import { linked } from './chain';
import { detailText } from './detail';
import type { ActorType } from './vocabulary';

declare module '@/lib/db/tables' {
  interface Tables {
    audit_logs: AuditLogRow;
  }
}

export const AUDIT_OK = 1;
export const AUDIT_FAILED = 2;

/** The columns a keyword search covers (spec 4.4: fourteen). */
export const AUDIT_SEARCH_COLUMNS = [
  'action',
  'message',
  'resource_type',
  'resource_id',
  'resource_label',
  'actor_name',
  'user_id',
  'remote_ip',
  'user_agent',
  'request_id',
  'on_behalf_user_id',
  'on_behalf_user_name',
  'delegation_user_id',
  'delegation_user_name',
] as const;

export type AuditEntry = Record<(typeof AUDIT_SEARCH_COLUMNS)[number], string> & {
  ctime: number;
  oem_id: string;
  actor_type: ActorType;
  status: number;
  http_status: number;
  biz_code: number;
  /** JSON: `changes` by path (old, new) and the redacted `params`, at most MAX_DETAIL bytes. */
  detail: string;
};

export type AuditLogRow = AuditEntry & {
  id: number;
  search: string;
  prev_hash: string;
  /** SHA-256 over the previous row's hash and this row, so that no row can change or vanish unseen. */
  hash: string;
};

const insertRow = planned((db, row: AuditLogRow) => db.insertInto('audit_logs').values(row));

/** Appends a row to the chain, in the transaction of what it records. Answers its id. */
export async function appendAudit(tx: Tx, entry: AuditEntry): Promise<number> {
  const row = await linked(tx, 'operations', entry);
  const search = searchText(...AUDIT_SEARCH_COLUMNS.map((column) => row[column]));
  await insertRow(tx, { ...row, search });
  return row.id;
}

function actorType(ctx: Ctx): ActorType {
  switch (ctx.principal.auth_mode) {
    case 'apikey':
      return 'apikey';
    case 'local':
      return 'internal_service';
    default:
      return ctx.principal.tier === 'platform' ? 'staff' : 'user';
  }
}

type Subject = {
  id: string;
  label: string;
  /** Owner of the object, when that is somebody else than the actor. */
  owner?: { user_id: string; user_name: string };
  also?: string;
};

type Outcome = { status: number; http_status: number; biz_code: number; detail: Record<string, unknown> };

/** Characters of an object's name that a row shows; a list of hundred rows has a largest size. */
const MAX_LABEL = 160;

/** The row for what a request did or tried. */
export function auditEntry(ctx: Ctx, subject: Subject, outcome: Outcome): AuditEntry {
  const { audit, summary } = ctx.route.endpoint;
  const label = cut(subject.label, MAX_LABEL);
  const behalf =
    ctx.principal.tier === 'platform' && subject.owner?.user_id !== ctx.principal.user_id ? subject.owner : undefined;
  return {
    ctime: ctx.now,
    // Their own brand's log has it, also where they tried at another's host.
    oem_id: ctx.principal.oem_id || ctx.oem.oem_id,
    user_id: ctx.principal.user_id,
    actor_type: actorType(ctx),
    actor_name: ctx.principal.user_name,
    action: ctx.route.action,
    message: [label === '' ? summary : `${summary}: ${label}`, ...(subject.also ? [`(${subject.also})`] : [])].join(
      ' ',
    ),
    resource_type: audit && 'resource' in audit ? audit.resource : '',
    resource_id: subject.id,
    resource_label: label,
    remote_ip: ctx.request.peer,
    user_agent: ctx.request.user_agent,
    request_id: ctx.request.id,
    status: outcome.status,
    http_status: outcome.http_status,
    biz_code: outcome.biz_code,
    detail: detailText(outcome.detail),
    on_behalf_user_id: behalf?.user_id ?? '',
    on_behalf_user_name: behalf?.user_name ?? '',
    delegation_user_id: '',
    delegation_user_name: '',
  };
}

/** A row of the log as it was appended; undefined where it is not kept any more. */
export async function findEntry(db: Db, id: number): Promise<AuditEntry | undefined> {
  const row = await db.selectFrom('audit_logs').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const { id: _, search, prev_hash, hash, ...entry } = row;
  return entry;
}

type Effect = { action: string; label: string; also: string; changes: Record<string, { old: unknown; new: unknown }> };

/** The row for what a recorded operation did, after its commit, to another object: by the same person and request. */
export function effectOf(cause: AuditEntry, { action, label, also, changes }: Effect): AuditEntry {
  const resource_label = cut(label, MAX_LABEL);
  const detail = detailText({ changes, params: {}, also });
  return { ...cause, ctime: Date.now(), action, message: `${cause.message} (${also})`, resource_label, detail };
}

/** The row for what Parapet does by itself or for whoever has its store. */
export function ownEntry(action: string, message: string, detail: Record<string, unknown>): AuditEntry {
  const nobody = Object.fromEntries(AUDIT_SEARCH_COLUMNS.map((column) => [column, ''])) as Pick<
    AuditEntry,
    (typeof AUDIT_SEARCH_COLUMNS)[number]
  >;
  return {
    ...nobody,
    ...{ ctime: Date.now(), oem_id: '', actor_type: 'internal_service', action, message, resource_type: 'audit_log' },
    ...{ status: AUDIT_OK, http_status: 200, biz_code: 0, detail: detailText(detail) },
  };
}
