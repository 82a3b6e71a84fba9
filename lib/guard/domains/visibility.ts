import { LRUCache } from 'lru-cache';
import type { Db } from '@/lib/db/store';
import { type Scope, visible } from '@/lib/tenancy/scope';
import { hasChanged, missedSince } from './changes';

/** Ids of the domains a caller sees, in no order. */
export async function visibleDomainIds(db: Db, scope: Scope): Promise<string[]> {
  const rows = await db.selectFrom('domains').select('domain_id').where(visible(scope, 'domains')).execute();
  return rows.map((row) => row.domain_id);
}

/** How many ids a process remembers over all callers, about 30 MB. */
const REMEMBERED_IDS = 500_000;

/**
 * `visibleDomainIds` that reads a tenant's ids once, and again only after one of its own domains appeared,
 * disappeared or was judged. Callers share the array, so it is read-only; while nothing changed it is the same one.
 * For platform staff a query by oem_id is cheaper than all ids of the OEM.
 */
export function domainVisibility(db: Db): (scope: Scope) => Promise<readonly string[]> {
  const remembered = new LRUCache<string, { epoch: number; ids: readonly string[] }>({
    maxSize: REMEMBERED_IDS,
    sizeCalculation: ({ ids }) => ids.length + 1,
  });
  return async (scope) => {
    const key = `${scope.oem_id} ${scope.tier} ${scope.user_id}`;
    const known = remembered.get(key);
    const { epoch, isTooMuch } = await missedSince(db, known?.epoch);
    if (known?.epoch === epoch) return known.ids;
    const isCurrent = known && !isTooMuch && !(await hasChanged(db, scope, known.epoch));
    const ids = isCurrent ? known.ids : await visibleDomainIds(db, scope);
    remembered.set(key, { epoch, ids });
    return ids;
  };
}
