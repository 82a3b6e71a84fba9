import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { change } from '@/lib/change/change';
import { type Account, type CleanupInput, type CleanupResult, LISTED } from './contract';
import { scanFollowers } from './followers';
import { type Binding, bindingsOf, deleteBindings } from './repository';

/**
 * WeChat bindings of the site's users who no longer follow the account (spec 4.2): a list of them, or with `apply`
 * their removal, all in one transaction and only after every account was read to its end.
 */
export async function cleanUp(ctx: Ctx, input: CleanupInput): Promise<CleanupResult> {
  const { WX_ACCOUNTS } = ctx.runtime.config;
  checkInput(input, WX_ACCOUNTS);
  // Read before the followers: whoever binds while those are read is none of the candidates.
  const bindings = await bindingsOf(ctx.db, ctx.scope.oem_id, ctx.now);
  const bound = byAccount(bindings);
  const accounts: Account[] = [];
  const candidates: Binding[] = [];
  for (const [service_id, theirs] of bound) {
    const token = WX_ACCOUNTS.get(service_id);
    if (token === undefined || !isAskedFor(input, service_id)) continue;
    const { account, left } = await scan(ctx, { service_id, token }, theirs, input);
    accounts.push(account);
    candidates.push(...left);
  }
  const removed = input.apply ? await remove(ctx, candidates) : 0;
  return {
    applied: input.apply,
    accounts,
    skipped: [...bound.keys()].filter((service_id) => !WX_ACCOUNTS.has(service_id)),
    candidates: candidates.slice(0, LISTED),
    candidate_total: candidates.length,
    removed,
  };
}

function byAccount(bindings: readonly Binding[]): Map<string, Binding[]> {
  const bound = new Map<string, Binding[]>();
  for (const binding of bindings) {
    const theirs = bound.get(binding.service_id);
    if (theirs) theirs.push(binding);
    else bound.set(binding.service_id, [binding]);
  }
  return bound;
}

const isAskedFor = ({ service_ids }: CleanupInput, service_id: string) =>
  service_ids.length === 0 || service_ids.includes(service_id);

function checkInput({ apply, service_ids }: CleanupInput, known: ReadonlyMap<string, string>): void {
  if (apply && service_ids.length > 0) throw new AppError('err.sys.wx.apply_is_for_all', { field: 'service_ids' });
  const unknown = service_ids.findIndex((service_id) => !known.has(service_id));
  if (unknown >= 0) throw new AppError('err.sys.wx.account_unknown', { field: `service_ids.${unknown}` });
}

/** The account's bindings whose follower is not in its list; none where the list could not be read to its end. */
async function scan(
  ctx: Ctx,
  { service_id, token }: { service_id: string; token: string },
  bindings: readonly Binding[],
  input: CleanupInput,
): Promise<{ account: Account; left: Binding[] }> {
  const left = new Map(bindings.map((binding) => [binding.openid, binding]));
  const wxAccount = { service_id, token, url: ctx.runtime.config.WX_API_URL };
  const found = await scanFollowers(wxAccount, input.max_pages, (openids) => {
    for (const openid of openids) left.delete(openid);
  });
  if (found.followers === 0 && !input.allow_empty_followers) {
    throw new AppError('err.sys.wx.no_followers', { field: 'allow_empty_followers', values: { service_id } });
  }
  if (!found.complete && input.apply) {
    throw new AppError('err.sys.wx.scan_incomplete', { field: 'max_pages', values: { service_id } });
  }
  const account = { service_id, bindings: bindings.length, ...found };
  return { account, left: found.complete ? [...left.values()] : [] };
}

function remove(ctx: Ctx, candidates: readonly Binding[]): Promise<number> {
  return change(ctx, async (tx) => {
    const removed = await deleteBindings(tx, candidates);
    return {
      id: ctx.scope.oem_id,
      label: String(removed.length),
      before: { bindings: removed },
      after: { bindings: [] },
      data: removed.length,
    };
  });
}
