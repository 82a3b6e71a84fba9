import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing, stream } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import {
  displayName,
  editQuery,
  keyword,
  millis,
  pageOf,
  pageQuery,
  queryBool,
  queryInt,
  text,
  unchecked,
} from '@/lib/api/fields';
import { asWritten, inWords } from '@/lib/api/words';
import { MAX_ADDRESS } from './vocabulary';

export const errors = defineErrors({
  'err.guard.bwlist.policy_unknown': { code: 2501, status: 400, category: 'validation' },
  'err.guard.bwlist.addresses_refused': { code: 2502, status: 400, category: 'validation' },
  'err.guard.bwlist.address_taken': { code: 2503, status: 400, category: 'conflict' },
  'err.guard.bwlist.too_many_addresses': { code: 2504, status: 400, category: 'conflict' },
  'err.guard.bwlist.too_many_lists': { code: 2505, status: 400, category: 'conflict' },
  'err.guard.bwlist.too_many_in_policy': { code: 2506, status: 400, category: 'conflict' },
});

/** Lists of one user, lists of one policy, addresses of one list, and addresses of one call. */
export const MAX_SETS = 500;
export const MAX_SETS_OF_POLICY = 100;
export const MAX_IPS = 2_000_000;
export const MAX_BATCH = 10_000;

/** ip_set_type (spec 2.8); grey ones are delivered as what they are besides grey. */
export const BLACK = 1;
export const WHITE = 2;
export const GREY_BLACK = 3;
export const GREY_WHITE = 4;

/** Whether addresses of such a list are refused; those of the others pass. */
export const isBlack = (ip_set_type: number) => ip_set_type === BLACK || ip_set_type === GREY_BLACK;

export const DISABLED = 1;
export const ENABLED = 2;

const ip_set_type = inWords('ip_set_type', z.literal([BLACK, WHITE, GREY_BLACK, GREY_WHITE]));
const status = inWords('ip_set_status', z.literal([DISABLED, ENABLED]));

/** IPSetVO (spec 2.8). */
export const IpSet = z.object({
  id: z.int(),
  user_name: z.string(),
  name: z.string(),
  /** Empty where the list is in no policy. */
  policy_id: z.string(),
  ip_set_type: z.int32(),
  status: z.int32(),
  count: z.int(),
  enable_count: z.int(),
  unable_count: z.int(),
  describe: z.string(),
  is_default: z.boolean(),
  is_private: z.boolean(),
  private_domain_id: z.string(),
  ctime: millis,
  utime: millis,
});
export type IpSet = z.output<typeof IpSet>;

/** IPVO (spec 2.8). */
export const Ip = z.object({
  id: z.int(),
  ipset_id: z.int(),
  ip_addr: z.string(),
  status: z.boolean(),
  ctime: millis,
  utime: millis,
});
export type Ip = z.output<typeof Ip>;

/** An address in a list that contains the one looked for. */
export const Containing = z.object({
  ipset_id: z.int(),
  /** Of the list. */
  name: z.string(),
  user_name: z.string(),
  ip_set_type: z.int32(),
  set_status: z.int32(),
  /** Empty where the list is in no policy. */
  policy_id: z.string(),
  /** Empty where the caller does not see the policy. */
  policy_name: z.string(),
  /** Domains that the policy protects, of those the caller sees. */
  domain_count: z.int(),
  /** The first of them by name; null where there is none. */
  first_domain: z.string().nullable(),
  /** The address or CIDR in the list, by its id. */
  id: z.int(),
  ip_addr: z.string(),
  status: z.boolean(),
});
export type Containing = z.output<typeof Containing>;

/** An address that a list has, and since when. */
export const KnownIp = Ip.pick({ id: true, ip_addr: true, ctime: true });
export type KnownIp = z.output<typeof KnownIp>;

const name = displayName(100, 1);
const describe = text(500);
/** Empty: no policy. */
const policy_id = z.string().max(64);

