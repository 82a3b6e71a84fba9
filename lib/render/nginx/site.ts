import { SM2 } from '@/lib/guard/certs/vocabulary';
import { ENABLE } from '@/lib/guard/domains/vocabulary';
import { CHECKS } from '@/lib/guard/settings/vocabulary';
import { aclRules } from './acl';
import { BODY_RULES } from './bodies';
import type { ListContent, NodeSettings, PolicyContent, SiteContent } from './content';
import { word } from './escape';
import { forwards, served } from './forwards';
import { limits, ofBruteForce, ofRule } from './limits';
import { listenPrefixes } from './listen';
import type { ServedSite } from './node';
import { originsFor } from './origins';
import { Pages } from './pages';
import { derivedFor, RuleNumbers } from './sec-rules';
import type { Note } from './vocabulary';
import { messageOf } from './vocabulary';
import { wafGroups } from './waf';

/** Files by path below the node's folder, and what nodes do otherwise than the objects say. */
export type Rendered = { files: ReadonlyMap<string, string>; notes: readonly Note[] };

type Given = { site: SiteContent; policy: PolicyContent; lists: readonly ListContent[]; node: NodeSettings };

/**
 * One site as a node of nginx and ModSecurity runs it. Pure: the same artefacts give the same files. Throws RenderError for what
 * Parapet cannot have delivered.
 */
export function renderSite({ site, policy, lists, node }: Given): Rendered {
  const id = word(site.domain_id);
  const folder = `sites/${id}`;
  const pages = new Pages(folder);
  const isOn = switchesOf(site.settings);
  const rules = securityRules(site, policy, pages, isOn);
  const short = id.replace(/[^A-Za-z0-9]/g, '');
  const counted = limits(
    [
      ...(isOn('cc') ? policy.cc_rules.map((rule) => ofRule(short, rule)) : []),
      ...site.brute_force_rules.filter((rule) => rule.status).map((rule) => ofBruteForce(short, rule)),
    ],
    pages,
    { policy_id: word(policy.policy_id), name: short },
  );
  const origins = originsFor(site, node.node_id);
  const tls = servedCertificate(site);
  const server = serverOf({ site, lists, node, folder, pages, limited: counted, origins, tls });
  const notes: Note[] = [
    ...[...rules.notes, ...counted.notes],
    ...(origins ? [] : [{ key: 'no_origin' as const }]),
    ...(tls ? [] : [{ key: 'no_certificate' as const }]),
    ...(site.certificates.some((one) => one.certificate_type === SM2) ? [{ key: 'sm2_certificate' as const }] : []),
    ...UNSUPPORTED.filter(isOn).map((key) => ({ key: `${key}_unsupported` as const })),
    ...(isChecked(site.settings) ? [{ key: 'origin_check_unsupported' as const }] : []),
  ];
  const streams = forwards(site.forwards, node);
  const files = new Map([
    ...(streams.length > 0 ? [[`${folder}/stream.conf`, `${streams.join('\n')}\n`] as const] : []),
    [`${folder}/site.conf`, `${[...counted.http, ...server].join('\n')}\n`],
    [`${folder}/rules.conf`, `${rules.lines.join('\n')}\n`],
    ...pages.files,
  ]);
  return { files, notes };
}

/** A site as all share it, its files below `root`. */
export function servedSite(
  { domain_id, forwards: all }: Pick<SiteContent, 'domain_id' | 'forwards'>,
  root: string,
): ServedSite {
  return { domain_id, root, hasForwards: served(all).length > 0 };
}

/** Settings that nginx has nothing for. */
const UNSUPPORTED = ['bot', 'cache', 'guard_weak_password_setting'] as const;

function switchesOf(settings: Record<string, unknown>) {
  return (key: 'waf' | 'cc' | 'acl' | (typeof UNSUPPORTED)[number]): boolean => isEnabled(settings[key]);
}

const isEnabled = (setting: unknown): boolean => (setting as { status?: unknown } | undefined)?.status === ENABLE;

/** Whether origins are to be watched, which nginx does by what visitors' requests come to alone. */
const isChecked = ({ origin }: Record<string, unknown>): boolean =>
  CHECKS.some((check) => isEnabled((origin as Record<string, unknown> | undefined)?.[check]));

type Switches = ReturnType<typeof switchesOf>;

