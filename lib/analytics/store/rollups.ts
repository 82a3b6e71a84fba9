import { ACTIONS, ATTACK_CLASSES } from '../events/vocabulary';
import { GRAINS, type Grain } from './store';

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
  /** At which grains it exists, where a finer one would have half as many rows as there are events. Every one where that is left out. */
  grains?: readonly Grain[];
};

/** Cheapest first: a chart takes the first that has all it needs. */
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
  {
    name: 'statuses',
    dimensions: ['status_class', 'status', 'action'],
    sums: ['requests'],
    only: { column: 'status_class', in: ['4xx', '5xx'] },
  },
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
  {
    name: 'path_services',
    dimensions: ['path', 'cache_status'],
    sums: ['requests', 'latency_sum', 'latency_count', 'origin_requests', 'origin_errors', 'cache_bytes_out'],
    grains: ['1h', '1d'],
  },
];

/** The grains a rollup exists at, the finest first. */
export const grainsOf = ({ grains = GRAINS }: Rollup): readonly Grain[] => grains;

/** How stored events are grouped once for several rollups: the first into far fewer rows than there are events, the second by path. */
export const GROUPINGS: readonly Rollup[] = [
  {
    name: 'common',
    dimensions: ['action', 'status_class', 'status', 'cache_status', 'method', 'protocol', 'country', 'host'],
    sums: ALL_SUMS,
  },
  {
    name: 'by_path',
    dimensions: ['path', 'action', 'cache_status'],
    sums: ALL_SUMS.filter((sum) => sum !== 'bytes_in'),
  },
];

/** The grouping that a rollup can be made of; undefined: it needs one of its own. */
export function groupingOf({ dimensions, sums, only }: Rollup): Rollup | undefined {
  const needed = [...dimensions, ...(only ? [only.column] : [])];
  return GROUPINGS.find(
    (grouping) =>
      needed.every((column) => grouping.dimensions.includes(column)) &&
      sums.every((sum) => grouping.sums.includes(sum)),
  );
}

export function rollupTable(name: string, grain: string): string {
  return `rollup_${name}_${grain}`;
}

export type RollupTable = { rollup: Rollup; grain: Grain; table: string };

/** Every rollup at every grain it exists at. */
export function everyRollup(): RollupTable[] {
  return ROLLUPS.flatMap((rollup) =>
    grainsOf(rollup).map((grain) => ({ rollup, grain, table: rollupTable(rollup.name, grain) })),
  );
}
