import { ACTIONS, ATTACK_CLASSES, CACHE_STATUSES, STATUS_CLASSES, UA_CLASSES } from '../events/vocabulary';
import type { Sum } from '../store/rollups';
import type { Aggregate, Chart, Dimension, Filter, Measure } from './chart';

/** What charts of several pages are made of: one definition of each figure, whatever page shows it. */

export const time: Dimension = { name: 'time', type: 'timestamp', unit: 'ms' };
export const action: Dimension = { name: 'action', type: 'enum', values: ACTIONS };
export const attackClass = { name: 'attack_class', type: 'enum', values: ATTACK_CLASSES } satisfies Dimension;
/** Where requests that no attack rule matched are among the others. */
export const attackClassIfAny: Dimension = { ...attackClass, values: [...ATTACK_CLASSES, ''] };
export const statusClass: Dimension = { name: 'status_class', type: 'enum', values: STATUS_CLASSES };
export const cacheStatus: Dimension = { name: 'cache_status', type: 'enum', values: CACHE_STATUSES };
export const agentClass: Dimension = { name: 'ua_class', type: 'enum', values: UA_CLASSES };
export const country: Dimension = { name: 'country', type: 'geo' };
export const clientIp: Dimension = { name: 'client_ip', type: 'string' };
export const countryOfIp: Dimension = { name: 'country', type: 'geo', follows: 'client_ip' };

/** A dimension of any text, such as a path. */
export const named = (name: string): Dimension => ({ name, type: 'string' });

export const actionIs = (...actions: readonly string[]): Filter => ({ column: 'action', in: actions });
export const agentIs = (...classes: readonly string[]): Filter => ({ column: 'ua_class', in: classes });
export const cacheIs = (...statuses: readonly string[]): Filter => ({ column: 'cache_status', in: statuses });
export const statusIs = (...classes: readonly string[]): Filter => ({ column: 'status_class', in: classes });

/** An attack is a request that matched a rule of an attack class, whatever was done about it. */
export const isAttack: Filter = { column: 'attack_class', in: ATTACK_CLASSES };
/** Stopped: answered by the edge with a refusal or a challenge. */
export const STOPPED = ['block', 'limit', 'captcha'] as const;
/** Answered from the cache without asking the origin. */
export const isHit = cacheIs('hit');
/** The cache took part and the origin was asked all the same. */
export const isMiss = cacheIs('miss', 'bypass', 'expired', 'updating', 'revalidated');

/** A sum over the events that pass all these filters. */
export const sumOf = (sum: Sum, ...where: readonly Filter[]): Aggregate =>
  where.length > 0 ? { sum, where } : { sum };
export const requestsOf = (...where: readonly Filter[]): Aggregate => sumOf('requests', ...where);
export const all = requestsOf();

export function counts(name: string, value: Aggregate): Measure {
  return { name, type: 'integer', unit: 'requests', format: 'short', value };
}

export function bytes(name: string, value: Aggregate): Measure {
  return { name, type: 'integer', unit: 'bytes', format: 'iec', value };
}

/** Bytes a second, as bits. */
export function bits(name: string, value: Aggregate): Measure {
  return { name, type: 'float', unit: 'bps', format: 'short', value: { per_second: value, times: 8 } };
}

/** 0-100; null where there is nothing that it could be a share of. */
export function share(name: string, part: Aggregate, whole: Aggregate): Measure {
  return { name, type: 'percent', unit: '%', format: 'short', value: { ratio: [part, whole], times: 100 } };
}

export function latency(percentile: number): Measure {
  return { name: `p${percentile}`, type: 'integer', unit: 'ms', format: 'short', value: { percentile } };
}

/** How many different values a column has. */
export function distinct(name: string, unit: string, column: string): Measure {
  return { name, type: 'integer', unit, format: 'short', value: { distinct: column } };
}

export const requests = counts('requests', all);
export const blocked = counts('blocked', requestsOf(actionIs('block')));
export const stopped = counts('stopped', requestsOf(actionIs(...STOPPED)));
export const bytesIn = bytes('bytes_in', sumOf('bytes_in'));
export const bytesOut = bytes('bytes_out', sumOf('bytes_out'));
export const bandwidth = bits('bandwidth', sumOf('bytes_out'));
/** Of the requests whose log has a timing. */
export const meanLatency: Measure = {
  name: 'latency_mean',
  type: 'float',
  unit: 'ms',
  format: 'short',
  value: { ratio: [sumOf('latency_sum'), sumOf('latency_count')], times: 1 },
};
export const originErrors = counts('origin_errors', sumOf('origin_errors'));
export const originRequests = counts('origin_requests', sumOf('origin_requests'));
export const originErrorShare = share('origin_error_share', sumOf('origin_errors'), sumOf('origin_requests'));
/** D8: what is said of the cache is called total_cache_*. Its hits are a share of all requests, not of the cacheable ones. */
export const cacheCount = counts('total_cache_count', requestsOf(isHit));
export const cacheShare = share('total_cache_hit_share', requestsOf(isHit), all);
export const cacheBytes = bytes('total_cache_bytes', sumOf('cache_bytes_out'));

/** What a line of the log says in figures: of any request, and of an attack. */
const figure = (name: string, unit = '', format: Measure['format'] = 'short'): Measure => {
  return { name, type: 'integer', unit, format, value: all };
};
const requestFigures = [figure('status'), figure('bytes_out', 'bytes', 'iec'), figure('latency_ms', 'ms')];
const attackFigures = [figure('status'), figure('score'), figure('rule_id')];

function newest(
  key: string,
  columns: readonly Dimension[],
  filters: readonly Filter[],
  measures: readonly Measure[],
): Chart {
  const events = { measures: measures.map(({ name }) => name) };
  return { key, render_hint: 'table', dimensions: [time, ...columns], measures, filters, events };
}

/** The newest requests that pass the filters, one a row. */
export const latest = (key: string, columns: readonly Dimension[], filters: readonly Filter[] = []): Chart =>
  newest(key, columns, filters, requestFigures);

/** The newest attacks that pass the filters, one a row. */
export const latestAttacks = (key: string, columns: readonly Dimension[], filters: readonly Filter[]): Chart =>
  newest(key, columns, filters, attackFigures);

/** The values of a dimension with the most of the first measure, highest first. */
export function top(
  key: string,
  dimensions: readonly Dimension[],
  measures: readonly Measure[],
  filters?: readonly Filter[],
): Chart {
  return { key, render_hint: 'topn', dimensions, measures, ...(filters ? { filters } : {}), ranked: true };
}
