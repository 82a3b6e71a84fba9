/** The host that a map has for one as it was logged; '' represents lines without a host, '*' every other. */
export function mapped(host: string, hosts: Readonly<Record<string, string>>): string {
  if (Object.hasOwn(hosts, host)) return hosts[host] ?? host;
  return Object.hasOwn(hosts, '*') ? (hosts['*'] ?? host) : host;
}
