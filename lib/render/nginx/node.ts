import { BODIES, READ_TYPES } from './bodies';
import type { ListContent, NodeSettings, Ranges } from './content';
import { word } from './escape';
import { listenPrefixes } from './listen';
import { rangeMaps, rangeRules } from './ranges';

/** A site whose files are included: the folder that they are below, and whether it forwards ports. */
export type ServedSite = { domain_id: string; root: string; hasForwards: boolean };

/** What all sites of a node share. `serving` are the sites that passed their test. */
export function renderNode(
  node: NodeSettings,
  serving: readonly ServedSite[],
  lists: readonly ListContent[],
  ranges: readonly Ranges[] = [],
): Map<string, string> {
  return new Map([
    ['nginx.conf', `${mainLines(node, serving, lists, ranges).join('\n')}\n`],
    ['proxy.conf', `${PROXY.join('\n')}\n`],
    ['modsecurity.conf', `${[...securityLines(node), ...rangeRules(ranges)].join('\n')}\n`],
    ...lists.map((list): [string, string] => [`lists/${Number(list.id)}.conf`, listLine(node, list)]),
  ]);
}

/** The addresses of a piece of a list, named by its hash, so that nodes keep those that did not change. */
export const renderPiece = (addresses: readonly string[]): string =>
  addresses.map((address) => `${word(address)} 1;\n`).join('');

const listLine = ({ root }: NodeSettings, { id, parts }: ListContent): string =>
  `geo $remote_addr $list_${Number(id)} {\n  default 0;\n${parts.map((hash) => `  include ${root}/pieces/${word(hash)}.conf;\n`).join('')}}\n`;

function mainLines(
  { root, logs, trusted_proxies, probe, revision, node_id, http, https, listen }: NodeSettings,
  serving: readonly ServedSite[],
  lists: readonly ListContent[],
  ranges: readonly Ranges[],
): string[] {
  const fileOf = ({ root: own, domain_id }: ServedSite, name: string) =>
    `  include ${own}/sites/${word(domain_id)}/${name};`;
  const streams = serving.filter((site) => site.hasForwards).map((site) => fileOf(site, 'stream.conf'));
  const at = listenPrefixes({ listen });
  return [
    'load_module /usr/lib/nginx/modules/ngx_http_modsecurity_module.so;',
    ...(streams.length > 0 ? ['load_module /usr/lib/nginx/modules/ngx_stream_module.so;'] : []),
    'worker_processes auto;',
    'worker_rlimit_nofile 65536;',
    `pid ${logs}/nginx.pid;`,
    `error_log ${logs}/error.log warn;`,
    'events { worker_connections 8192; }',
    'http {',
    '  server_tokens off;',
    '  server_names_hash_bucket_size 256; server_names_hash_max_size 65536;',
    '  map_hash_bucket_size 256; map_hash_max_size 65536; variables_hash_max_size 65536; variables_hash_bucket_size 256;',
    '  client_max_body_size 100m; client_body_buffer_size 128k;',
    '  ssl_protocols TLSv1.2 TLSv1.3; ssl_session_cache shared:tls:8m; ssl_session_timeout 1d;',
    ...trusted_proxies.map((network) => `  set_real_ip_from ${word(network)};`),
    ...(trusted_proxies.length > 0 ? ['  real_ip_header X-Forwarded-For; real_ip_recursive on;'] : []),
    `  map $http_x_parapet_probe $parapet_revision { default ""; "${word(probe)}" ${Number(revision)}; }`,
    '  add_header X-Config-Rev $parapet_revision always;',
    ...[...ASKED, OTHER_HOST, ...UPGRADE].map((line) => `  ${line}`),
    `  log_format parapet escape=json '${LOG_FORMAT.replace('NODE', word(node_id))}';`,
    `  access_log ${logs}/access.json parapet;`,
    `  modsecurity_rules_file ${root}/modsecurity.conf;`,
    ...rangeMaps(ranges).map((line) => `  ${line}`),
    ...lists.map(({ id }) => `  include ${root}/lists/${Number(id)}.conf;`),
    '  server {',
    ...at.map((prefix) => `    listen ${prefix}${Number(http)} default_server;`),
    ...at.map((prefix) => `    listen ${prefix}${Number(https)} ssl default_server;`),
    '    ssl_reject_handshake on;',
    '    set $parapet_rule "";',
    // Whoever knows the probe's value learns the revision; anybody else has come to a site that is not here.
    '    if ($parapet_revision) { return 204; }',
    '    return 444;',
    '  }',
    ...serving.map((site) => fileOf(site, 'site.conf')),
    '}',
    ...(streams.length > 0 ? ['stream {', ...streams, '}'] : []),
  ];
}

