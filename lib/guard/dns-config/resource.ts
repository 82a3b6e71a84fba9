import { resource } from '@/lib/api/resource';

export const dnsConfig = resource({ type: 'dns_config', partOf: { type: 'domain', tab: 'dns' } });
