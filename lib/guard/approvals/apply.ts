import type { Ctx } from '@/lib/api/context';
import { errorCatalogue, routes } from '@/lib/api/registry';
import { AUDIT_FAILED, appendAudit, ownEntry } from '@/lib/audit/record';
import { findCaller } from '@/lib/auth/identity';
import { scopeOf } from '@/lib/auth/principal';
import { change } from '@/lib/change/change';
import { domains } from '@/lib/guard/domains/contract';
import { lockedDomain } from '@/lib/guard/domains/locked';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';
import { DEFAULT_LOCALE } from '@/lib/i18n/locales';
import { PROCESS } from '@/lib/queues/behalf';
import type { Runtime } from '@/lib/runtime/runtime';
import { judge } from './judge';
import * as repository from './repository';

/** Applies the holds of these domains that are due at `now`, each in a change of its own in the name of who decided. */
export async function applyDue(runtime: Runtime, now: number, domain_ids: readonly string[]): Promise<void> {
  for (const hold of await repository.dueHolds(runtime.store.read, now, domain_ids)) await applyOne(runtime, hold, now);
}

/** Ends a change without a trace: somebody else was first. */
class NotNow extends Error {}

/** Ends a change whose decision cannot take effect any more. */
class Dropped extends Error {
  constructor(readonly errKey: string) {
    super(errKey);
  }
}

async function applyOne(runtime: Runtime, hold: repository.HoldRow, now: number): Promise<void> {
  const { domain_id, audit_status } = hold;
  const ctx = await contextOf(runtime, hold, now);
  try {
    // Who may not judge any more has not judged.
    if (!ctx) throw new Dropped('err.auth.permission');
    await change(ctx, async (tx) => {
      const { row } = await lockedDomain(ctx, tx, domain_id);
      const own = await repository.deleteHold(tx, domain_id);
      if (!own || own.due_at > now) throw new NotNow();
      if (own.seen_utime !== repository.UNSEEN && row.utime !== own.seen_utime) {
        throw new Dropped('err.guard.approval.changed');
      }
      return judge(ctx, tx, domain_id, audit_status, JSON.parse(own.reason));
    });
  } catch (error) {
    if (error instanceof Dropped) await drop(runtime, hold, error.errKey);
    else if (!(error instanceof NotNow)) throw error;
  }
}

/** Takes a decision away that cannot take effect, and leaves a row that says why, as of a refusal of who decided. */
async function drop({ store, log }: Runtime, hold: repository.HoldRow, errKey: string): Promise<void> {
  const { domain_id, audit_status, oem_id, user_id } = hold;
  await store.transaction(async (tx) => {
    const named = await repository.namesOf(tx, hold);
    // Replaced or taken back meanwhile.
    if (!named || !(await repository.deleteThisHold(tx, hold))) return;
    const { status: http_status = 500, code: biz_code = 0 } = errorCatalogue[errKey] ?? {};
    const { action = '', endpoint } = judging() ?? {};
    const params = { id: domain_id, audit_status };
    const entry = ownEntry(action, `${endpoint?.summary}: ${named.domain}`, { changes: {}, params, err_key: errKey });
    const { id: request_id, peer: remote_ip, user_agent } = JSON.parse(hold.request);
    await appendAudit(tx, {
      ...{ ...entry, oem_id, user_id, actor_type: 'staff', actor_name: named.actor_name },
      ...{ request_id, remote_ip, user_agent },
      ...{ resource_type: DOMAIN, resource_id: domain_id, resource_label: named.domain },
      ...{ on_behalf_user_id: named.user_id, on_behalf_user_name: named.user_name },
      ...{ status: AUDIT_FAILED, http_status, biz_code },
    });
  });
  log.warn({ domain_id, audit_status, err_key: errKey }, 'a decision was dropped');
}

const judging = () => routes.find((one) => one.endpoint === domains.audit);

/** The request that decided, as if it came now. Undefined when its caller may not judge any more. */
async function contextOf(runtime: Runtime, hold: repository.HoldRow, now: number): Promise<Ctx | undefined> {
  const db = runtime.store.read;
  const route = judging();
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
