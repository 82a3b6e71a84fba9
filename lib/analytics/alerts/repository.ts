import { type Generated, type RawBuilder, type Selectable, sql } from 'kysely';
import { ALERT_COLUMNS } from '@/lib/analytics/charts/records/alert-columns';
import type { Page } from '@/lib/api/fields';
import { contains, forUpdate, jsonText, numbersOf, rowsOf } from '@/lib/db/dialect';
import { chunks } from '@/lib/db/grouped';
import { paginate } from '@/lib/db/paginate';
import type { Db, Tx } from '@/lib/db/store';
import { domainSearch } from '@/lib/guard/domains/repository';
import { LOCALES, type Locale } from '@/lib/i18n/locales';
import { type Scope, visible } from '@/lib/tenancy/scope';
import type { Alert, AlertFilter, AlertWindow } from './contract';
import { alertText } from './text';
import { type AlertType, DELIVERY, type DeliveryFacts, type Facts, PENDING } from './vocabulary';

declare module '@/lib/db/tables' {
  interface Tables {
    alerts: AlertTable;
  }
}

type AlertTable = {
  id: Generated<number>;
  uuid: string;
  /** The owner of the domain. */
  oem_id: string;
  root_id: string;
  user_id: string;
  /** The rule that fired, which may be gone; 0 for a delivery. */
  rule_id: number;
  policy_type: AlertType;
  /** The domain may be gone, too. */
  domain_id: string;
  domain: string;
  /** JSON of `Facts`, of a delivery of `DeliveryFacts`. */
  facts: string;
  search: string;
  status: number;
  ctime: number;
  /** End of the last window in which the condition was met. */
  seen_at: number;
  last_update_timestamp: number;
  process_uid: string;
  process_time: number;
};

const SHOWN = [
  'id',
  'uuid',
  'policy_type',
  'domain',
  'domain_id',
  'facts',
  'status',
  'ctime',
  'last_update_timestamp',
  'process_uid',
  'process_time',
  'user_id',
] as const;
type ShownRow = Pick<Selectable<AlertTable>, (typeof SHOWN)[number]>;
type StoredAlert = ShownRow & { user_name: string };

const inScope = (db: Db, scope: Scope) => db.selectFrom('alerts').where(visible(scope, 'alerts'));

/** Narrows alerts by who handled them, how soon, and for how long others wait, as the charts of their closure count. */
function closedAs<Q extends ReturnType<typeof inScope>>(found: Q, asked: AlertFilter): Q {
  const { handler, handled_within, open_for } = asked;
  const { state } = ALERT_COLUMNS;
  let narrowed: ReturnType<typeof inScope> = found;
  const only = (column: RawBuilder<unknown>, value: string) => {
    narrowed = narrowed.where(sql<boolean>`${column} = ${value}`);
  };
  if (handler !== undefined) only(ALERT_COLUMNS.handler(), handler);
  if (handled_within !== undefined) only(ALERT_COLUMNS.handled_within(), handled_within);
  if (handler !== undefined || handled_within !== undefined) only(state(), 'handled');
  if (open_for !== undefined) {
    only(ALERT_COLUMNS.open_for(), open_for);
    only(state(), 'pending');
  }
  return narrowed as Q;
}

/** Newest first. */
export function listAlerts(db: Db, scope: Scope, filter: AlertFilter, locale: Locale): Promise<Page<Alert>> {
  const { status, policy_type, metric, domain_id, keyword, start_time, end_time } = filter;
  let found = closedAs(inScope(db, scope), filter);
  if (status !== undefined) found = found.where('status', '=', status);
  if (policy_type !== undefined) found = found.where('policy_type', '=', policy_type);
  if (metric !== undefined) found = found.where(jsonText(db, 'facts', 'metric'), '=', metric);
  if (domain_id !== undefined) found = found.where('domain_id', '=', domain_id);
  if (keyword) found = found.where(contains('search', keyword));
  if (start_time !== undefined) found = found.where('ctime', '>=', start_time);
  if (end_time !== undefined) found = found.where('ctime', '<=', end_time);
  return paginate(found, found.select(SHOWN).orderBy('id', 'desc'), filter, (row) => toAlert(row, locale));
}

