import type { Selectable } from 'kysely';
import { contains } from '@/lib/db/dialect';
import { chunks, groupedBy } from '@/lib/db/grouped';
import { countRows, type Paging, paginate } from '@/lib/db/paginate';
import type { Db, Tx } from '@/lib/db/store';
import type { Tables } from '@/lib/db/tables';
import { assignedTo } from '@/lib/guard/nodes/repository';
import { type Scope, visible } from '@/lib/tenancy/scope';
import type { AffairsQuery, DnsRecord, ScheduleAffair, ScheduleDomain } from './contract';
import { messageOf } from './message';
import { type BoundNode, modeOf } from './records';
import type { AffairRow, RecordRow } from './tables';
import { AFFAIR_STATUSES, type AffairStatus, AUTOMATIC, NODE, SRC } from './vocabulary';

type Listed<T> = { list: T[]; total: number };

export type DomainsFilter = Paging & { keyword?: string; user_id?: string; mode: number };

/** Domains with their records, newest first. */
export async function listDomains(db: Db, scope: Scope, filter: DomainsFilter): Promise<Listed<ScheduleDomain>> {
  const { keyword, user_id, mode, page, size } = filter;
  let found = db.selectFrom('domains').where(visible(scope, 'domains'));
  if (keyword) found = found.where(contains('domains.search', keyword));
  if (user_id !== undefined) found = found.where('domains.user_id', '=', user_id);
  if (mode !== 0) {
    const inSrc = db.selectFrom('schedules').select('domain_id').where('dns_group_type', '=', SRC);
    found = found.where('domains.domain_id', mode === SRC ? 'in' : 'not in', inSrc);
  }
  const total = await countRows(found);
  const rows = await found
    .select(['domains.domain_id', 'domains.domain', 'domains.user_id'])
    .orderBy('domains.ctime', 'desc')
    .orderBy('domains.domain_id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { list: rows.length > 0 ? await complete(db, rows) : [], total };
}

type DomainOf = { domain_id: string; domain: string; user_id: string };

/** Domains with their records, and how their last affair went with each of them: it may be about others' domains too. */
export async function complete(db: Db, rows: readonly DomainOf[]): Promise<ScheduleDomain[]> {
  const ids = rows.map((row) => row.domain_id);
  const [records, schedules, names] = [await recordsOf(db, ids), await schedulesOf(db, ids), await namesOf(db, rows)];
  return rows.map(({ domain_id, domain, user_id }) => {
    const own = records.get(domain_id) ?? [];
    const last = schedules.get(domain_id);
    const mode = modeOf(own);
    const [src_records, node_records] = [SRC, NODE].map((kind) => own.filter((one) => one.made_of === kind).map(short));
    return {
      ...{ domain_id, domain_name: domain, user_id, user_name: names.get(user_id) ?? '' },
      ...{ parsing_state: last?.parsing_state ?? mode, dns_group_type: mode },
      ...{ src_count: src_records?.length ?? 0, node_count: node_records?.length ?? 0 },
      ...{ src_records: src_records ?? [], node_records: node_records ?? [] },
      last_affair_status: last?.status_code ? statusOf(last.status_code) : '',
      last_affair_ctime: last?.ctime ?? 0,
      last_affair_message: messageOf(last?.message ?? ''),
    };
  });
}

const short = ({ record_id, subdomain, record_type, record_line, value, status }: RecordRow) => {
  return { record_id, subdomain, record_type, record_line, value, status };
};

async function schedulesOf(db: Db, domain_ids: readonly string[]) {
  const rows = await db
    .selectFrom('schedules')
    .leftJoin('schedule_affairs as affair', 'affair.affairs_id', 'schedules.affairs_id')
    .leftJoin('schedule_affair_domains as part', (join) =>
      join.onRef('part.affairs_id', '=', 'schedules.affairs_id').onRef('part.domain_id', '=', 'schedules.domain_id'),
    )
    .select(['schedules.domain_id', 'parsing_state', 'part.status_code', 'part.message', 'affair.ctime'])
    .where('schedules.domain_id', 'in', domain_ids)
    .execute();
  return new Map(rows.map((row) => [row.domain_id, row]));
}

async function namesOf(db: Db, rows: readonly DomainOf[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map((row) => row.user_id))];
  const users = await db.selectFrom('users').select(['user_id', 'user_name']).where('user_id', 'in', ids).execute();
  return new Map(users.map((user) => [user.user_id, user.user_name]));
}

