import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { recordsInScope } from '@/lib/audit/visibility';
import type { Db } from '@/lib/db/store';
import type { Tables } from '@/lib/db/tables';
import { type Scope, visible } from '@/lib/tenancy/scope';
import type { Absence } from '../contract';
import { ALERT_COLUMNS } from './alert-columns';

export type RecordSource = 'audit_logs' | 'login_records' | 'alerts';

/** Records of one source; what they have in common is their time, `ctime`. */
export type Records = SelectQueryBuilder<Tables, RecordSource, object>;

/** A column that a chart may group, filter or list by, as SQL. */
type Column = (db: Db) => RawBuilder<unknown>;
type Columns = Readonly<Record<string, Column>>;

/** Whose records count: at most what the caller may see, narrowed to one user or domain where one is named. */
export type RecordScope = Scope & {
  target_user_id?: string;
  domain_id?: string;
  /** May read what others did; who may not sees figures of their own alone. */
  reads_audit: boolean;
};

type Source = {
  columns: Columns;
  /** The tenant clause of every chart over these records. */
  inScope: (db: Db, scope: RecordScope) => Records;
  /** Its records belong to domains. */
  hasDomains?: true;
  /** What they are, for whom there are none. */
  of: Absence['of'];
};

/** Columns of the table, under their own names. */
const plain = (...names: readonly string[]): Columns =>
  Object.fromEntries(names.map((name) => [name, () => sql.ref(name)]));

const outcome = (column: string): Column => {
  return () => sql`case when ${sql.ref(column)} = 1 then 'ok' else 'failed' end`;
};

/** The user a business root sees charts of: itself and its chain, whatever else its OEM's audit log shows it. */
const chainOf = (user_id: string) =>
  sql`(select user_id from users where user_id = ${user_id} or first_id = ${user_id})`;

/**
 * Audit visibility (spec 4.4), within the caller's OEM, and for a business root within its chain, as charts over events
 * are.
 */
function auditInScope(db: Db, scope: RecordScope, table: 'audit_logs' | 'login_records'): Records {
  const { oem_id, user_id, target_user_id } = scope;
  const tier = scope.reads_audit ? scope.tier : 'user';
  let query = recordsInScope(db, { ...scope, tier }, table).where(sql<boolean>`oem_id = ${oem_id}`);
  if (tier === 'root') {
    const chain = chainOf(user_id);
    query = query.where(sql<boolean>`(user_id in ${chain} or on_behalf_user_id in ${chain})`);
  }
  if (target_user_id !== undefined) query = query.where(sql<boolean>`user_id = ${target_user_id}`);
  return query as unknown as Records;
}

function alertsInScope(db: Db, scope: RecordScope): Records {
  const { target_user_id, domain_id } = scope;
  let query = db.selectFrom('alerts').where(visible(scope, 'alerts'));
  if (target_user_id !== undefined) query = query.where('alerts.user_id', '=', target_user_id);
  if (domain_id !== undefined) query = query.where('alerts.domain_id', '=', domain_id);
  return query as unknown as Records;
}

export const RECORD_SOURCES: Readonly<Record<RecordSource, Source>> = {
  audit_logs: {
    columns: {
      ...plain('user_id', 'actor_type', 'actor_name', 'resource_type', 'resource_label', 'remote_ip', 'http_status'),
      operation: () => sql.ref('action'),
      outcome: outcome('status'),
    },
    inScope: (db, scope) => auditInScope(db, scope, 'audit_logs'),
    of: 'operations',
  },
  login_records: {
    columns: {
      ...plain('user_id', 'user_name', 'auth_channel', 'ip', 'failure_reason'),
      outcome: outcome('login_status'),
    },
    inScope: (db, scope) => auditInScope(db, scope, 'login_records'),
    of: 'sign_ins',
  },
  alerts: { columns: ALERT_COLUMNS, inScope: alertsInScope, hasDomains: true, of: 'alerts' },
};