/** With the name of the owner of its domain. */
export function findAlert(db: Db, scope: Scope, id: number): Promise<StoredAlert | undefined> {
  return inScope(db, scope)
    .innerJoin('users', 'users.user_id', 'alerts.user_id')
    .where('alerts.id', '=', id)
    .select([...SHOWN.map((column) => `alerts.${column}` as const), 'users.user_name'])
    .executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockAlert(tx: Tx, scope: Scope, id: number): Promise<StoredAlert | undefined> {
  await inScope(tx, scope).where('id', '=', id).select('id').modifyEnd(forUpdate(tx)).execute();
  return findAlert(tx, scope, id);
}

/** An alert, whoever has it, for what delivers it. */
export async function findAny(db: Db, id: number, locale: Locale): Promise<Alert | undefined> {
  const row = await db.selectFrom('alerts').select(SHOWN).where('id', '=', id).executeTakeFirst();
  return row && toAlert(row, locale);
}

export async function updateHandling(tx: Tx, { id, ...row }: StoredAlert): Promise<void> {
  const { status, process_uid, process_time, last_update_timestamp } = row;
  await tx
    .updateTable('alerts')
    .set({ status, process_uid, process_time, last_update_timestamp })
    .where('id', '=', id)
    .execute();
}

/** What fired, about a domain of these owners. */
export type Fired = Pick<
  AlertTable,
  'uuid' | 'oem_id' | 'root_id' | 'user_id' | 'rule_id' | 'policy_type' | 'domain_id'
> & {
  domain: string;
  facts: Facts | DeliveryFacts;
  ctime: number;
};

const AT_ONCE = 200;

/** Writes alerts, but for those whose uuid is there already. Answers those that are new, by their uuid. */
export async function insertAlerts(tx: Tx, fired: readonly Fired[]): Promise<Map<string, number>> {
  const made = new Map<string, number>();
  for (const some of chunks(fired, AT_ONCE)) {
    const rows = await tx
      .insertInto('alerts')
      .values(some.map(toRow))
      .onConflict((c) => c.column('uuid').doNothing())
      .returning(['uuid', 'id'])
      .execute();
    for (const { uuid, id } of rows) made.set(uuid, id);
  }
  return made;
}

function toRow({ facts, ctime, ...row }: Fired): Omit<AlertTable, 'id'> {
  const titles = LOCALES.map((locale) => alertText(facts, row.domain, locale).title);
  const rule = facts.metric === DELIVERY ? [] : [facts.rule];
  return {
    ...row,
    facts: JSON.stringify(facts),
    search: domainSearch(row.domain, [...rule, ...titles].join('\n')),
    status: PENDING,
    ctime,
    seen_at: facts.metric === DELIVERY ? facts.since : facts.until,
    last_update_timestamp: ctime,
    process_uid: '',
    process_time: 0,
  };
}

type Last = { id: number; seen_at: number };

/** The latest alert of a rule about each of these domains, by domain. */
export async function lastAlerts(tx: Tx, rule_id: number, domain_ids: readonly string[]): Promise<Map<string, Last>> {
  const latest = tx
    .selectFrom('alerts')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('rule_id', '=', rule_id)
    .where('domain_id', 'in', rowsOf(tx, domain_ids))
    .groupBy('domain_id');
  const rows = await tx.selectFrom('alerts').select(['id', 'domain_id', 'seen_at']).where('id', 'in', latest).execute();
  return new Map(rows.map(({ domain_id, ...last }) => [domain_id, last]));
}

/** Notes that the condition of these alerts is met up to `seen_at`. */
export async function touchAlerts(tx: Tx, ids: readonly number[], seen_at: number, now: number): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('alerts')
    .set({ seen_at, last_update_timestamp: now })
    .where('id', 'in', numbersOf(tx, ids))
    .execute();
}

/** Alerts about deliveries of these domains, the oldest first. */
export async function deliveryAlerts(tx: Tx, domain_ids: readonly string[]) {
  const found = tx
    .selectFrom('alerts')
    .select(['id', 'domain_id', 'status', 'facts'])
    .where('domain_id', 'in', rowsOf(tx, domain_ids))
    .where('policy_type', '=', DELIVERY)
    .orderBy('id');
  const rows = await found.execute();
  return rows.map(({ facts, ...row }) => ({ ...row, facts: JSON.parse(facts) as DeliveryFacts }));
}

/** Notes what became of a delivery since its alert fired. */
export async function updateDelivery(tx: Tx, id: number, facts: DeliveryFacts, now: number): Promise<void> {
  const next = { facts: JSON.stringify(facts), seen_at: now, last_update_timestamp: now };
  await tx.updateTable('alerts').set(next).where('id', '=', id).execute();
}

/** Deletes at most `limit` alerts that fired before a time; answers how many. */
export async function deleteAlerts(tx: Tx, before: number, limit: number): Promise<number> {
  const old = tx.selectFrom('alerts').select('id').where('ctime', '<', before).limit(limit);
  const { numDeletedRows } = await tx.deleteFrom('alerts').where('id', 'in', old).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The window that a row is about. */
export function windowOf({ facts }: Pick<ShownRow, 'facts'>): AlertWindow {
  const known: Facts | DeliveryFacts = JSON.parse(facts);
  if (known.metric === DELIVERY) return { from: known.since, until: known.since };
  return { from: known.from, until: known.until };
}

/** AlertVO of a row. */
export function toAlert(row: ShownRow, locale: Locale): Alert {
  const { id, uuid, policy_type, domain, domain_id, status, ctime, last_update_timestamp } = row;
  const { process_uid, process_time, user_id, facts } = row;
  return {
    id,
    uuid,
    policy_type,
    ...alertText(JSON.parse(facts), domain, locale),
    domain,
    domain_id,
    status,
    ctime,
    last_update_timestamp,
    process_uid,
    process_time,
    user_id,
  };
}
