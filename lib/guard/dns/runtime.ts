import type { Config } from '@/lib/config/env';
import { runtimePart } from '@/lib/runtime/part';
import { powerDns } from './powerdns';
import type { DnsProvider } from './provider';
import { rfc2136 } from './rfc2136';

/** The DNS server to which Parapet is connected. */
export type Dns = {
  /** Undefined where there is none: records are kept and nothing is written anywhere. */
  provider: DnsProvider | undefined;
  /** Tries of an affair with one of its domains, of which each waits longer than the one before. */
  tries: number;
};

declare module '@/lib/runtime/runtime' {
  interface Runtime {
    dns: Dns;
  }
}

/** The last one fails about four minutes after the first. */
const TRIES = 9;

export const dns = runtimePart({
  name: 'dns',
  open: ({ config }) => ({ provider: providerOf(config), tries: TRIES }),
});

function providerOf(config: Config): DnsProvider | undefined {
  const { CNAME_ZONE: zone, DNS_SERVER: address, POWERDNS_API_URL: url, POWERDNS_API_KEY: key } = config;
  if (!address || config.DNS_PROVIDER === 'none') return undefined;
  const server = address.host.includes(':') ? `[${address.host}]:${address.port}` : `${address.host}:${address.port}`;
  if (config.DNS_PROVIDER === 'powerdns') return powerDns({ url: url ?? '', key: key ?? '', zone, server });
  return config.DNS_TSIG_KEY && rfc2136({ ...address, server, zone, key: config.DNS_TSIG_KEY });
}
