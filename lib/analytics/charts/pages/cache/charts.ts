import type { Chart } from '../../chart';
import {
  bandwidth,
  bits,
  cacheBytes,
  cacheCount,
  cacheShare,
  cacheStatus,
  clientIp,
  counts,
  isHit,
  isMiss,
  latest,
  named,
  originRequests,
  requests,
  requestsOf,
  share,
  sumOf,
  time,
  top,
} from '../../declare';

const misses = counts('total_cache_misses', requestsOf(isMiss));

/** What the cache answered in place of the origins, and what it could not. */
export const charts: readonly Chart[] = [
  { key: 'cache_total', render_hint: 'kpi', dimensions: [], measures: [cacheShare, cacheCount, requests] },
  {
    key: 'cache_bytes_total',
    render_hint: 'kpi',
    dimensions: [],
    measures: [cacheBytes, share('total_cache_bytes_share', sumOf('cache_bytes_out'), sumOf('bytes_out'))],
  },
  { key: 'misses_total', render_hint: 'kpi', dimensions: [], measures: [misses, originRequests] },
  {
    key: 'cache_statuses',
    render_hint: 'categorical_distribution',
    dimensions: [cacheStatus],
    measures: [requests],
  },
  {
    key: 'cache_statuses_over_time',
    render_hint: 'categorical_distribution_over_time',
    dimensions: [time, cacheStatus],
    measures: [requests],
  },
  { key: 'hit_share_over_time', render_hint: 'time_series_single', dimensions: [time], measures: [cacheShare] },
  {
    key: 'cache_bandwidth_over_time',
    render_hint: 'time_series_multi',
    dimensions: [time],
    measures: [bandwidth, bits('total_cache_bandwidth', sumOf('cache_bytes_out'))],
  },
  top('cached_hosts', [named('host')], [cacheCount, cacheShare, cacheBytes]),
  top('missed_hosts', [named('host')], [misses, requests]),
  top('cached_paths', [named('path')], [cacheCount, cacheBytes], [isHit]),
  top('missed_paths', [named('path')], [misses], [isMiss]),
  latest(
    'latest_misses',
    [cacheStatus, clientIp, named('host'), named('method'), named('path'), named('request_id')],
    [isMiss],
  ),
];
