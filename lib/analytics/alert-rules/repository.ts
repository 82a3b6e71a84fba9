import type { Generated } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { bigint, integer, json, text } from '@/lib/db/columns';
import { contains, forUpdate, numbersOf } from '@/lib/db/dialect';
import { groupedBy } from '@/lib/db/grouped';
import { countRows, type Paging, paginate } from '@/lib/db/paginate';
import type { Db, Tx } from '@/lib/db/store';
import { domainSearch } from '@/lib/guard/domains/repository';
import { type Scope, visible } from '@/lib/tenancy/scope';
import type { AlertRule, ListedAlertRule, Schedule } from './contract';

const columns = {
  name: text(),
  policy_type: text<AlertRule['policy_type']>(),
  metric: text<AlertRule['metric']>(),
  comparison: text<AlertRule['comparison']>(),
  threshold: json<number>(),
  deviations: json<number>(),
  baseline_days: integer(),
  window_minutes: integer<AlertRule['window_minutes']>(),
  min_volume: bigint(),
  quiet_minutes: integer(),
  schedule: json<Schedule | null>(),
  channel_ids: json<number[]>(),
  status: integer<AlertRule['status']>(),
};

/** The same as their columns have them. */
type StoredFields = { [K in keyof typeof columns]: ReturnType<(typeof columns)[K]['write']> };
export type RuleFields = Pick<AlertRule, keyof typeof columns>;
/** Whose a rule is, and which domain it is for; null for all of the account. */
export type RulePlace = { oem_id: string; root_id: string; user_id: string; domain_id: string | null; domain: string };

declare module '@/lib/db/tables' {
  interface Tables {
    alert_rules: StoredFields &
      Omit<RulePlace, 'domain'> & {
        id: Generated<number>;
        /** End of the last window that was judged. */
        judged_until: number;
        search: string;
        ctime: number;
        utime: number;
      };
  }
}

const FIELDS = Object.keys(columns) as (keyof typeof columns)[];
/** What judging a rule takes. */
export const JUDGED = ['id', 'root_id', 'user_id', 'domain_id', ...FIELDS, 'judged_until', 'utime'] as const;
const SHOWN = ['id', 'user_id', 'domain_id', ...FIELDS, 'judged_until', 'ctime', 'utime'] as const;

const inScope = (db: Db, scope: Scope) => db.selectFrom('alert_rules').where(visible(scope, 'alert_rules'));

/** With the names of their owners and domains, newest first. */
const named = (query: ReturnType<typeof inScope>) =>
  query
    .innerJoin('users', 'users.user_id', 'alert_rules.user_id')
    .leftJoin('domains', 'domains.domain_id', 'alert_rules.domain_id')
    .select([...SHOWN.map((column) => `alert_rules.${column}` as const), 'users.user_name', 'domains.domain'])
    .orderBy('alert_rules.id', 'desc');
type NamedRow = Awaited<ReturnType<ReturnType<typeof named>['execute']>>[number];

export type RuleFilter = Paging & {
  domain_id?: string;
  policy_type?: AlertRule['policy_type'];
  status?: number;
  channel_id?: number;
  keyword?: string;
};

/** Newest first. */
export async function listRules(db: Db, scope: Scope, filter: RuleFilter): Promise<Page<ListedAlertRule>> {
  const { domain_id, policy_type, status, channel_id, keyword } = filter;
  let found = inScope(db, scope);
  if (channel_id !== undefined) {
    const using = await rulesThrough(db, channel_id);
    found = found.where(
      'alert_rules.id',
      'in',
      numbersOf(
        db,
        using.map(({ id }) => id),
      ),
    );
  }
  if (domain_id !== undefined) found = found.where('alert_rules.domain_id', '=', domain_id);
  if (policy_type !== undefined) found = found.where('alert_rules.policy_type', '=', policy_type);
  if (status !== undefined) found = found.where('alert_rules.status', '=', status as AlertRule['status']);
  if (keyword) found = found.where(contains('alert_rules.search', keyword));
  const rows = named(found).select((eb) =>
    eb
      .selectFrom('alerts')
      .whereRef('alerts.rule_id', '=', 'alert_rules.id')
      .select(({ fn }) => fn.max('alerts.ctime').as('last_fired'))
      .as('last_fired'),
  );
  return paginate(found, rows, filter, ({ last_fired, ...row }) => ({ ...toRule(row), last_fired: last_fired ?? 0 }));
}

