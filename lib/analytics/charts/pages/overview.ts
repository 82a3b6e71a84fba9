import { ACTIONS, ATTACK_CLASSES, STATUS_CLASSES, UA_CLASSES } from '../../events/event';
import type { Aggregate, Chart, Dimension, Filter, Measure } from '../chart';

const time: Dimension = { name: 'time', type: 'timestamp', unit: 'ms' };
const actionIs = (...actions: string[]): Filter => ({ column: 'action', in: actions });
const matched: Filter = { column: 'attack_class', in: ATTACK_CLASSES };

const all: Aggregate = { sum: 'requests' };
const blockedOnly: Aggregate = { sum: 'requests', where: [actionIs('block')] };
const limitedOnly: Aggregate = { sum: 'requests', where: [actionIs('limit')] };
const cacheHits: Aggregate = { sum: 'requests', where: [{ column: 'cache_status', in: ['hit'] }] };

function counts(name: string, value: Aggregate): Measure {
  return { name, type: 'integer', unit: 'requests', format: 'short', value };
}

function share(name: string, part: Aggregate, whole: Aggregate): Measure {
  return { name, type: 'percent', unit: '%', format: 'short', value: { ratio: [part, whole], times: 100 } };
}

function latency(percentile: number): Measure {
  return { name: `p${percentile}`, type: 'integer', unit: 'ms', format: 'short', value: { percentile } };
}

const requests = counts('requests', all);

/** The overview page: what happened, what was stopped, where from, and whether the origins coped. */
export const overviewCharts: readonly Chart[] = [
  { page: 'overview', key: 'requests_total', render_hint: 'kpi', dimensions: [], measures: [requests] },
  {
    page: 'overview',
    key: 'blocked_total',
    render_hint: 'kpi',
    dimensions: [],
    measures: [counts('blocked', blockedOnly), share('blocked_share', blockedOnly, all)],
  },
  {
    page: 'overview',
    key: 'limited_total',
    render_hint: 'kpi',
    dimensions: [],
    measures: [counts('limited', limitedOnly), share('limited_share', limitedOnly, all)],
  },
  {
    page: 'overview',
    key: 'origin_errors',
    render_hint: 'kpi',
    dimensions: [],
    measures: [
      share('origin_error_share', { sum: 'origin_errors' }, { sum: 'origin_requests' }),
      counts('origin_errors', { sum: 'origin_errors' }),
      counts('origin_requests', { sum: 'origin_requests' }),
    ],
  },
  {
    page: 'overview',
    key: 'latency_percentiles',
    render_hint: 'kpi',
    dimensions: [],
    measures: [latency(95), latency(50), latency(99)],
  },
  {
    page: 'overview',
    key: 'cache_total',
    render_hint: 'kpi',
    dimensions: [],
    measures: [
      share('total_cache_hit_share', cacheHits, all),
      counts('total_cache_count', cacheHits),
      { name: 'total_cache_bytes', type: 'integer', unit: 'bytes', format: 'iec', value: { sum: 'cache_bytes_out' } },
    ],
  },
  {
    page: 'overview',
    key: 'requests_by_verdict',
    render_hint: 'categorical_distribution_over_time',
    dimensions: [time, { name: 'action', type: 'enum', values: ACTIONS }],
    measures: [requests],
  },
  {
    page: 'overview',
    key: 'attack_classes',
    render_hint: 'categorical_distribution',
    dimensions: [{ name: 'attack_class', type: 'enum', values: ATTACK_CLASSES }],
    measures: [requests],
    filters: [matched],
  },
  {
    page: 'overview',
    key: 'blocked_addresses',
    render_hint: 'topn',
    dimensions: [
      { name: 'client_ip', type: 'string' },
      { name: 'country', type: 'geo', follows: 'client_ip' },
    ],
    measures: [counts('blocked', all)],
    filters: [actionIs('block')],
    ranked: true,
  },
  {
    page: 'overview',
    key: 'blocked_by_country',
    render_hint: 'geo',
    dimensions: [{ name: 'country', type: 'geo' }],
    measures: [counts('blocked', all)],
    filters: [actionIs('block')],
  },
  {
    page: 'overview',
    key: 'bandwidth',
    render_hint: 'time_series_single',
    dimensions: [time],
    measures: [
      {
        name: 'bandwidth',
        type: 'float',
        unit: 'bps',
        format: 'short',
        value: { per_second: { sum: 'bytes_out' }, times: 8 },
      },
    ],
  },
  {
    page: 'overview',
    key: 'status_classes',
    render_hint: 'time_series_multi',
    dimensions: [time, { name: 'status_class', type: 'enum', values: STATUS_CLASSES }],
    measures: [requests],
  },
  {
    page: 'overview',
    key: 'top_paths',
    render_hint: 'topn',
    dimensions: [{ name: 'path', type: 'string' }],
    measures: [requests, counts('blocked', blockedOnly)],
    ranked: true,
  },
  {
    page: 'overview',
    key: 'top_hosts',
    render_hint: 'topn',
    dimensions: [{ name: 'host', type: 'string' }],
    measures: [requests, counts('blocked', blockedOnly)],
    ranked: true,
  },
  {
    page: 'overview',
    key: 'user_agent_classes',
    render_hint: 'categorical_distribution',
    dimensions: [{ name: 'ua_class', type: 'enum', values: UA_CLASSES }],
    measures: [requests],
  },
  {
    page: 'overview',
    key: 'latest_attacks',
    render_hint: 'table',
    dimensions: [
      time,
      { name: 'action', type: 'enum', values: ACTIONS },
      { name: 'attack_class', type: 'enum', values: ATTACK_CLASSES },
      { name: 'client_ip', type: 'string' },
      { name: 'country', type: 'geo' },
      { name: 'host', type: 'string' },
      { name: 'method', type: 'string' },
      { name: 'path', type: 'string' },
      { name: 'request_id', type: 'string' },
    ],
    measures: [
      { name: 'status', type: 'integer', unit: '', format: 'short', value: all },
      { name: 'score', type: 'integer', unit: '', format: 'short', value: all },
      { name: 'rule_id', type: 'integer', unit: '', format: 'short', value: all },
    ],
    filters: [matched, actionIs('block', 'captcha', 'monitor')],
    events: { measures: ['status', 'score', 'rule_id'] },
  },
];
