import type { Parent } from '@/lib/change/parts';
import { deliver } from '@/lib/delivery/deliver';
import { lockedDomain, requireDomain } from './locked';
import { DOMAIN } from './vocabulary';

/** What parts of a domain take from it: scope, lock, owner, and that it is delivered with them. */
export const domainParent: Parent = {
  require: requireDomain,
  async lock(ctx, tx, domain_id) {
    const { row } = await lockedDomain(ctx, tx, domain_id);
    return { id: domain_id, label: row.domain, owner: row, root_id: row.root_id, later: deliver(DOMAIN, [domain_id]) };
  },
};
