import { isIPv6 } from 'node:net';
import { ENABLED, UDP } from '@/lib/guard/forwards/vocabulary';
import type { NodeSettings, SiteContent } from './content';
import { word } from './escape';
import { listenPrefixes } from './listen';

type Forward = SiteContent['forwards'][number];
type Source = { port?: number; balance?: string };
type Advanced = { connect_timeout?: number; idle_timeout?: number; max_connections?: number; proxy_protocol?: boolean };

/** Those of a site's port forwards that nodes serve. */
export const served = (all: readonly Forward[]): Forward[] =>
  all.filter((one) => one.status === ENABLED && one.node_ipaddrs !== '');

/** Port forwards of a site as servers of the stream module, on the addresses on which sites are. */
export const forwards = (all: readonly Forward[], node: Pick<NodeSettings, 'listen'>): string[] =>
  served(all).flatMap((one) => render(one, listenPrefixes(node)));

function render(
  { id, schema, port, node_ipaddrs, src_setting, adv_settings }: Forward,
  prefixes: readonly string[],
): string[] {
  const source = src_setting as Source;
  const advanced = adv_settings as Advanced;
  const name = `forward_${Number(id)}`;
  const servers = node_ipaddrs
    .split(',')
    .map((ip) => `server ${isIPv6(ip) ? `[${word(ip)}]` : word(ip)}:${Number(source.port ?? port)};`);
  const most = Number(advanced.max_connections ?? 0);
  const own = [
    prefixes.map((prefix) => `listen ${prefix}${Number(port)}${schema === UDP ? ' udp' : ''};`),
    [`proxy_pass ${name};`],
    advanced.connect_timeout ? [`proxy_connect_timeout ${Number(advanced.connect_timeout)}s;`] : [],
    advanced.idle_timeout ? [`proxy_timeout ${Number(advanced.idle_timeout)}s;`] : [],
    advanced.proxy_protocol && schema !== UDP ? ['proxy_protocol on;'] : [],
    most > 0 ? [`limit_conn ${name} ${most};`] : [],
  ].flat();
  return [
    `upstream ${name} { ${balanceOf(source)}${servers.join(' ')} }`,
    ...(most > 0 ? [`limit_conn_zone $server_port zone=${name}:32k;`] : []),
    `server { ${own.join(' ')} }`,
  ];
}

const BALANCES: Readonly<Record<string, string>> = {
  least_conn: 'least_conn; ',
  ip_hash: 'hash $remote_addr consistent; ',
};
const balanceOf = ({ balance }: Source): string => BALANCES[balance ?? ''] ?? '';
