import type { Db } from '@/lib/db/store';
import { type Scope, visible } from '@/lib/tenancy/scope';
import { cachedByScope } from './scope-cache';

/** Ids of the domains a caller sees, in no order. */
export async function visibleDomainIds(db: Db, scope: Scope): Promise<string[]> {
  const rows = await db.selectFrom('domains').select('domain_id').where(visible(scope, 'domains')).execute();
  return rows.map((row) => row.domain_id);
}

/** Of all callers' ids, in bytes, and what one takes. */
const IDS_BYTES = 32 << 20;
const ID_BYTES = 64;

/** `visibleDomainIds`, cached. For platform staff a query by oem_id is cheaper than all ids of the OEM. */
export const domainVisibility = () =>
  cachedByScope<readonly string[]>({
    read: visibleDomainIds,
    size: IDS_BYTES,
    sizeOf: (ids) => ID_BYTES * (ids.length + 4),
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

/** Of all callers' counts, in bytes, and what a caller's few take. */
const COUNTS_BYTES = 4 << 20;
const COUNT_BYTES = 400;

/** How many domains a caller sees: counting them anew for each page would take longer than reading it. */
export const domainCounts = () => cachedByScope({ read: countDomains, size: COUNTS_BYTES, sizeOf: () => COUNT_BYTES });