export const IpSetInput = z.object({
  name,
  ip_set_type,
  policy_id: policy_id.default(''),
  status: status.default(ENABLED),
  describe: describe.default(''),
});
export type IpSetInput = z.output<typeof IpSetInput>;

export const IpSetChange = z.object({ name, status, describe }).partial();
export type IpSetChange = z.output<typeof IpSetChange>;

/** An address or CIDR as written; the service reads it (`oneForm`), so that no page loads what can. */
const ip_addr = z.string().trim().min(1).max(MAX_ADDRESS);

export const IpInput = z.object({ ip_addr, status: z.boolean().default(true) });
export type IpInput = z.output<typeof IpInput>;

/**
 * Addresses as written: all that are refused are named together, so the service reads them. What was added is on the record;
 * ten thousand parameters beside it are not.
 */
export const IpBatch = z.object({
  ips: unchecked(
    z
      .array(z.object({ ip_addr: z.string(), status: z.boolean().default(true) }))
      .min(1)
      .max(MAX_BATCH),
  ),
});
export type IpBatch = z.output<typeof IpBatch>;

const IpFilter = z.object({ keyword, status: queryBool.optional() });

export const EXPORT_FORMATS = ['txt', 'csv'] as const;
/** `txt` has one address a line, `csv` also its status and when it was added. */
export const IpExport = IpFilter.extend({ format: asWritten(z.enum(EXPORT_FORMATS)).default('txt') });
export type IpExport = z.output<typeof IpExport>;

/** Any number: what is no id of the list is ignored. */
const ip_ids = z.array(z.int()).min(1).max(MAX_BATCH);

/** Room for MAX_BATCH addresses of any form with their status (DESIGN 5). */
const BATCH_BODY = 1024 * 1024;

const SETS = '/api/guard/bwlist/sets';
const audit = { resource: 'list' };

