import { call } from '@/lib/api/client';
import { domains } from '@/lib/guard/domains/contract';
import { policies } from '@/lib/guard/policies/contract';
import type { Match } from '@/lib/guard/rules/contract';

/** Where a mark is from: the domain that its page is about, and the host that its filters name. */
export type Origin = { domain_id: string | null; host: string | undefined };

/** The policy that gets a rule, with the domain it is found by; or that the reader has to choose, or has none to choose. */
export type Place = { kind: 'policy'; policy_id: string; domain?: string } | { kind: 'choose' } | { kind: 'none' };

/** Domains that are asked for by a part of their name. */
const SEARCHED = 100;

/** The wildcard that takes a host, as domains of one label more are named. */
const wildcardOf = (host: string) => `*${host.slice(host.indexOf('.'))}`;

async function named(domain: string, signal: AbortSignal) {
  const { list } = await call(domains.list, { query: { keyword: domain, size: SEARCHED } }, signal);
  return list.find((one) => one.domain === domain);
}

/** Finds the policy of a rule about a mark, as far as the caller may read domains and policies. Rejects as `call` does. */
export async function placeOf(
  { domain_id, host }: Origin,
  can: (permission: string) => boolean,
  signal: AbortSignal,
): Promise<Place> {
  if (domain_id !== null && can('guard.domain.view')) {
    const { policy_id, domain } = await call(domains.view, { params: { id: domain_id } }, signal);
    return { kind: 'policy', policy_id, domain };
  }
  if (host !== undefined && can('guard.domain.list')) {
    const found = (await named(host, signal)) ?? (await named(wildcardOf(host), signal));
    if (found) return { kind: 'policy', policy_id: found.policy_id };
  }
  if (!can('guard.policy.list')) return { kind: 'choose' };
  const { list, total } = await call(policies.list, { query: { size: 1 } }, signal);
  const [only] = list;
  if (!only) return { kind: 'none' };
  return total === 1 ? { kind: 'policy', policy_id: only.policy_id } : { kind: 'choose' };
}

/** The condition that a request is one of a domain: of a wildcard's any host one label below. */
export function hostCondition(domain: string): Match {
  if (!domain.startsWith('*.')) return { field: 'host', op: 'eq', data: domain };
  return { field: 'host', op: 'regex', data: `^[^.]+${domain.slice(1).replaceAll('.', '\\.')}$` };
}