const toRow = ({ id: _, ...row }: Selectable<Tables['dns_records']>): RecordRow => row;

/** Records of domains that the caller has already found in their scope: origins first, then in the order they were made. */
export async function recordsOf(db: Db, domain_ids: readonly string[]): Promise<Map<string, RecordRow[]>> {
  if (domain_ids.length === 0) return new Map();
  const rows = db.selectFrom('dns_records').selectAll().where('domain_id', 'in', domain_ids);
  const found = await rows.orderBy('made_of').orderBy('id').execute();
  return groupedBy(found.map(toRow), (row) => row.domain_id);
}

export const ofDomain = async (db: Db, domain_id: string): Promise<RecordRow[]> =>
  (await recordsOf(db, [domain_id])).get(domain_id) ?? [];

export type RecordsFilter = Paging & { group_type?: number; status?: number };

export async function pageOfRecords(db: Db, domain_id: string, filter: RecordsFilter): Promise<Listed<DnsRecord>> {
  let found = db.selectFrom('dns_records').where('domain_id', '=', domain_id);
  if (filter.group_type !== undefined) found = found.where('group_type', '=', filter.group_type);
  if (filter.status !== undefined) found = found.where('status', '=', filter.status);
  const rows = found.selectAll().orderBy('made_of').orderBy('id');
  const { list, total } = await paginate(found, rows, filter, toRecord);
  return { list, total };
}

/** DnsRecordVO of a row. */
function toRecord(row: Selectable<Tables['dns_records']>): DnsRecord {
  const { id: _, last_group_type: __, made_of: ___, node_id: ____, wanted: _____, ...record } = row;
  return record;
}

/** Domains of those of these records that are in the scope, by record_id. */
export async function domainsOfRecords(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('dns_records')
    .innerJoin('domains', 'domains.domain_id', 'dns_records.domain_id')
    .select(['dns_records.record_id', 'dns_records.domain_id'])
    .where('dns_records.record_id', 'in', ids)
    .where(visible(scope, 'domains'))
    .execute();
  return new Map(rows.map((row) => [row.record_id, row.domain_id]));
}

/** The nodes of a domain, with whether their records are to be on. */
export const boundNodes = async (db: Db, domain_id: string): Promise<BoundNode[]> =>
  (await boundTo(db, [domain_id])).get(domain_id) ?? [];

/** The same of several domains, by domain_id. */
export async function boundTo(db: Db, domain_ids: readonly string[]): Promise<Map<string, BoundNode[]>> {
  if (domain_ids.length === 0) return new Map();
  const assigned = await assignedTo(db, domain_ids);
  const on = db.selectFrom('domain_nodes').select(['domain_id', 'node_id']).where('domain_id', 'in', domain_ids);
  const rows = await on.where('enabled', '=', 1).execute();
  const enabled = new Set(rows.map(({ domain_id, node_id }) => `${domain_id} ${node_id}`));
  return new Map(
    [...assigned].map(([domain_id, nodes]) => [
      domain_id,
      nodes.map((node) => ({ ...node, enabled: enabled.has(`${domain_id} ${node.node_id}`) })),
    ]),
  );
}

const CHUNK = 40;

/** Makes `after` of the records `before` of domains, and says so at their nodes. */
export async function saveRecords(tx: Tx, before: readonly RecordRow[], after: readonly RecordRow[]): Promise<void> {
  const old = new Map(before.map((row) => [row.record_id, row]));
  const kept = new Set(after.map((row) => row.record_id));
  const gone = [...old.keys()].filter((record_id) => !kept.has(record_id));
  for (const some of chunks(gone, CHUNK)) await tx.deleteFrom('dns_records').where('record_id', 'in', some).execute();
  for (const row of after) {
    const was = old.get(row.record_id);
    if (!was || was === row) continue;
    const { record_id, ...rest } = row;
    await tx.updateTable('dns_records').set(rest).where('record_id', '=', record_id).execute();
  }
  const added = after.filter((row) => !old.has(row.record_id));
  for (const some of chunks(added, CHUNK)) await tx.insertInto('dns_records').values(some).execute();
  await saveSwitches(tx, after);
}

