import type { Chart } from '../../chart';
import {
  all,
  clientIp,
  counts,
  latency,
  latest,
  meanLatency,
  named,
  originErrorShare,
  originErrors,
  originRequests,
  requests,
  requestsOf,
  share,
  statusClass,
  statusIs,
  time,
  top,
} from '../../declare';

const failed = requestsOf(statusIs('5xx'));

/** Whether the origins answer, and how fast. */
export const charts: readonly Chart[] = [
  {
    key: 'origin_errors',
    render_hint: 'kpi',
    dimensions: [],
    measures: [originErrorShare, originErrors, originRequests],
  },
  {
    key: 'server_errors',
    render_hint: 'kpi',
    dimensions: [],
    measures: [share('server_error_share', failed, all), counts('server_errors', failed)],
  },
  { key: 'latency_mean', render_hint: 'kpi', dimensions: [], measures: [meanLatency] },
  {
    key: 'latency_percentiles',
    render_hint: 'kpi',
    dimensions: [],
    measures: [latency(95), latency(50), latency(99)],
  },
  {
    key: 'origin_error_share_over_time',
    render_hint: 'time_series_single',
    dimensions: [time],
    measures: [originErrorShare],
  },
  {
    key: 'origin_requests_over_time',
    render_hint: 'time_series_multi',
    dimensions: [time],
    measures: [originRequests, originErrors],
  },
  { key: 'latency_mean_over_time', render_hint: 'time_series_single', dimensions: [time], measures: [meanLatency] },
  {
    key: 'latency_percentiles_over_time',
    render_hint: 'time_series_multi',
    dimensions: [time],
    measures: [latency(50), latency(95), latency(99)],
  },
  {
    key: 'statuses_over_time',
    render_hint: 'categorical_distribution_over_time',
    dimensions: [time, statusClass],
    measures: [requests],
  },
  {
    key: 'error_statuses',
    render_hint: 'categorical_distribution',
    dimensions: [named('status')],
    measures: [requests],
    filters: [statusIs('4xx', '5xx')],
  },
  top('failing_hosts', [named('host')], [originErrors, originErrorShare, originRequests]),
  top('slow_hosts', [named('host')], [meanLatency, requests]),
  top('failing_paths', [named('path')], [originErrors, originErrorShare]),
  top('slow_paths', [named('path')], [meanLatency, requests]),
  latest(
    'latest_errors',
    [statusClass, clientIp, named('host'), named('method'), named('path'), named('request_id')],
    [statusIs('5xx')],
  ),
];