/** What was asked for, also where a page of ours answers: nginx then replaces the method, the path and the query. */
const ASKED = [
  'map $request $parapet_method { default $request_method; "~^(?<asked_method>[A-Z]+) " $asked_method; }',
  'map $request_uri $parapet_asked_path { "~^(?<asked_path>[^?]*)" $asked_path; }',
  'map $request_uri $parapet_asked_query { "~\\?(?<asked_query>.*)$" $asked_query; }',
  'map $uri $parapet_path { default $uri; "~^/\\.parapet/" $parapet_asked_path; }',
  'map $uri $parapet_query { default $args; "~^/\\.parapet/" $parapet_asked_query; }',
];

/**
 * Whether a request names another host in its `Host` than in its first line, which nginx goes by, or a port that is none. ModSecurity knows and
 * logs the first alone, so that rules on hosts and the event log would be about another site.
 */
const OTHER_HOST =
  'map "$host $http_host" $parapet_other_host { default 1; "~*^(?<one_host>[^ ]+) \\k<one_host>\\.?(:[0-9]{1,5})?$" 0; }';

/** What the event log reads (docs/events.md). */
const LOG_FORMAT = [
  '{"time":"$time_iso8601","msec":"$msec","request_id":"$request_id","remote_addr":"$remote_addr","host":"$host",',
  '"method":"$parapet_method","uri":"$parapet_path","args":"$parapet_query","protocol":"$server_protocol","scheme":"$scheme",',
  '"status":$status,"body_bytes_sent":$body_bytes_sent,"bytes_sent":$bytes_sent,"request_length":$request_length,',
  '"request_time":$request_time,"upstream_addr":"$upstream_addr","upstream_status":"$upstream_status",',
  '"upstream_response_time":"$upstream_response_time","upstream_cache_status":"$upstream_cache_status",',
  '"referer":"$http_referer","user_agent":"$http_user_agent","limit_req_status":"$limit_req_status",',
  '"rule":"$parapet_rule",',
  '"ssl_protocol":"$ssl_protocol","node":"NODE"}',
].join('');

/** WebSockets reach origins, and no other protocol, which would carry requests past every rule. */
const UPGRADE = [
  'map $http_upgrade $parapet_upgrade { default ""; "~*^websocket$" websocket; }',
  'map $parapet_upgrade $parapet_connection { default ""; websocket upgrade; }',
];

const PROXY = [
  'proxy_http_version 1.1;',
  'proxy_set_header Connection $parapet_connection;',
  'proxy_set_header Upgrade $parapet_upgrade;',
  'proxy_set_header Host $host;',
  'proxy_set_header X-Real-IP $remote_addr;',
  'proxy_set_header X-Forwarded-For $remote_addr;',
  'proxy_set_header X-Forwarded-Proto $scheme;',
  // Origins believe these of a proxy: a visitor's own would name another host, or a path that no rule was asked about.
  'proxy_set_header X-Forwarded-Host $host;',
  'proxy_set_header X-Forwarded-Port $server_port;',
  'proxy_set_header Forwarded "";',
  'proxy_set_header X-Original-URL "";',
  'proxy_set_header X-Rewrite-URL "";',
  'proxy_set_header X-Request-Id $request_id;',
  'proxy_ssl_server_name on;',
  'proxy_ssl_name $host;',
  'proxy_next_upstream error timeout;',
  // Cookies and policies of an answer are often longer than the page of memory that nginx has for all its headers.
  'proxy_buffer_size 32k; proxy_buffers 8 8k; proxy_busy_buffers_size 32k;',
];

const allows = (id: number, what: string, values: string) =>
  `SecAction "id:${id},phase:1,pass,nolog,setvar:'tx.${what}=${values}'"`;

/** The engine and the OWASP rules, once for all sites: in each of them they would take gigabytes (data-plane, 3.3). */
const securityLines = ({ crs, logs }: NodeSettings): string[] => [
  'SecRuleEngine On',
  'SecResponseBodyAccess Off',
  'SecPcreMatchLimit 1000000',
  'SecPcreMatchLimitRecursion 1000000',
  'SecTmpDir /tmp',
  'SecDataDir /tmp',
  'SecAuditEngine RelevantOnly',
  'SecAuditLogRelevantStatus "^403$"',
  'SecAuditLogParts ABHZ',
  'SecAuditLogType Serial',
  'SecAuditLogFormat JSON',
  `SecAuditLog ${logs}/audit.json`,
  'SecArgumentSeparator &',
  'SecCookieFormat 0',
  ...BODIES,
  // Methods of APIs, which the core rules refuse by themselves, and no type that is not read; a set-up that names others comes after.
  allows(200_009, 'allowed_methods', 'GET HEAD POST OPTIONS PUT PATCH DELETE'),
  allows(200_010, 'allowed_request_content_type', READ_TYPES.map((type) => `|${type}|`).join(' ')),
  `Include ${crs}/crs-setup.conf`,
  `Include ${crs}/rules/*.conf`,
];
