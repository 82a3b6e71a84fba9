import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { inWords } from '@/lib/api/words';
import { CFG_OPTIONS, DISABLE } from '@/lib/guard/domains/vocabulary';

const option = inWords('switch', z.enum(CFG_OPTIONS));

/** The settings of a domain's DNS scheduling (spec 4.5). */
export const DnsConfigInput = z.object({
  auto_switch_case: z.int().min(1).max(1000),
  auto_return_source: option,
  src_ipv6_check: option,
  default_ipv6_check: option,
});
export type DnsConfigInput = z.output<typeof DnsConfigInput>;

/** The settings of a domain that never changed them. */
export const AT_FIRST: DnsConfigInput = {
  auto_switch_case: 1,
  auto_return_source: DISABLE,
  src_ipv6_check: DISABLE,
  default_ipv6_check: DISABLE,
};

/** DnsAdvanceConfigVO (spec 2.3): the settings of DnsConfigInput, and thresholds that only the operator sets. */
export const DnsConfig = DnsConfigInput.extend({
  auto_switch: option,
  total_count: z.int(),
  ava_ratio: z.number(),
  max_count: z.int(),
});
export type DnsConfig = z.output<typeof DnsConfig>;

/** DNS thresholds of a domain. */
export const dnsConfig = contract({
  view: endpoint({
    method: 'GET',
    path: '/api/guard/domains/{id}/dns/advance/config',
    permission: 'guard.domain.settings',
    summary: 'Read how the DNS scheduling of a domain switches',
    data: DnsConfig,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/guard/domains/{id}/dns/advance/config',
    permission: 'guard.domain.settings',
    summary: 'Say how the DNS scheduling of a domain switches; existing records stay until they are made anew',
    body: DnsConfigInput,
    data: nothing,
    audit: { resource: 'dns_config' },
  }),
});