/** What ModSecurity asks: access rules first, then the policy's own groups, then the OWASP rules, which every site inherits. */
function securityRules(site: SiteContent, policy: PolicyContent, pages: Pages, isOn: Switches) {
  const numbers = new RuleNumbers();
  const policy_id = word(policy.policy_id);
  const place = { policy_id, tags: [`tag:'policy/${policy_id}'`, `tag:'domain/${word(site.domain_id)}'`] };
  const acl = isOn('acl') ? aclRules(policy.acl_rules, place, numbers, pages) : EMPTY;
  const waf = isOn('waf') ? wafGroups(policy.waf_groups, place, numbers) : EMPTY;
  const own = [...acl.lines, ...waf.lines];
  const readsBody = own.some((line) => line.includes('REQUEST_BODY'));
  const lines = [
    ...(isOn('waf') ? [] : [`SecRuleRemoveById ${BODY_RULES} 900000-999999`]),
    ...(readsBody ? [`SecAction "id:${numbers.fresh()},phase:1,pass,nolog,ctl:forceRequestBodyVariable=On"`] : []),
    ...derivedFor(own, numbers),
    ...own,
  ];
  return { lines, notes: [...acl.notes, ...waf.notes] };
}

const EMPTY = { lines: [] as string[], notes: [] as Note[] };

type Server = {
  site: SiteContent;
  lists: readonly ListContent[];
  node: NodeSettings;
  folder: string;
  pages: Pages;
  limited: ReturnType<typeof limits>;
  origins: ReturnType<typeof originsFor>;
  tls: SiteContent['certificates'][number] | undefined;
};

function serverOf({ site, lists, node, folder, pages, limited, origins, tls }: Server): string[] {
  const upstream = `origin_${word(site.domain_id)}`;
  const proxied = origins ? [`proxy_pass ${origins.scheme}://${upstream};`, 'include proxy.conf;'] : ['return 503;'];
  const ofType = (type: ListContent['type']) => lists.filter((list) => list.type === type).map(({ id }) => Number(id));
  const trusted = ofType('white');
  const policy_id = word(site.policy_id);
  return [
    // Many origins close a connection after five seconds, and a POST on one that is just closed could not be sent again.
    ...(origins ? [`upstream ${upstream} { ${origins.upstream.join(' ')} keepalive 16; keepalive_timeout 4s; }`] : []),
    'server {',
    ...listenOn(node, tls !== undefined).map((line) => `  ${line}`),
    `  server_name ${word(site.domain)};`,
    ...(tls ? certificateLines(node, tls) : []).map((line) => `  ${line}`),
    '  modsecurity on;',
    `  modsecurity_rules_file ${node.root}/${folder}/rules.conf;`,
    '  modsecurity_transaction_id "$request_id";',
    '  set $parapet_rule "";',
    '  if ($parapet_other_host) { return 400; }',
    ...limited.server.map((line) => `  ${line}`),
    // White before black, so that who is let through cannot be locked out by a wide network.
    ...trusted.map((id) => `  if ($list_${id}) { return 418; }`),
    ...ofType('black').map(
      (id) => `  if ($list_${id}) { set $parapet_rule "${messageOf({ kind: 'list', id, policy_id })}"; return 403; }`,
    ),
    ...(trusted.length > 0 ? ['  error_page 418 = @trusted;'] : []),
    ...pages.lines(node.root).map((line) => `  ${line}`),
    `  location / { ${[...limited.location, ...proxied].join(' ')} }`,
    ...(trusted.length > 0 ? [`  location @trusted { modsecurity off; ${proxied.join(' ')} }`] : []),
    '}',
  ];
}

function listenOn({ listen, http, https }: NodeSettings, isSecure: boolean): string[] {
  const secure = (prefix: string) => (isSecure ? [`listen ${prefix}${Number(https)} ssl http2;`] : []);
  return listenPrefixes({ listen }).flatMap((prefix) => [`listen ${prefix}${Number(http)};`, ...secure(prefix)]);
}

/** The folder of a certificate's files, below that of all certificates. */
export const certificateFolder = ({ id, version }: SiteContent['certificates'][number]): string =>
  version === undefined ? `${Number(id)}` : `${Number(id)}-${word(version)}`;

/** The certificate that a site is served with. */
export const servedCertificate = ({ certificates }: Pick<SiteContent, 'certificates'>) =>
  certificates.find((certificate) => certificate.certificate_type !== SM2);

const certificateLines = ({ certificates }: NodeSettings, tls: SiteContent['certificates'][number]): string[] => [
  `ssl_certificate ${certificates}/${certificateFolder(tls)}/chain.pem;`,
  `ssl_certificate_key ${certificates}/${certificateFolder(tls)}/key.pem;`,
];
