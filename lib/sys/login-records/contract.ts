import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { stream } from '@/lib/api/envelope';
import { endBeforeStart, endsAfterStart, keyword, millis, pageOf, pageQuery, timeRange } from '@/lib/api/fields';
import { inWords } from '@/lib/api/words';

/** Login record item (spec 2.16). */
export const LoginRecord = z.object({
  id: z.int(),
  ctime: millis,
  /** `ctime` as `YYYY-MM-DD HH:mm:ss` in UTC. */
  login_time: z.string(),
  user_name: z.string(),
  user_id: z.string(),
  nick_name: z.string(),
  ip: z.string(),
  /** ISO 3166-1 alpha-2; empty when unknown. */
  login_district: z.string(),
  user_agent: z.string(),
  request_id: z.string(),
  auth_channel: z.string(),
  /** 1 success, 2 failure. */
  login_status: z.int(),
  failure_reason: z.string(),
  ttl_seconds: z.int(),
  staff_user_id: z.string(),
  staff_user_name: z.string(),
  on_behalf_user_id: z.string(),
  on_behalf_user_name: z.string(),
  delegation_user_id: z.string(),
  delegation_user_name: z.string(),
});
export type LoginRecord = z.output<typeof LoginRecord>;

const filter = z.object({
  keyword,
  /** 1 success, 2 failure, 0 all. */
  status: inWords('login_status', z.enum(['0', '1', '2']))
    .transform(Number)
    .optional(),
  ...timeRange.shape,
});
export type LoginRecordFilter = z.output<typeof filter>;

export const LoginRecordQuery = pageQuery.extend(filter.shape).refine(endsAfterStart, endBeforeStart);
export type LoginRecordQuery = z.output<typeof LoginRecordQuery>;

/** Attempts to sign in, successful or not. */
export const loginRecords = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/sys/login-records',
    permission: 'sys.audit.view',
    summary: 'List who signed in or tried to, newest first',
    query: LoginRecordQuery,
    data: pageOf(LoginRecord),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/sys/login-records/export',
    permission: 'sys.audit.view',
    summary: 'Download as CSV what the list shows with these filters, all pages of it',
    query: filter.refine(endsAfterStart, endBeforeStart),
    data: stream,
    media: ['text/csv; charset=utf-8'],
    extension: true,
  }),
});
