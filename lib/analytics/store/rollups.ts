import { ACTIONS, ATTACK_CLASSES } from '../events/vocabulary';

/** What a rollup adds up, per event. All of it is additive, so a rollup row can be taken back by its negative. */
export const SUMS = {
  requests: '1',
  bytes_in: 'bytes_in',
  bytes_out: 'bytes_out',
  latency_sum: 'coalesce(latency_ms, 0)',
  latency_count: 'CAST(latency_ms IS NOT NULL AS INTEGER)',
  origin_requests: 'CAST(upstream_status > 0 AS INTEGER)',
  origin_errors: 'CAST(upstream_status >= 500 AS INTEGER)',
  cache_bytes_out: "CASE WHEN cache_status = 'hit' THEN bytes_out ELSE 0 END",
} as const;
export type Sum = keyof typeof SUMS;
const ALL_SUMS = Object.keys(SUMS) as Sum[];

/** Sums of measured values: events in their ranges can overflow 64 bits; counts of events cannot. */
const WIDE: readonly Sum[] = ['bytes_in', 'bytes_out', 'latency_sum', 'cache_bytes_out'];

/** Whether a sum may need more than 64 bits. */
export const isWide = (sum: Sum): boolean => WIDE.includes(sum);

/** How a sum is stored. */
export const sumType = (sum: Sum): 'HUGEINT' | 'BIGINT' => (isWide(sum) ? 'HUGEINT' : 'BIGINT');

/** Columns every rollup has. */
export const SCOPE_COLUMNS = ['oem_id', 'domain_id'] as const;

export type Rollup = {
  name: string;
  /** Columns of table events it keeps apart. */
  dimensions: readonly string[];
  sums: readonly Sum[];
  /** Only events whose column has one of these values are in it. */
  only?: { column: string; in: readonly string[] };
};

/** Cheapest first: a chart takes the first that has all it needs. Each exists at every grain. */
export const ROLLUPS: readonly Rollup[] = [
  {
    name: 'attacks',
    dimensions: ['attack_class', 'action'],
    sums: ['requests'],
    only: { column: 'attack_class', in: ATTACK_CLASSES },
  },
  {
    name: 'traffic',
    dimensions: ['action', 'status_class', 'cache_status'],
    sums: ALL_SUMS,
  },
  {
    name: 'rules',
    dimensions: ['rule_id', 'attack_class', 'action'],
    sums: ['requests'],
    only: { column: 'attack_class', in: ATTACK_CLASSES },
  },
  { name: 'protocols', dimensions: ['method', 'protocol', 'action'], sums: ['requests', 'bytes_out'] },
  { name: 'geo', dimensions: ['country', 'action'], sums: ['requests', 'bytes_out'] },
  { name: 'hosts', dimensions: ['host', 'action'], sums: ['requests', 'bytes_out'] },
  {
    name: 'services',
    dimensions: ['host', 'cache_status'],
    sums: ALL_SUMS,
  },
  { name: 'agents', dimensions: ['ua_class', 'ua_name', 'action'], sums: ['requests', 'bytes_out'] },
  { name: 'latency', dimensions: ['latency_bin'], sums: ['requests'] },
  {
    name: 'attackers',
    dimensions: ['client_ip', 'country', 'asn', 'attack_class', 'action'],
    sums: ['requests'],
    only: { column: 'attack_class', in: ATTACK_CLASSES },
  },
  {
    name: 'clients',
    dimensions: ['client_ip', 'country', 'asn', 'action'],
    sums: ['requests'],
    only: { column: 'action', in: ACTIONS.filter((a) => a !== 'pass') },
  },
  { name: 'paths', dimensions: ['path', 'action'], sums: ['requests', 'bytes_out'] },
];

/**
 * Of a group of events, what several rollups are made of, each from far fewer rows than there are events. What tells nearly every
 * event apart, such as a path or an address, is not in it.
 */
export const COMMON: Rollup = {
  name: 'common',
  dimensions: ['action', 'status_class', 'cache_status', 'method', 'protocol', 'country', 'host'],
  sums: ALL_SUMS,
};

/** Whether a rollup can be made of COMMON. */
export const isOfCommon = ({ dimensions, only }: Rollup): boolean =>
  !only && dimensions.every((dimension) => COMMON.dimensions.includes(dimension));

export function rollupTable(name: string, grain: string): string {
  return `rollup_${name}_${grain}`;
}
