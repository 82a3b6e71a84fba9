import { resource } from '@/lib/api/resource';

export const dnsConfig = resource({
  type: 'dns_config',
  partOf: { type: 'domain', tab: 'dns' },
  values: {
    auto_switch: 'switch',
    auto_return_source: 'switch',
    src_ipv6_check: 'switch',
    default_ipv6_check: 'switch',
  },
});
