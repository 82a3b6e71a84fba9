import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { allows, coversRanges, readCidrs } from '@/lib/auth/keys/cidr';
import { KEY_REVOKED } from '@/lib/auth/keys/repository';
import { known, logsOf } from '@/lib/sys/api-keys/reads';
import { findKey, type StoredKey } from '@/lib/sys/api-keys/repository';
import { issueKey } from '@/lib/sys/api-keys/service';
import type { Narrowed, NarrowInput, Replay } from './contract';
import { effectivePermissions, neededOf, permissionOfAction } from './needed';
import * as repository from './repository';
import { windowOf } from './service';

/** Named at most of what would have been refused; all of it is counted. */
const NAMED = 50;

type Narrower = Readonly<{ scopes: readonly string[]; allowed_ip_cidrs: string[] }>;

/** What the new key shall have, where the old one has all of that. Throws revoked, not_narrower, cidr_beyond. */
function narrowerThan(key: StoredKey, effective: readonly string[], input: NarrowInput): Narrower {
  if (key.status === KEY_REVOKED) throw new AppError('err.sys.apikey.revoked');
  const more = input.scopes.findIndex((scope) => !effective.includes(scope));
  if (more >= 0) {
    const values = { permission: input.scopes[more] ?? '' };
    throw new AppError('err.sys.apikey.not_narrower', { field: `scopes.${more}`, values });
  }
  const old: string[] = JSON.parse(key.allowed_ip_cidrs);
  const allowed_ip_cidrs = input.allowed_ip_cidrs?.length ? input.allowed_ip_cidrs : old;
  if (!coversRanges(readCidrs(old), readCidrs(allowed_ip_cidrs))) {
    throw new AppError('err.sys.apikey.cidr_beyond', { field: 'allowed_ip_cidrs' });
  }
  return { scopes: input.scopes, allowed_ip_cidrs };
}

/**
 * Calls that succeeded in the window and would not with the narrower key. A call whose permission the key has lost
 * meanwhile is not counted: narrowing changes nothing for it.
 */
async function replay(
  ctx: Ctx,
  key: StoredKey,
  days: number,
  { scopes, allowed_ip_cidrs, effective }: Narrower & { effective: readonly string[] },
): Promise<Replay> {
  const db = await logsOf(ctx);
  const { covers_window, ...window } = windowOf(ctx, key, days);
  const rows = await repository.countByPermission(db, key, window);
  const { needed, calls, unknown } = neededOf(rows);
  const refused = effective.filter((permission) => needed.has(permission) && !scopes.includes(permission));
  const byAction = [
    ...(await repository.topActions(db, key, window, refused, NAMED)),
    // Those whose permission was not noted are named by their path.
    ...rows.flatMap((row) => {
      const permission = row.permission === null ? permissionOfAction(row.action) : undefined;
      return permission && refused.includes(permission) ? [{ ...row, permission }] : [];
    }),
  ];
  const ranges = readCidrs(allowed_ip_cidrs);
  const from = await repository.addresses(db, key, window, 'successful');
  const outside = from.filter(({ client_ip }) => !allows(ranges, client_ip));
  return {
    from: window.from,
    covers_window,
    calls,
    unknown_calls: unknown,
    refused_calls: refused.reduce((all, each) => all + (needed.get(each)?.count ?? 0), 0),
    refused_address_calls: outside.reduce((all, { count }) => all + count, 0),
    refused_actions: byAction
      .sort((a, b) => b.count - a.count)
      .slice(0, NAMED)
      .map((row) => ({ ...row, permission: row.permission ?? '' })),
    refused_addresses: outside.slice(0, NAMED),
  };
}

/**
 * Issues a narrower key beside one of the caller's own, after replaying the calls of the window against it. Only the
 * holder may: a key acts for whoever issues it, so somebody else's narrower key would be another person's.
 * Throws not_found, not_holder, revoked, not_narrower, cidr_beyond, replay_refuses, and what issuing throws.
 */
export async function narrowKey(ctx: Ctx, key_id: string, input: NarrowInput): Promise<Narrowed> {
  const key = known(await findKey(ctx.db, ctx.scope, key_id));
  if (key.user_id !== ctx.principal.user_id) throw new AppError('err.sys.apikey.not_holder');
  const effective = await effectivePermissions(ctx.db, key);
  const narrower = narrowerThan(key, effective, input);
  const report = await replay(ctx, key, input.days, { ...narrower, effective });
  const replaces = { key_id, status: key.status, expires_at: key.expires_at };
  if (input.dry_run) return { replay: report, key: null, replaces };
  if (report.refused_calls + report.refused_address_calls > 0 && !input.accept_refusals) {
    throw new AppError('err.sys.apikey.replay_refuses', { field: 'accept_refusals' });
  }
  const { scopes, allowed_ip_cidrs } = narrower;
  const issued = { name: input.name ?? key.name, scopes: [...scopes], expires_in_days: input.expires_in_days };
  return {
    replay: report,
    key: await issueKey(ctx, { ...issued, allowed_ip_cidrs }, { narrowed_from: key_id }),
    replaces,
  };
}