export async function findRule(db: Db, scope: Scope, id: number): Promise<AlertRule | undefined> {
  const row = await named(inScope(db, scope).where('alert_rules.id', '=', id)).executeTakeFirst();
  return row && toRule(row);
}

const owned = (db: Db, scope: Scope, id: number) =>
  inScope(db, scope).where('id', '=', id).select(['oem_id', 'root_id', 'user_id', 'domain_id']);

/** Whose a rule is. */
export const findOwner = (db: Db, scope: Scope, id: number): Promise<Omit<RulePlace, 'domain'> | undefined> =>
  owned(db, scope, id).executeTakeFirst();

/** The same, locked until the transaction ends. */
export const lockRule = (tx: Tx, scope: Scope, id: number): Promise<Omit<RulePlace, 'domain'> | undefined> =>
  owned(tx, scope, id).modifyEnd(forUpdate(tx)).executeTakeFirst();

/** The rules for one domain alone, which end with it. */
export async function rulesOf(db: Db, domain_ids: readonly string[]): Promise<Map<string, AlertRule[]>> {
  const rows = await named(db.selectFrom('alert_rules').where('alert_rules.domain_id', 'in', domain_ids)).execute();
  return groupedBy(rows.map(toRule), (rule) => rule.domain_id);
}

export const countRules = (db: Db, root_id: string): Promise<number> =>
  countRows(db.selectFrom('alert_rules').where('root_id', '=', root_id));

/** The rules that send through a channel, which are all of its account. */
export async function rulesThrough(
  db: Db,
  channel_id: number,
): Promise<{ id: number; name: string; user_id: string }[]> {
  const account = db.selectFrom('alert_channels').select('root_id').where('id', '=', channel_id);
  const rules = db
    .selectFrom('alert_rules')
    .select(['id', 'name', 'user_id', 'channel_ids'])
    .where('root_id', 'in', account);
  const rows = await rules.orderBy('id', 'desc').execute();
  return rows.filter((row) => columns.channel_ids.read(row.channel_ids).includes(channel_id));
}

export async function insertRule(tx: Tx, place: RulePlace, fields: RuleFields, now: number): Promise<number> {
  const row = { ...toRow(place, fields), judged_until: 0, ctime: now, utime: now };
  const { id } = await tx.insertInto('alert_rules').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateRule(
  tx: Tx,
  id: number,
  place: RulePlace,
  { utime, judged_until, ...fields }: RuleFields & { utime: number; judged_until: number },
): Promise<void> {
  await tx
    .updateTable('alert_rules')
    .set({ ...toRow(place, fields), judged_until, utime })
    .where('id', '=', id)
    .execute();
}

export async function deleteRule(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('alert_rules').where('id', '=', id).execute();
}

function toRow({ domain, ...place }: RulePlace, fields: RuleFields) {
  const written = Object.fromEntries(FIELDS.map((field) => [field, columns[field].write(fields[field] as never)]));
  return { ...place, ...(written as StoredFields), search: domainSearch(domain, fields.name) };
}

/** The fields of a rule as they are read from its columns. */
export const fieldsOf = (row: StoredFields): RuleFields =>
  Object.fromEntries(FIELDS.map((field) => [field, columns[field].read(row[field] as never)])) as RuleFields;

function toRule({ domain, domain_id, ...row }: NamedRow): AlertRule {
  return { ...row, ...fieldsOf(row), domain_id: domain_id ?? '', domain: domain ?? '' };
}
