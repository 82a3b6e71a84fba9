import type { Chart } from '../../chart';
import {
  all,
  bandwidth,
  bits,
  bytesIn,
  bytesOut,
  clientIp,
  country,
  countryOfIp,
  distinct,
  latest,
  named,
  requests,
  statusClass,
  sumOf,
  time,
  top,
} from '../../declare';

/** What arrives: how much, in which form, for which hosts and paths, from whom. */
export const charts: readonly Chart[] = [
  {
    key: 'requests_total',
    render_hint: 'kpi',
    dimensions: [],
    measures: [
      requests,
      { name: 'request_rate', type: 'float', unit: 'qps', format: 'short', value: { per_second: all, times: 1 } },
    ],
  },
  { key: 'bytes_total', render_hint: 'kpi', dimensions: [], measures: [bytesOut, bytesIn] },
  {
    key: 'unique_clients',
    render_hint: 'kpi',
    dimensions: [],
    measures: [distinct('unique_clients', 'addresses', 'client_ip')],
  },
  { key: 'requests_over_time', render_hint: 'time_series_single', dimensions: [time], measures: [requests] },
  {
    key: 'bandwidth_over_time',
    render_hint: 'time_series_multi',
    dimensions: [time],
    measures: [bandwidth, bits('bandwidth_in', sumOf('bytes_in'))],
  },
  {
    key: 'statuses_over_time',
    render_hint: 'categorical_distribution_over_time',
    dimensions: [time, statusClass],
    measures: [requests],
  },
  { key: 'requests_by_country', render_hint: 'geo', dimensions: [country], measures: [requests, bytesOut] },
  top('top_hosts', [named('host')], [requests, bytesOut]),
  top('top_paths', [named('path')], [requests, bytesOut]),
  top('top_clients', [clientIp, countryOfIp], [requests, bytesOut]),
  top('top_referers', [named('referer_host')], [requests]),
  { key: 'methods', render_hint: 'categorical_distribution', dimensions: [named('method')], measures: [requests] },
  { key: 'protocols', render_hint: 'categorical_distribution', dimensions: [named('protocol')], measures: [requests] },
  latest('latest_requests', [
    statusClass,
    clientIp,
    country,
    named('host'),
    named('method'),
    named('path'),
    named('request_id'),
  ]),
];
