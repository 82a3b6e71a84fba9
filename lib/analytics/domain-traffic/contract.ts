import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { line, millis } from '@/lib/api/fields';

/** As many domains as the longest page of the list has. */
export const MAX_DOMAINS = 100;
const MAX_ID = 128;
export const HOURS = 24;

/** Ids with commas between them; one that is named twice counts once. */
const domainIds = z
  .string()
  .max(MAX_DOMAINS * (MAX_ID + 1))
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(line(MAX_ID, 1)).max(MAX_DOMAINS));

const DomainTrafficVO = z.object({
  domain_id: z.string(),
  /** Of the whole window. */
  requests: z.int(),
  /** Requests of each hour of the window, oldest first. */
  hourly: z.array(z.int()).length(HOURS),
});
export type DomainTrafficVO = z.output<typeof DomainTrafficVO>;

/** Traffic of domains in short. */
export const domainTraffic = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/analytics/domain-traffic',
    permission: 'analytics.overview.view',
    summary: 'Count the requests of up to 100 domains, hour by hour: the running hour and the 23 before it',
    query: z.object({ domain_ids: domainIds }),
    data: z.object({ stime: millis, etime: millis, list: z.array(DomainTrafficVO) }),
    errors: ['err.analytics.chart_failed', 'err.analytics.chart_timeout'],
    extension: true,
  }),
});
