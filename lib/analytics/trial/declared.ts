import type { Chart, Dimension, Filter, Measure } from '../charts/chart';
import * as declare from '../charts/declare';
import type { Declaration, TrialMeasure } from './contract';
import type { FigureName, TrialDimension } from './vocabulary';

/** Something of a declaration: what it is, and the words of charts.ts for it. */
type Written<T> = { value: T; text: string };

const DIMENSIONS: Readonly<Partial<Record<TrialDimension, Written<Dimension>>>> = {
  time: { value: declare.time, text: 'time' },
  action: { value: declare.action, text: 'action' },
  attack_class: { value: declare.attackClass, text: 'attackClass' },
  status_class: { value: declare.statusClass, text: 'statusClass' },
  cache_status: { value: declare.cacheStatus, text: 'cacheStatus' },
  ua_class: { value: declare.agentClass, text: 'agentClass' },
  country: { value: declare.country, text: 'country' },
  client_ip: { value: declare.clientIp, text: 'clientIp' },
};

const FIGURES: Readonly<Record<FigureName, Written<Measure>>> = {
  requests: { value: declare.requests, text: 'requests' },
  blocked: { value: declare.blocked, text: 'blocked' },
  stopped: { value: declare.stopped, text: 'stopped' },
  bytes_in: { value: declare.bytesIn, text: 'bytesIn' },
  bytes_out: { value: declare.bytesOut, text: 'bytesOut' },
  bandwidth: { value: declare.bandwidth, text: 'bandwidth' },
  latency_mean: { value: declare.meanLatency, text: 'meanLatency' },
  origin_requests: { value: declare.originRequests, text: 'originRequests' },
  origin_errors: { value: declare.originErrors, text: 'originErrors' },
  origin_error_share: { value: declare.originErrorShare, text: 'originErrorShare' },
  total_cache_count: { value: declare.cacheCount, text: 'cacheCount' },
  total_cache_hit_share: { value: declare.cacheShare, text: 'cacheShare' },
  total_cache_bytes: { value: declare.cacheBytes, text: 'cacheBytes' },
  unique_clients: {
    value: declare.distinct('unique_clients', 'addresses', 'client_ip'),
    text: "distinct('unique_clients', 'addresses', 'client_ip')",
  },
  p50: { value: declare.latency(50), text: 'latency(50)' },
  p95: { value: declare.latency(95), text: 'latency(95)' },
  p99: { value: declare.latency(99), text: 'latency(99)' },
};

/** A text as code, whatever characters it has. */
const quoted = (text: string) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
const listed = (texts: readonly string[]) => `[${texts.join(', ')}]`;

/** Filters that have a name of their own. */
const FILTERS: Readonly<Record<string, string>> = {
  action: 'actionIs',
  ua_class: 'agentIs',
  cache_status: 'cacheIs',
  status_class: 'statusIs',
};

function filterText({ column, in: values }: Filter): string {
  const named = FILTERS[column];
  const texts = values.map(quoted);
  return named ? `${named}(${texts.join(', ')})` : `{ column: ${quoted(column)}, in: ${listed(texts)} }`;
}

function dimensionOf(name: TrialDimension): Written<Dimension> {
  return DIMENSIONS[name] ?? { value: declare.named(name), text: `named(${quoted(name)})` };
}

function measureOf(measure: TrialMeasure): Written<Measure> {
  if (typeof measure === 'string') return FIGURES[measure];
  const name = quoted(measure.name);
  if ('share' in measure) {
    const text = `share(${name}, requestsOf(${measure.share.map(filterText).join(', ')}), all)`;
    return { value: declare.share(measure.name, declare.requestsOf(...measure.share), declare.all), text };
  }
  const { sum, where } = measure;
  const filters = where.map(filterText);
  const value = declare.sumOf(sum, ...where);
  return sum === 'requests'
    ? { value: declare.counts(measure.name, value), text: `counts(${name}, requestsOf(${filters.join(', ')}))` }
    : {
        value: declare.bytes(measure.name, value),
        text: `bytes(${name}, sumOf(${[quoted(sum), ...filters].join(', ')}))`,
      };
}

/** The chart that a declaration in names means. */
export function chartOf({ key, render_hint, dimensions, measures, filters, ranked }: Declaration): Chart {
  return {
    key,
    render_hint,
    dimensions: dimensions.map((name) => dimensionOf(name).value),
    measures: measures.map((one) => measureOf(one).value),
    ...(filters.length > 0 ? { filters } : {}),
    ...(ranked ? { ranked: true } : {}),
  };
}

/** The same as an entry of a page's charts.ts, in the names that declare.ts exports. */
export function sourceOf({ key, render_hint, dimensions, measures, filters, ranked }: Declaration): string {
  const fields = [
    `key: ${quoted(key)}`,
    `render_hint: ${quoted(render_hint)}`,
    `dimensions: ${listed(dimensions.map((name) => dimensionOf(name).text))}`,
    `measures: ${listed(measures.map((one) => measureOf(one).text))}`,
    ...(filters.length > 0 ? [`filters: ${listed(filters.map(filterText))}`] : []),
    ...(ranked ? ['ranked: true'] : []),
  ];
  return `{\n${fields.map((field) => `  ${field},\n`).join('')}},\n`;
}
