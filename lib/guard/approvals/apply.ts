import type { Ctx } from '@/lib/api/context';
import { routes } from '@/lib/api/registry';
import { findCaller } from '@/lib/auth/identity';
import { scopeOf } from '@/lib/auth/principal';
import { change } from '@/lib/change/change';
import { domains } from '@/lib/guard/domains/contract';
import { lockedDomain } from '@/lib/guard/domains/locked';
import { DEFAULT_LOCALE } from '@/lib/i18n/locales';
import { PROCESS } from '@/lib/queues/behalf';
import type { Runtime } from '@/lib/runtime/runtime';
import { judge } from './judge';
import * as repository from './repository';

/** Applies the holds of these domains that are due at `now`, each in a change of its own in the name of who decided. */
export async function applyDue(runtime: Runtime, now: number, domain_ids: readonly string[]): Promise<void> {
  for (const hold of await repository.dueHolds(runtime.store.read, now, domain_ids)) await applyOne(runtime, hold, now);
}

/** Ends a change without a trace: somebody else was first, or what was judged is not what the domain is now. */
class NotNow extends Error {
  constructor(readonly isStale: boolean) {
    super();
  }
}

async function applyOne(runtime: Runtime, hold: repository.HoldRow, now: number): Promise<void> {
  const { domain_id, audit_status } = hold;
  const ctx = await contextOf(runtime, hold, now);
  try {
    // Who may not judge any more has not judged.
    if (!ctx) throw new NotNow(true);
    await change(ctx, async (tx) => {
      const { row } = await lockedDomain(ctx, tx, domain_id);
      const own = await repository.deleteHold(tx, domain_id);
      if (!own || own.due_at > now) throw new NotNow(false);
      if (row.utime !== own.seen_utime) throw new NotNow(true);
      return judge(ctx, tx, domain_id, audit_status, JSON.parse(own.reason));
    });
  } catch (error) {
    if (!(error instanceof NotNow)) throw error;
    if (!error.isStale) return;
    await runtime.store.transaction((tx) => repository.deleteHold(tx, domain_id));
    runtime.log.warn({ domain_id, audit_status }, 'a decision was dropped: the domain or who decided has changed');
  }
}

/** The request that decided, as if it came now. Undefined when its caller may not judge any more. */
async function contextOf(runtime: Runtime, hold: repository.HoldRow, now: number): Promise<Ctx | undefined> {
  const db = runtime.store.read;
  const route = routes.find((one) => one.endpoint === domains.audit);
  const principal = await findCaller(db, hold.user_id, { auth_mode: 'deferred', session_key: '' });
  if (!route || !principal) return undefined;
  if (principal.tier !== 'platform' || !principal.grants.has(route.action)) return undefined;
  const params = { id: hold.domain_id, audit_status: hold.audit_status };
  return {
    runtime,
    behalf: PROCESS,
    db,
    principal,
    scope: scopeOf(principal),
    oem: { oem_id: hold.oem_id, name: hold.oem_id },
    locale: DEFAULT_LOCALE,
    route,
    now,
    request: { ...JSON.parse(hold.request), params },
  };
}