/** Domains whose nodes are switched alike, as those of one account are, take one statement together. */
async function saveSwitches(tx: Tx, records: readonly RecordRow[]): Promise<void> {
  const ofNodes = records.filter((record) => record.made_of === NODE);
  const perDomain = [...groupedBy(ofNodes, ({ domain_id, wanted }) => `${domain_id} ${wanted}`).values()];
  const nodesOf = (own: readonly RecordRow[]) => own.map((record) => record.node_id).sort();
  const alike = groupedBy(perDomain, (own) => `${own[0]?.wanted} ${nodesOf(own).join(' ')}`);
  for (const some of alike.values()) {
    const wanted = some[0]?.[0]?.wanted ?? 0;
    const domain_ids = some.flatMap((own) => own[0]?.domain_id ?? []);
    const nodes = tx.updateTable('domain_nodes').set({ enabled: wanted }).where('domain_id', 'in', domain_ids);
    const theirs = nodes.where('node_id', 'in', nodesOf(some[0] ?? []));
    await theirs.where('enabled', '!=', wanted).where('lock_status', '=', 1).execute();
  }
}

/** Notes the modes of domains and their last affair. */
export async function saveSchedules(
  tx: Tx,
  modes: readonly { domain_id: string; dns_group_type: number }[],
  affairs_id: string,
): Promise<void> {
  if (modes.length === 0) return;
  await tx
    .insertInto('schedules')
    .values(modes.map((mode) => ({ ...mode, affairs_id, parsing_state: NODE })))
    .onConflict((c) =>
      c.column('domain_id').doUpdateSet(({ ref }) => ({
        dns_group_type: ref('excluded.dns_group_type'),
        affairs_id: ref('excluded.affairs_id'),
      })),
    )
    .execute();
}

export async function insertAffair(
  tx: Tx,
  row: AffairRow,
  domains: readonly { domain_id: string; cname: string }[],
): Promise<void> {
  await tx.insertInto('schedule_affairs').values(row).execute();
  const { affairs_id, status_code } = row;
  const rows = domains.map(({ domain_id, cname }) => {
    return { affairs_id, domain_id, name: cname, status_code, retries: 0, message: '' };
  });
  await tx.insertInto('schedule_affair_domains').values(rows).execute();
}

const affairsIn = (db: Db, scope: Scope) => db.selectFrom('schedule_affairs').where(visible(scope, 'schedule_affairs'));

/** Newest first. */
export async function listAffairs(db: Db, scope: Scope, filter: AffairsQuery): Promise<Listed<ScheduleAffair>> {
  const { user_id, status, ctime_from, ctime_to, domain_id } = filter;
  let found = affairsIn(db, scope);
  if (user_id !== undefined) found = found.where('user_id', '=', user_id);
  if (status !== undefined) found = found.where('status_code', '=', AFFAIR_STATUSES.indexOf(status) + 1);
  if (ctime_from !== undefined) found = found.where('ctime', '>=', ctime_from);
  if (ctime_to !== undefined) found = found.where('ctime', '<=', ctime_to);
  if (domain_id !== undefined) found = found.where(contains('content', domain_id));
  const rows = found.selectAll().orderBy('ctime', 'desc').orderBy('affairs_id', 'desc');
  const { list, total } = await paginate(found, rows, filter, toAffair);
  return { list, total };
}

export async function findAffair(db: Db, scope: Scope, affairs_id: string): Promise<ScheduleAffair | undefined> {
  const row = await affairsIn(db, scope).selectAll().where('affairs_id', '=', affairs_id).executeTakeFirst();
  return row && toAffair(row);
}

const statusOf = (code: number): AffairStatus => AFFAIR_STATUSES[code - 1] ?? AFFAIR_STATUSES[0];

/** ScheduleAffairVO of a row. */
export function toAffair({ oem_id: _, root_id: __, json_content, ...row }: AffairRow): ScheduleAffair {
  return {
    ...row,
    status: statusOf(row.status_code),
    json_content: JSON.parse(json_content),
    affairs_oper_code: row.affairs_oper === AUTOMATIC ? 2 : 1,
  };
}

/** Deletes affairs that ended before a moment. Answers how many. */
export async function deleteAffairs(tx: Tx, before: number, limit: number): Promise<number> {
  const ended = tx.selectFrom('schedule_affairs').select('affairs_id').where('ctime', '<', before);
  const old = ended.where('status_code', '!=', 1).limit(limit);
  const { numDeletedRows } = await tx
    .deleteFrom('schedule_affairs')
    .where('affairs_id', 'in', old)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
