import type { Ctx } from '@/lib/api/context';
import { change } from '@/lib/change/change';
import { saysTheSame } from '@/lib/change/later-version';
import { deliver } from '@/lib/delivery/deliver';
import { lockedDomain, withSettings } from '@/lib/guard/domains/locked';
import { toDomain, writeSettings } from '@/lib/guard/domains/repository';
import type { Settings } from '@/lib/guard/domains/settings';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';
import { tidyGroups } from '@/lib/guard/origin-groups/members';

/**
 * Writes what `work` makes of a domain's settings and leaves those it does not name; recorded and distributed, where anything
 * changes. Throws not_found and whatever `work` does.
 */
export function changeSettings(ctx: Ctx, domain_id: string, work: (settings: Settings) => Settings): Promise<null> {
  return change(ctx, async (tx) => {
    const { row, settings, before } = await lockedDomain(ctx, tx, domain_id);
    const written = work(settings);
    if (saysTheSame(settings, { ...settings, ...written })) {
      return { id: domain_id, label: row.domain, owner: row, data: null };
    }
    await writeSettings(tx, row, written, ctx.now);
    const next = { ...settings, ...written };
    await tidyGroups(tx, domain_id, next, ctx.now);
    return {
      id: domain_id,
      label: row.domain,
      owner: row,
      before: withSettings(before, settings),
      after: withSettings(toDomain({ ...row, utime: ctx.now }, next), next),
      later: deliver(DOMAIN, [domain_id]),
      data: null,
    };
  });
}