/** Black and white lists of addresses. */
export const bwlist = contract({
  list: endpoint({
    method: 'GET',
    path: SETS,
    permission: 'guard.bwlist.list',
    summary: 'List black and white lists, newest first; those of a type or a policy where asked',
    query: pageQuery.extend({
      keyword,
      ip_set_type: queryInt({ min: BLACK, max: GREY_WHITE }).optional(),
      policy_id: policy_id.optional(),
    }),
    data: pageOf(IpSet),
  }),
  create: endpoint({
    method: 'POST',
    path: SETS,
    permission: 'guard.bwlist.create',
    summary: 'Create a black or white list, in a policy where one is named',
    body: IpSetInput,
    data: IpSet,
    status: 201,
    audit,
    errors: [
      'err.guard.bwlist.policy_unknown',
      'err.guard.bwlist.too_many_lists',
      'err.guard.bwlist.too_many_in_policy',
    ],
  }),
  view: endpoint({
    method: 'GET',
    path: `${SETS}/{id}`,
    permission: 'guard.bwlist.list',
    summary: 'Read a black or white list',
    data: IpSet,
    extension: true,
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${SETS}/{id}`,
    permission: 'guard.bwlist.edit',
    summary: 'Change a black or white list, or enable or disable it',
    query: editQuery,
    body: IpSetChange,
    data: IpSet,
    audit,
    errors: ['err.changed'],
  }),
  bind: endpoint({
    method: 'PUT',
    path: `${SETS}/{id}/policy`,
    permission: 'guard.bwlist.edit',
    summary: 'Put a black or white list into another policy, or into none',
    body: z.object({ policy_id }),
    data: IpSet,
    audit,
    extension: true,
    errors: ['err.guard.bwlist.policy_unknown', 'err.guard.bwlist.too_many_in_policy'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${SETS}/{id}`,
    permission: 'guard.bwlist.delete',
    summary: 'Delete a black or white list with its addresses',
    data: nothing,
    audit,
  }),
  ips: endpoint({
    method: 'GET',
    path: `${SETS}/{id}/ips`,
    permission: 'guard.bwlist.ip_list',
    summary: 'List the addresses of a list, newest first; those with a text in them or of a status where asked',
    query: pageQuery.extend(IpFilter.shape),
    data: pageOf(Ip),
  }),
  exportIps: endpoint({
    method: 'GET',
    path: `${SETS}/{id}/ips/export`,
    permission: 'guard.bwlist.ip_list',
    summary: 'Download the addresses of a list as text or CSV, newest first; the same filters as the list',
    query: IpExport,
    data: stream,
    media: ['text/plain; charset=utf-8', 'text/csv; charset=utf-8'],
    extension: true,
  }),
  add: endpoint({
    method: 'POST',
    path: `${SETS}/{id}/ips`,
    permission: 'guard.bwlist.ip_add',
    summary: 'Add an address or CIDR to a list',
    body: IpInput,
    data: Ip,
    status: 201,
    audit,
    errors: ['err.guard.bwlist.address_taken', 'err.guard.bwlist.too_many_addresses', 'err.plan.quota_exceeded'],
  }),
  addBatch: endpoint({
    method: 'POST',
    path: `${SETS}/{id}/ips/batch`,
    permission: 'guard.bwlist.ip_add',
    summary:
      'Add addresses and CIDRs to a list, all or none; answers the ids of those that it did not have, in their order, and in the header X-Ignored-Duplicates how many it had',
    body: IpBatch,
    maxBody: BATCH_BODY,
    data: z.array(z.int()),
    status: 201,
    audit,
    errors: [
      'err.guard.bwlist.addresses_refused',
      'err.guard.bwlist.too_many_addresses',
      'err.plan.quota_exceeded',
      'err.request.too_many_waiting',
      'err.busy',
    ],
  }),
  known: endpoint({
    method: 'POST',
    path: `${SETS}/{id}/ips/batch/known`,
    permission: 'guard.bwlist.ip_list',
    summary: 'Say which of these addresses the list has, with id and time of each; written as it stores them',
    body: z.object({ ips: unchecked(z.array(z.string().max(MAX_ADDRESS)).min(1).max(MAX_BATCH)) }),
    maxBody: BATCH_BODY,
    data: z.array(KnownIp),
    audit: { none: 'it changes nothing' },
    extension: true,
  }),
  setStatuses: endpoint({
    method: 'POST',
    path: `${SETS}/{id}/ips/batch/status`,
    permission: 'guard.bwlist.edit',
    summary: 'Enable or disable addresses of a list; ids that are not in it are ignored',
    body: z.object({ ip_ids, status: z.boolean() }),
    maxBody: BATCH_BODY,
    data: z.object({ changed: z.int() }),
    audit,
    extension: true,
  }),
  removeBatch: endpoint({
    method: 'POST',
    path: `${SETS}/{id}/ips/batch/delete`,
    permission: 'guard.bwlist.ip_delete',
    summary: 'Delete addresses of a list; ids that are not in it are ignored',
    body: z.object({ ip_ids }),
    maxBody: BATCH_BODY,
    data: z.object({ deleted: z.int() }),
    audit,
  }),
  setStatus: endpoint({
    method: 'PUT',
    path: '/api/guard/bwlist/ips/{id}/status',
    permission: 'guard.bwlist.edit',
    summary: 'Enable or disable an address of a list',
    body: z.object({ status: z.boolean() }),
    data: Ip,
    audit,
    extension: true,
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/guard/bwlist/search',
    permission: 'guard.bwlist.ip_list',
    summary: 'List which lists contain an address or all of a CIDR, through which of theirs, and with what effect',
    query: pageQuery.extend({ ip: ip_addr }),
    data: pageOf(Containing),
    extension: true,
  }),
  removeIp: endpoint({
    method: 'DELETE',
    path: '/api/guard/bwlist/ips/{id}',
    permission: 'guard.bwlist.ip_delete',
    summary: 'Delete an address of a list',
    data: nothing,
    audit,
  }),
});
