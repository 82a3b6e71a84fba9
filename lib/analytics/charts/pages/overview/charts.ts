import type { Chart } from '../../chart';
import {
  action,
  actionIs,
  agentClass,
  all,
  attackClass,
  bandwidth,
  blocked,
  cacheBytes,
  cacheCount,
  cacheShare,
  clientIp,
  country,
  countryOfIp,
  counts,
  isAttack,
  latency,
  latestAttacks,
  named,
  originErrorShare,
  originErrors,
  originRequests,
  requests,
  requestsOf,
  share,
  statusClass,
  time,
  top,
} from '../../declare';

const blockedOnly = requestsOf(actionIs('block'));
const limitedOnly = requestsOf(actionIs('limit'));

/** The overview page: what happened, what was stopped, where from, and whether the origins coped. */
export const charts: readonly Chart[] = [
  { key: 'requests_total', render_hint: 'kpi', dimensions: [], measures: [requests] },
  {
    key: 'blocked_total',
    render_hint: 'kpi',
    dimensions: [],
    measures: [blocked, share('blocked_share', blockedOnly, all)],
  },
  {
    key: 'limited_total',
    render_hint: 'kpi',
    dimensions: [],
    measures: [counts('limited', limitedOnly), share('limited_share', limitedOnly, all)],
  },
  {
    key: 'origin_errors',
    render_hint: 'kpi',
    dimensions: [],
    measures: [originErrorShare, originErrors, originRequests],
  },
  {
    key: 'latency_percentiles',
    render_hint: 'kpi',
    dimensions: [],
    measures: [latency(95), latency(50), latency(99)],
  },
  {
    key: 'cache_total',
    render_hint: 'kpi',
    dimensions: [],
    measures: [cacheShare, cacheCount, cacheBytes],
  },
  {
    key: 'requests_by_verdict',
    render_hint: 'categorical_distribution_over_time',
    dimensions: [time, action],
    measures: [requests],
  },
  {
    key: 'attack_classes',
    render_hint: 'categorical_distribution',
    dimensions: [attackClass],
    measures: [requests],
    filters: [isAttack],
  },
  top('blocked_addresses', [clientIp, countryOfIp], [counts('blocked', all)], [actionIs('block')]),
  {
    key: 'blocked_by_country',
    render_hint: 'geo',
    dimensions: [country],
    measures: [counts('blocked', all)],
    filters: [actionIs('block')],
  },
  {
    key: 'bandwidth',
    render_hint: 'time_series_single',
    dimensions: [time],
    measures: [bandwidth],
  },
  {
    key: 'status_classes',
    render_hint: 'time_series_multi',
    dimensions: [time, statusClass],
    measures: [requests],
  },
  top('top_paths', [named('path')], [requests, blocked]),
  top('top_hosts', [named('host')], [requests, blocked]),
  {
    key: 'user_agent_classes',
    render_hint: 'categorical_distribution',
    dimensions: [agentClass],
    measures: [requests],
  },
  latestAttacks(
    'latest_attacks',
    [action, attackClass, clientIp, country, named('host'), named('method'), named('path'), named('request_id')],
    [isAttack, actionIs('block', 'captcha', 'monitor')],
  ),
];
