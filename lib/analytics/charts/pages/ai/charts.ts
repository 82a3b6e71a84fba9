import type { Chart } from '../../chart';
import {
  action,
  actionIs,
  agentIs,
  all,
  blocked,
  bytes,
  bytesOut,
  clientIp,
  country,
  counts,
  latest,
  named,
  requests,
  requestsOf,
  STOPPED,
  share,
  statusClass,
  stopped,
  sumOf,
  time,
  top,
} from '../../declare';

const isAi = agentIs('ai_crawler');
const aiShare = share('ai_share', requestsOf(isAi), all);

/** What AI crawlers ask for, how much they take, and what became of it. */
export const charts: readonly Chart[] = [
  { key: 'ai_total', render_hint: 'kpi', dimensions: [], measures: [counts('ai_requests', requestsOf(isAi)), aiShare] },
  {
    key: 'ai_bytes',
    render_hint: 'kpi',
    dimensions: [],
    measures: [
      bytes('ai_bytes_out', sumOf('bytes_out', isAi)),
      share('ai_bytes_share', sumOf('bytes_out', isAi), sumOf('bytes_out')),
    ],
  },
  {
    key: 'ai_stopped',
    render_hint: 'kpi',
    dimensions: [],
    measures: [stopped, share('stopped_share', requestsOf(actionIs(...STOPPED)), all)],
    filters: [isAi],
  },
  {
    key: 'crawlers_over_time',
    render_hint: 'time_series_multi',
    dimensions: [time, named('ua_name')],
    measures: [requests],
    filters: [isAi],
  },
  { key: 'ai_share_over_time', render_hint: 'time_series_single', dimensions: [time], measures: [aiShare] },
  {
    key: 'ai_verdicts_over_time',
    render_hint: 'categorical_distribution_over_time',
    dimensions: [time, action],
    measures: [requests],
    filters: [isAi],
  },
  top('top_crawlers', [named('ua_name')], [requests, bytesOut, blocked], [isAi]),
  {
    key: 'crawler_verdicts',
    render_hint: 'categorical_distribution',
    dimensions: [named('ua_name'), action],
    measures: [requests],
    filters: [isAi],
  },
  {
    key: 'ai_statuses',
    render_hint: 'categorical_distribution',
    dimensions: [statusClass],
    measures: [requests],
    filters: [isAi],
  },
  top('ai_hosts', [named('host')], [requests, bytesOut], [isAi]),
  top('ai_paths', [named('path')], [requests, bytesOut], [isAi]),
  { key: 'ai_by_country', render_hint: 'geo', dimensions: [country], measures: [requests], filters: [isAi] },
  latest(
    'latest_ai',
    [action, named('ua_name'), clientIp, country, named('host'), named('path'), named('request_id')],
    [isAi],
  ),
];
