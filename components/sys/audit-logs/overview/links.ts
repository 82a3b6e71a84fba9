import type { AuditOverview } from '@/lib/sys/audit-logs/contract';
import { OPERATIONS, SIGN_INS } from '../audit-tabs';

type Filters = Record<string, string>;

const within = (path: string, { start_time }: Pick<AuditOverview, 'start_time'>, filters: Filters) =>
  `${path}?${new URLSearchParams({ ...filters, start_time: String(start_time) })}`;

/** The list of operations since the overview's range began, filtered further. */
export const operationsSince = (overview: Pick<AuditOverview, 'start_time'>, filters: Filters = {}) =>
  within(OPERATIONS, overview, filters);

/** The list of failed sign-ins since then. */
export const failuresSince = (overview: Pick<AuditOverview, 'start_time'>, filters: Filters = {}) =>
  within(SIGN_INS, overview, { ...filters, status: '2' });
