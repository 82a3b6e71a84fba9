import { type Containing, ENABLED, isBlack } from '@/lib/guard/bwlist/contract';

/** What an entry does to the address now; `by` is the whitelist that nodes ask first, `over` the black ones it wins over. */
export type Effect =
  | { kind: 'blocked'; domains: number }
  | { kind: 'passes'; domains: number; over: string[] }
  | { kind: 'none'; why: 'list_off' | 'address_off' | 'not_bound' | 'no_domains' }
  | { kind: 'none'; why: 'overruled'; by: string };

function whyNot({ set_status, status, policy_id, domain_count }: Containing) {
  if (set_status !== ENABLED) return 'list_off';
  if (!status) return 'address_off';
  if (policy_id === '') return 'not_bound';
  return domain_count === 0 ? 'no_domains' : null;
}

/** What each of these entries, all that contain one address, does to it: in one policy white ones win. */
export function effectsOf(entries: readonly Containing[]): Map<Containing, Effect> {
  const asked = entries.filter((entry) => whyNot(entry) === null);
  const winners = new Map(
    asked.filter((entry) => !isBlack(entry.ip_set_type)).map((entry) => [entry.policy_id, entry.name]),
  );
  const losers = (policy_id: string) => {
    const black = asked.filter((entry) => isBlack(entry.ip_set_type) && entry.policy_id === policy_id);
    return [...new Set(black.map(({ name }) => name))];
  };
  const effectOf = (entry: Containing): Effect => {
    const why = whyNot(entry);
    if (why) return { kind: 'none', why };
    if (!isBlack(entry.ip_set_type)) {
      return { kind: 'passes', domains: entry.domain_count, over: losers(entry.policy_id) };
    }
    const by = winners.get(entry.policy_id);
    return by === undefined ? { kind: 'blocked', domains: entry.domain_count } : { kind: 'none', why: 'overruled', by };
  };
  return new Map(entries.map((entry) => [entry, effectOf(entry)]));
}

/** On how many domains the address is blocked and passes, each counted once: a domain has one policy. */
export function verdictOf(effects: ReadonlyMap<Containing, Effect>): { blocked: number; passes: number } {
  const sum = (kind: 'blocked' | 'passes') => {
    const policies = new Map(
      [...effects].filter(([, e]) => e.kind === kind).map(([{ policy_id, domain_count }]) => [policy_id, domain_count]),
    );
    return [...policies.values()].reduce((a, b) => a + b, 0);
  };
  return { blocked: sum('blocked'), passes: sum('passes') };
}

/** How many addresses a CIDR of IPv4 has; null of a single address and of IPv6, where nobody counts them. */
export function sizeOf(ip_addr: string): number | null {
  const [address = '', prefix] = ip_addr.split('/');
  return prefix === undefined || address.includes(':') ? null : 2 ** (32 - Number(prefix));
}
