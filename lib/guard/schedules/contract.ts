import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { defineErrors } from '@/lib/api/errors';
import { keyword, millis, pageQuery, queryInt, text } from '@/lib/api/fields';
import { inWords } from '@/lib/api/words';
import { AFFAIR_OPERS, AFFAIR_STATUSES, DISABLED, ENABLED, NODE, OPERATIONS, SCHEDULE, SRC } from './vocabulary';

export const errors = defineErrors({
  'err.guard.schedule.record_unknown': { code: 2701, status: 400, category: 'validation' },
  'err.guard.schedule.no_record': { code: 2702, status: 400, category: 'conflict' },
  'err.guard.schedule.dns_unavailable': { code: 2703, status: 503, category: 'internal' },
});

/** Records that one batch switches on or off. */
export const MAX_BATCH = 100;

/** DNSRecordSummaryVO (spec 2.10). */
const RecordSummary = z.object({
  record_id: z.string(),
  subdomain: z.string(),
  record_type: z.int(),
  record_line: z.string(),
  value: z.string(),
  status: z.int(),
});

/** ScheduleDomainVO. */
export const ScheduleDomain = z.object({
  domain_id: z.string(),
  domain_name: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  /** Who answers as far as the last affair that succeeded brought it into DNS; follows dns_group_type. */
  parsing_state: z.int(),
  /** Who is to answer: what most records say. */
  dns_group_type: z.int(),
  src_count: z.int(),
  node_count: z.int(),
  src_records: z.array(RecordSummary),
  node_records: z.array(RecordSummary),
  last_affair_status: z.string(),
  last_affair_ctime: millis,
  last_affair_message: z.string(),
});
export type ScheduleDomain = z.output<typeof ScheduleDomain>;

/** DnsRecordVO. */
export const DnsRecord = z.object({
  record_id: z.string(),
  domain_id: z.string(),
  associated_id: z.string(),
  domain: z.string(),
  subdomain: z.string(),
  record_type: z.int(),
  record_line: z.string(),
  value: z.string(),
  ttl: z.int(),
  status: z.int(),
  last_status: z.int(),
  group_type: z.int(),
  switch_state: z.int(),
  ctime: millis,
  utime: millis,
});
export type DnsRecord = z.output<typeof DnsRecord>;

/** ScheduleAffairVO. */
export const ScheduleAffair = z.object({
  affairs_id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  status: inWords('affair_status', z.enum(AFFAIR_STATUSES)),
  status_code: z.int(),
  message: z.string(),
  content: z.string(),
  json_content: z.record(z.string(), z.unknown()).nullable(),
  affairs_oper: inWords('affair_oper', z.enum(AFFAIR_OPERS)),
  affairs_oper_code: z.int(),
  ctime: millis,
  utime: millis,
});
export type ScheduleAffair = z.output<typeof ScheduleAffair>;

/** What is to be answered for a domain beside what the authoritative server answers now. */
export const Drift = z.object({
  domain_id: z.string(),
  name: z.string(),
  /** Whether Parapet is connected to a DNS server; nothing is found where it is not. */
  connected: z.boolean(),
  /** Records as `<type> <value>`. */
  wanted: z.array(z.string()),
  found: z.array(z.string()),
  missing: z.array(z.string()),
  unexpected: z.array(z.string()),
});
export type Drift = z.output<typeof Drift>;

/** What an operation would change. */
export const Preview = z.object({
  domain_id: z.string(),
  /** What is to be answered, as `<type> <value>`. */
  before: z.array(z.string()),
  after: z.array(z.string()),
  /** Records that change. */
  records: z.array(
    z.object({
      made_of: inWords('dns_mode', z.literal([SRC, NODE])),
      record_type: z.int(),
      record_line: z.string(),
      value: z.string(),
      /** Their `status`; 0 where there is no such record. */
      before: z.int(),
      after: z.int(),
    }),
  ),
});
export type Preview = z.output<typeof Preview>;

export const Connection = z.object({
  /** Whether Parapet is connected to a DNS server; if not, records are only kept. */
  connected: z.boolean(),
});
export type Connection = z.output<typeof Connection>;

/** These lists have no page and size (spec 1.1). */
const listOf = <T extends z.ZodType>(item: T) => z.object({ list: z.array(item), total: z.int() });
const choice = <const T extends readonly [string, ...string[]]>(set: string, values: T) =>
  inWords(set, z.enum(values)).transform(Number);

const comment = text(500).default('');
const ModeInput = z.object({ target_mode: inWords('dns_mode', z.literal([SRC, NODE])), comment });
const Comment = z.object({ comment });
const BatchInput = z.object({
  record_ids: z.array(z.string().min(1).max(64)).min(1).max(MAX_BATCH),
  status: inWords('record_status', z.literal([DISABLED, ENABLED])),
  comment,
});
export type BatchInput = z.output<typeof BatchInput>;

const previewQuery = z.object({
  operation: inWords('schedule_operation', z.enum(OPERATIONS)),
  target_mode: choice('dns_mode', ['1', '2']).optional(),
});
export type PreviewQuery = z.output<typeof previewQuery>;

