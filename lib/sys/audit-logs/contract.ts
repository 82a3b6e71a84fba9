import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { stream } from '@/lib/api/envelope';
import {
  endBeforeStart,
  endsAfterStart,
  keyword,
  line,
  millis,
  pageOf,
  pageQuery,
  queryInt,
  timeRange,
} from '@/lib/api/fields';
import { inWords } from '@/lib/api/words';
import { ACTOR_TYPES } from '@/lib/audit/vocabulary';

const actorType = inWords('actor_type', z.enum(ACTOR_TYPES));

/** The values of the channel filter. */
export const CHANNELS = ACTOR_TYPES;

/** Operation log item (spec 2.16). */
export const AuditLog = z.object({
  id: z.int(),
  ctime: millis,
  action: z.string(),
  message: z.string(),
  resource_type: z.string(),
  resource_id: z.string(),
  resource_label: z.string(),
  actor_type: actorType,
  actor_name: z.string(),
  user_id: z.string(),
  remote_ip: z.string(),
  user_agent: z.string(),
  request_id: z.string(),
  /** 1 done, 2 failed or refused. */
  status: z.int(),
  http_status: z.int(),
  /** Code of the answer's envelope; 0 when done. */
  biz_code: z.int(),
  /** What changed by path, and the redacted parameters of the request. */
  detail: z.looseObject({
    changes: z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() })),
    params: z.unknown(),
    /** Id of another object that it is about too. */
    also: z.string().optional(),
  }),
  on_behalf_user_id: z.string(),
  on_behalf_user_name: z.string(),
  delegation_user_id: z.string(),
  delegation_user_name: z.string(),
});
export type AuditLog = z.output<typeof AuditLog>;

/** One operation as its page shows it. */
export const AuditLogDetails = AuditLog.extend({
  /** The message to the caller when it failed, in the reader's language; empty when done or no longer known. */
  error: z.string(),
});
export type AuditLogDetails = z.output<typeof AuditLogDetails>;

/** A blank channel filters nothing; an unknown one is refused. */
const channel = z
  .string()
  .meta({ pattern: `^\\s*(?:${ACTOR_TYPES.join('|')})?\\s*$` })
  .trim()
  .transform((v) => (v === '' ? undefined : v))
  .pipe(actorType.optional())
  .optional();

const filter = z.object({
  keyword,
  channel,
  actor_type: channel,
  /** Who acted, by their whole name; and how it ended. Both are Parapet's own. */
  actor_name: line(255).optional(),
  status: inWords('operation_result', z.enum(['1', '2']))
    .transform(Number)
    .optional(),
  ...timeRange.shape,
});
export type AuditLogFilter = z.output<typeof filter>;

export const AuditLogQuery = pageQuery.extend(filter.shape).refine(endsAfterStart, endBeforeStart);
export type AuditLogQuery = z.output<typeof AuditLogQuery>;

/** What is known of a hash chain. */
const ChainState = z.object({
  rows: z.int(),
  head_hash: z.string(),
  /** Rows from the first one that the latest check found sound. */
  verified_rows: z.int(),
  /** When a check last came to its end; 0 before the first. */
  verified_at: millis,
  /** Id of the first row that does not follow from the one before it; 0 when there is none. */
  broken_id: z.int(),
  /** Rows that do not follow and that no signed note names: how many, and the ids of the first hundred. */
  broken_rows: z.int(),
  broken_ids: z.array(z.int()),
  /** Rows that do not follow and that a signed note names (npm run verify-audit -- --acknowledge). */
  acknowledged_rows: z.int(),
  /** Id of the first row there should be; those before it were pruned, or are older than the chain. */
  first_id: z.int(),
  is_running: z.boolean(),
});
export const ChainStates = z.object({ operations: ChainState, sign_ins: ChainState });
export type ChainStates = z.output<typeof ChainStates>;

const MAX_HOURS = 720;

/** What happened in a range of time, of what the caller may see. */
export const AuditOverview = z.object({
  start_time: millis,
  end_time: millis,
  operations: z.object({ total: z.int(), done: z.int(), failed: z.int() }),
  by_actor_type: z.array(z.object({ actor_type: actorType, count: z.int() })),
  /** Most frequent first, at most ten. */
  top_actions: z.array(z.object({ action: z.string(), done: z.int(), failed: z.int() })),
  sign_ins: z.object({
    failed: z.int(),
    /** Names and addresses with most failures, at most five each. */
    by_name: z.array(z.object({ user_name: z.string(), count: z.int() })),
    by_ip: z.array(z.object({ ip: z.string(), count: z.int() })),
  }),
  new_api_keys: z.int(),
  new_users: z.int(),
  /** Roles made, changed or deleted, and users who were given others. */
  role_changes: z.int(),
  /** Operations of platform staff on what belongs to a tenant. */
  on_behalf: z.int(),
  /** Every hour of the range, the first and the last of them cut by it. */
  series: z.array(z.object({ time: millis, done: z.int(), failed: z.int(), failed_sign_ins: z.int() })),
});
export type AuditOverview = z.output<typeof AuditOverview>;

/** Who changed what, with each field before and after. */
export const auditLogs = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/sys/audit-logs',
    permission: 'sys.audit.view',
    summary: 'List what was done, newest first',
    query: AuditLogQuery,
    data: pageOf(AuditLog),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/sys/audit-logs/export',
    permission: 'sys.audit.view',
    summary: 'Download as CSV what the list shows with these filters, all pages of it',
    query: filter.refine(endsAfterStart, endBeforeStart),
    data: stream,
    media: ['text/csv; charset=utf-8'],
    extension: true,
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/sys/audit-logs/{id}',
    permission: 'sys.audit.view',
    summary: 'Show one operation',
    data: AuditLogDetails,
    extension: true,
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/sys/audit-logs/overview',
    permission: 'sys.audit.view',
    summary: 'Count what was done and who failed to sign in during the last hours, of what the caller may see',
    query: z.object({ hours: queryInt({ min: 1, max: MAX_HOURS }).default(24) }),
    data: AuditOverview,
    extension: true,
  }),
  chain: endpoint({
    method: 'GET',
    path: '/api/sys/audit-logs/chain',
    permission: 'sys.audit.view',
    platformOnly: true,
    summary: 'Say how far the hash chains of operations and sign-ins are verified',
    data: ChainStates,
    extension: true,
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/sys/audit-logs/chain/verify',
    permission: 'sys.audit.view',
    platformOnly: true,
    summary: 'Begin to verify both hash chains from their first row; while that is under way, do nothing',
    data: ChainStates,
    audit: { none: 'it reads, and what it finds is shown to whoever may see the chains' },
    extension: true,
  }),
});
