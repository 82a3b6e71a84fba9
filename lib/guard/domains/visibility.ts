import type { Db } from '@/lib/db/store';
import { type Scope, visible } from '@/lib/tenancy/scope';
import { rememberedByScope } from './memory';

/** Ids of the domains a caller sees, in no order. */
export async function visibleDomainIds(db: Db, scope: Scope): Promise<string[]> {
  const rows = await db.selectFrom('domains').select('domain_id').where(visible(scope, 'domains')).execute();
  return rows.map((row) => row.domain_id);
}

/** How many ids a process remembers over all callers, about 30 MB. */
const REMEMBERED_IDS = 500_000;

/** `visibleDomainIds`, remembered. For platform staff a query by oem_id is cheaper than all ids of the OEM. */
export const domainVisibility = (db: Db) =>
  rememberedByScope<readonly string[]>(db, {
    read: visibleDomainIds,
    size: REMEMBERED_IDS,
    sizeOf: (ids) => ids.length + 1,
  });

/** How many domains a caller sees, by audit status. */
export type DomainCounts = ReadonlyMap<number, number>;

async function countDomains(db: Db, scope: Scope): Promise<DomainCounts> {
  const rows = await db
    .selectFrom('domains')
    .select(['audit_status', (eb) => eb.fn.countAll<number>().as('n')])
    .where(visible(scope, 'domains'))
    .groupBy('audit_status')
    .execute();
  return new Map(rows.map(({ audit_status, n }) => [audit_status, Number(n)]));
}

const REMEMBERED_CALLERS = 10_000;

/** How many domains a caller sees: counting them anew for each page would take longer than reading it. */
export const domainCounts = (db: Db) =>
  rememberedByScope(db, { read: countDomains, size: REMEMBERED_CALLERS, sizeOf: () => 1 });
