import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { stream } from '@/lib/api/envelope';
import { endBeforeStart, endsAfterStart, keyword, millis, pageOf, pageQuery, timeRange } from '@/lib/api/fields';
import { ACTOR_TYPES } from '@/lib/audit/vocabulary';

/** Operation log item (spec 2.16). */
export const AuditLog = z.object({
  id: z.int(),
  ctime: millis,
  action: z.string(),
  message: z.string(),
  resource_type: z.string(),
  resource_id: z.string(),
  resource_label: z.string(),
  actor_type: z.enum(ACTOR_TYPES),
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
  }),
  on_behalf_user_id: z.string(),
  on_behalf_user_name: z.string(),
  delegation_user_id: z.string(),
  delegation_user_name: z.string(),
});
export type AuditLog = z.output<typeof AuditLog>;

/** A blank channel filters nothing; an unknown one is refused. */
const channel = z
  .string()
  .trim()
  .transform((v) => (v === '' ? undefined : v))
  .pipe(z.enum(ACTOR_TYPES).optional())
  .optional();

const filter = z.object({ keyword, channel, actor_type: channel, ...timeRange.shape });
export type AuditLogFilter = z.output<typeof filter>;

export const AuditLogQuery = pageQuery.extend(filter.shape).refine(endsAfterStart, endBeforeStart);
export type AuditLogQuery = z.output<typeof AuditLogQuery>;

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
    extension: true,
  }),
});