const user_id = z.string().min(1).max(128).optional();
const affairsQuery = pageQuery
  .extend({
    user_id,
    status: inWords('affair_status', z.enum(AFFAIR_STATUSES)).optional(),
    /** Unix milliseconds, both inclusive. */
    ctime_from: queryInt({ min: 0 }).optional(),
    ctime_to: queryInt({ min: 0 }).optional(),
    /** A part of the ids in `content`. */
    domain_id: z.string().min(1).max(128).optional(),
  })
  .refine(({ ctime_from = 0, ctime_to = Number.MAX_SAFE_INTEGER }) => ctime_from <= ctime_to, {
    path: ['ctime_to'],
    params: { key: 'end_before_start' },
  });
export type AffairsQuery = z.output<typeof affairsQuery>;

const DOMAINS = '/api/guard/schedules/domains';
const AFFAIRS = '/api/guard/schedules/affairs';
const audit = { resource: SCHEDULE };

/** DNS scheduling (spec 4.11): every write changes records and answers the affair that brings them into DNS. */
export const schedules = contract({
  domains: endpoint({
    method: 'GET',
    path: DOMAINS,
    permission: 'guard.schedule.list',
    summary: 'List domains with their DNS records, newest first',
    query: pageQuery.extend({ keyword, user_id, mode: choice('dns_mode_filter', ['0', '1', '2']).default(0) }),
    data: listOf(ScheduleDomain),
  }),
  connection: endpoint({
    method: 'GET',
    path: '/api/guard/schedules/connection',
    permission: 'guard.schedule.list',
    summary: 'Read whether a DNS server is connected',
    data: Connection,
    extension: true,
  }),
  view: endpoint({
    method: 'GET',
    path: `${DOMAINS}/{id}`,
    permission: 'guard.schedule.records',
    summary: 'Read a domain with its DNS records',
    data: ScheduleDomain,
    extension: true,
  }),
  preview: endpoint({
    method: 'GET',
    path: `${DOMAINS}/{id}/preview`,
    permission: 'guard.schedule.records',
    summary: 'Read what an operation would make of the DNS records of a domain',
    query: previewQuery,
    data: Preview,
    extension: true,
    errors: ['err.guard.schedule.no_record'],
  }),
  switchMode: endpoint({
    method: 'POST',
    path: `${DOMAINS}/{id}/switch-mode`,
    permission: 'guard.schedule.switch',
    summary: 'Have the origins, or the nodes, of a domain answer for it',
    body: ModeInput,
    data: ScheduleAffair,
    audit,
    errors: ['err.guard.schedule.no_record'],
  }),
  init: endpoint({
    method: 'POST',
    path: `${DOMAINS}/{id}/init`,
    permission: 'guard.schedule.init',
    summary: 'Make the DNS records of a domain anew from its origins and nodes',
    body: Comment,
    bodyOptional: true,
    data: ScheduleAffair,
    audit,
  }),
  reset: endpoint({
    method: 'POST',
    path: `${DOMAINS}/{id}/reset`,
    permission: 'guard.schedule.reset',
    summary: 'Take the last change of the DNS records of a domain back',
    body: Comment,
    bodyOptional: true,
    data: ScheduleAffair,
    audit,
  }),
  repair: endpoint({
    method: 'POST',
    path: `${DOMAINS}/{id}/repair`,
    permission: 'guard.schedule.init',
    summary: 'Bring the DNS records of a domain, as they are, into DNS once more',
    body: Comment,
    bodyOptional: true,
    data: ScheduleAffair,
    audit,
    extension: true,
  }),
  records: endpoint({
    method: 'GET',
    path: `${DOMAINS}/{id}/records`,
    permission: 'guard.schedule.records',
    summary: 'List the DNS records of a domain, origins first',
    query: pageQuery.extend({
      group_type: choice('dns_mode', ['1', '2']).optional(),
      status: choice('record_status', ['1', '2']).optional(),
    }),
    data: listOf(DnsRecord),
  }),
  drift: endpoint({
    method: 'GET',
    path: `${DOMAINS}/{id}/drift`,
    permission: 'guard.schedule.records',
    summary: 'Compare the DNS records of a domain with what the authoritative server answers now',
    data: Drift,
    extension: true,
    errors: ['err.guard.schedule.dns_unavailable', 'err.request.too_many_waiting', 'err.busy'],
  }),
  batchStatus: endpoint({
    method: 'POST',
    path: '/api/guard/schedules/records/batch-status',
    permission: 'guard.schedule.batch',
    summary: 'Switch DNS records on or off',
    body: BatchInput,
    data: ScheduleAffair,
    audit,
    errors: ['err.not_found', 'err.guard.schedule.record_unknown'],
  }),
  affairs: endpoint({
    method: 'GET',
    path: AFFAIRS,
    permission: 'guard.schedule.affairs',
    summary: 'List affairs of DNS scheduling, newest first',
    query: affairsQuery,
    data: listOf(ScheduleAffair),
  }),
  affair: endpoint({
    method: 'GET',
    path: `${AFFAIRS}/{id}`,
    permission: 'guard.schedule.affairs',
    summary: 'Read an affair of DNS scheduling',
    data: ScheduleAffair,
  }),
});
