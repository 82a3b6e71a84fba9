import { z } from 'zod';
import { DomainInput, domains } from '@/lib/guard/domains/contract';
import { domainEntries, sortedOut } from './domain-entries';

/** As many at once as one can still read back. */
export const MOST_DOMAINS = 50;

type Refusal = { key: string };

/** What is wrong with a pasted list of domains, if anything: the first finding. One that is there twice counts once. */
function refusalOf(pasted: string): Refusal | { key: 'too_many'; max: number } | null {
  const { domains: named, wrong } = sortedOut(domainEntries(pasted));
  if (wrong.length > 0) return { key: 'domain_entry' };
  if (named.length === 0) return { key: 'required' };
  return named.length > MOST_DOMAINS ? { key: 'too_many', max: MOST_DOMAINS } : null;
}

const pastedDomains = z.string().superRefine((pasted, context) => {
  const refusal = refusalOf(pasted);
  if (refusal) context.addIssue({ code: 'custom', params: refusal, input: pasted });
});

/** The form: what every one of the domains gets, and the domains as pasted. */
export const NewDomains = DomainInput.pick({
  policy_id: true,
  src_sites: true,
  asset_name: true,
  cert_ids: true,
}).extend({
  domains: pastedDomains,
});
export type NewDomains = z.input<typeof NewDomains>;
export type NewOrigin = NewDomains['src_sites'][number];

/** How one of several domains fared. */
export type CreateResult = { domain: string; domain_id?: string; cname?: string; error?: unknown };

/** The endpoint of the form: it is called once per domain. */
export const newDomains = { ...domains.create, body: NewDomains, data: z.array(z.custom<CreateResult>()) };

/** Bodies of the calls that a filled-in form represents. */
export function bodiesOf({ domains: pasted, ...shared }: NewDomains) {
  return sortedOut(domainEntries(pasted)).domains.map((domain) => ({ ...shared, domain }));
}

const DEFAULT_PORTS = { http: 80, https: 443 } as const;

export const newOrigin = (): NewOrigin => ({ addr: '', port: 443, protocol: 'https', weight: 1 });

/** The port after a change of protocol: the usual one, unless another was typed. */
export function portAfter(port: unknown, protocol: NewOrigin['protocol']): unknown {
  const isUsual = Object.values<unknown>(DEFAULT_PORTS).includes(port);
  return isUsual ? DEFAULT_PORTS[protocol] : port;
}

/** For each origin the earlier one it repeats, if any: the server counts both as one (spec 4.5). */
export function repeatsOf(origins: readonly Partial<NewOrigin>[]): (number | undefined)[] {
  const first = new Map<string, number>();
  return origins.map(({ addr = '', port, protocol }, index) => {
    const key = `${protocol} ${addr.trim().toLowerCase()} ${port}`;
    if (addr.trim() === '') return undefined;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, index);
    return earlier;
  });
}
