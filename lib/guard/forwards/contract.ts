import { z } from 'zod';
import { contract } from '@/lib/api/endpoint';
import { defineErrors } from '@/lib/api/errors';
import { anyText, editQuery, keyword, millis, openObject, pageOf, pageQuery, text } from '@/lib/api/fields';
import { verbs } from '@/lib/api/verbs';
import { inWords } from '@/lib/api/words';
import { normalised } from '@/lib/guard/domains/contract';
import { normaliseDomain, normaliseIp } from '@/lib/guard/domains/domain-name';
import { BALANCES, DISABLED, ENABLED, FORWARD, TCP, UDP } from './vocabulary';

export const errors = defineErrors({
  'err.guard.forward.domain_unknown': { code: 2601, status: 400, category: 'validation' },
  'err.guard.forward.domain_mismatch': { code: 2602, status: 400, category: 'validation' },
  'err.guard.forward.owner_mismatch': { code: 2603, status: 400, category: 'validation' },
  'err.guard.forward.address_refused': { code: 2604, status: 400, category: 'validation' },
  'err.guard.forward.port_taken': { code: 2605, status: 400, category: 'conflict' },
  'err.guard.forward.too_many': { code: 2606, status: 400, category: 'conflict' },
  'err.guard.forward.port_on_node': { code: 2607, status: 400, category: 'conflict' },
});

/** Port forwards of one domain; all of them are in its artefact. */
export const MAX_FORWARDS = 100;
/** Addresses that one forward goes to, as many as a domain has origins (spec 8). */
const MAX_ADDRESSES = 20;
/** Three open objects and a device setting of the longest, each of their characters as three bytes, and the short fields. */
const MAX_BODY = 64 * 1024;

const open = z.record(z.string(), z.unknown());

/** ForwardVO (spec 2.9). */
export const Forward = z.object({
  id: z.int(),
  user_id: z.string(),
  user_name: z.string(),
  domain: z.string(),
  domain_id: z.string(),
  schema: z.int32(),
  port: z.int32(),
  node_ipaddrs: z.string(),
  describe: z.string(),
  status: z.int32(),
  src_setting: open,
  adv_settings: open,
  node_setting: open,
  dev_setting: z.string(),
  ctime: millis,
  utime: millis,
});
export type Forward = z.output<typeof Forward>;

/** IP addresses separated by commas, in their one written form, each once; undefined where one is none. */
function normaliseIps(value: string): string | undefined {
  if (value === '') return '';
  const found = new Set<string>();
  for (const one of value.split(',')) {
    const address = normaliseIp(one.trim());
    if (address === undefined) return undefined;
    found.add(address);
  }
  return [...found].join(',');
}

const SrcSetting = openObject({
  /** Port of the origin addresses; the forwarded one where left out. */
  port: z.int().min(1).max(65_535).optional(),
  balance: inWords('forward_balance', z.enum(BALANCES)).optional(),
});

const AdvSettings = openObject({
  /** Seconds until an origin address must have accepted a connection. */
  connect_timeout: z.int().min(1).max(300).optional(),
  /** Seconds after which a silent connection ends. */
  idle_timeout: z.int().min(1).max(86_400).optional(),
  /** Connections at a time on each node; 0 is no limit. */
  max_connections: z.int().min(0).max(10_000_000).optional(),
  /** Whether origin addresses are sent the PROXY protocol, which says the client's address. */
  proxy_protocol: z.boolean().optional(),
});

const NodeSetting = openObject({
  /** Whether nodes also listen on their IPv6 addresses. */
  ipv6: z.boolean().optional(),
  /** Connections that wait to be accepted on each node. */
  backlog: z.int().min(1).max(65_535).optional(),
});

const fields = {
  domain: normalised(normaliseDomain, 'domain_name'),
  domain_id: z.string().min(1).max(128),
  /** The owner of the domain, to whom its forwards belong; anybody else is refused. */
  user_id: z.string().min(1).max(128).optional(),
  schema: inWords('forward_schema', z.literal([TCP, UDP])),
  port: z.int().min(1).max(65_535),
  node_ipaddrs: normalised(normaliseIps, 'ip_addresses').refine((v) => v.split(',').length <= MAX_ADDRESSES, {
    params: { key: 'too_many', max: MAX_ADDRESSES },
  }),
  describe: text(500),
  status: inWords('origin_status', z.literal([DISABLED, ENABLED])),
  src_setting: SrcSetting,
  adv_settings: AdvSettings,
  node_setting: NodeSetting,
  /** Whatever a device is to be given; Parapet does not read it. */
  dev_setting: anyText(4096),
};

export const ForwardInput = z.object({
  ...fields,
  schema: fields.schema.default(TCP),
  node_ipaddrs: fields.node_ipaddrs.default(''),
  describe: fields.describe.default(''),
  status: fields.status.default(ENABLED),
  src_setting: SrcSetting.default({}),
  adv_settings: AdvSettings.default({}),
  node_setting: NodeSetting.default({}),
  dev_setting: fields.dev_setting.default(''),
});
export type ForwardInput = z.output<typeof ForwardInput>;

export const ForwardChange = z.object(fields).partial();
export type ForwardChange = z.output<typeof ForwardChange>;

const one = verbs({
  path: '/api/guard/forwards',
  item: 'id',
  permission: {
    list: 'guard.forward.list',
    create: 'guard.forward.create',
    view: 'guard.forward.view',
    edit: 'guard.forward.edit',
    remove: 'guard.forward.delete',
  },
  resource: FORWARD,
  summary: { all: 'port forwards, newest first', one: 'a port forward of a domain' },
  one: Forward,
  create: ForwardInput,
  change: ForwardChange,
  changeQuery: editQuery,
  maxBody: MAX_BODY,
  errors: [...Object.keys(errors), 'err.changed'],
});

const query = pageQuery.extend({
  user_id: z.string().min(1).max(128).optional(),
  domain_id: z.string().min(1).max(128).optional(),
  status: inWords('origin_status', z.enum(['1', '2']))
    .transform(Number)
    .optional(),
  keyword,
});

/**
 * Port forwards (spec 4.10). Each runs on the nodes of its domain, and a node forwards a port of a protocol once, whichever of its
 * domains asked first.
 */
export const forwards = contract({
  list: one.list(pageOf(Forward), query),
  create: one.create,
  view: one.view,
  edit: one.edit,
  remove: one.remove,
});
