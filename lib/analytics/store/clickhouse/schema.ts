import { type Column, EVENT_COLUMNS } from '../columns';
import { everyRollup, isWide, type RollupTable, SCOPE_COLUMNS, SUMS, type Sum } from '../rollups';
import { GRAIN_MS } from '../store';
import { clickhouseDialect, ORDERED_BY_MS } from './dialect';

/** Columns with few different values. */
const FEW = new Set([
  ...['oem_id', 'domain_id', 'node_id', 'country', 'region', 'method', 'host', 'status_class', 'cache_status'],
  ...['protocol', 'tls', 'ua_class', 'ua_name', 'action', 'attack_class'],
]);

const NUMBERS = { u64: 'UInt64', i64: 'Int64', i32: 'Int32' } as const;

function typeOf({ name, type, nullable }: Pick<Column, 'name' | 'type' | 'nullable'>): string {
  if (type === 'text') return FEW.has(name) ? 'LowCardinality(String)' : 'String';
  return nullable ? `Nullable(${NUMBERS[type]})` : NUMBERS[type];
}

export const EVENT_NAMES = EVENT_COLUMNS.map(({ name }) => name).join(', ');
const eventColumns = EVENT_COLUMNS.map((column) => `${column.name} ${typeOf(column)}`).join(', ');

/** A block of rows that was inserted among so many before it is recognised when it comes again. */
const SETTINGS = 'SETTINGS non_replicated_deduplication_window = 10000';
const DAY = GRAIN_MS['1d'];

const wide = (sum: Sum) => (isWide(sum) ? 'Int128' : 'Int64');

function dimensionType(name: string): string {
  const column = EVENT_COLUMNS.find((one) => one.name === name);
  return typeOf(column ?? { name, type: 'text' });
}

function createRollup({ rollup, table }: RollupTable): string {
  const dimensions = [...SCOPE_COLUMNS, ...rollup.dimensions];
  const columns = [
    'bucket Int64',
    ...dimensions.map((name) => `${name} ${dimensionType(name)}`),
    ...rollup.sums.map((sum) => `${sum} ${wide(sum)}`),
  ];
  // Rows of which nothing is left go when parts are merged, and are not counted before.
  return `CREATE TABLE IF NOT EXISTS ${table} (${columns.join(', ')})
    ENGINE = SummingMergeTree((${rollup.sums.join(', ')})) PARTITION BY toYYYYMM(toDateTime(intDiv(bucket, 1000), 'UTC'))
    ORDER BY (bucket, ${dimensions.join(', ')}) ${SETTINGS}`;
}

/** Keeps a rollup up to date: what is added to the events, or taken back, goes through here as well. */
function feedRollup({ rollup, grain, table }: RollupTable): string {
  const dimensions = [...SCOPE_COLUMNS, ...rollup.dimensions].join(', ');
  const sums = rollup.sums.map((sum) => `sum(sign * to${wide(sum)}(${SUMS[sum]})) AS ${sum}`).join(', ');
  const values = rollup.only?.in.map((value) => clickhouseDialect.text(value)).join(', ');
  return `CREATE MATERIALIZED VIEW IF NOT EXISTS ${table}_feed TO ${table} AS
    SELECT ${clickhouseDialect.bucket('time', GRAIN_MS[grain])} AS bucket, ${dimensions}, ${sums}
    FROM event_changes ${rollup.only ? `WHERE ${rollup.only.column} IN (${values})` : ''} GROUP BY bucket, ${dimensions}
    SETTINGS prefer_column_name_to_alias = 1`;
}

/**
 * Numbers that differ from row to row, in whole: the bits that those of a block have, read three times as fast as what LZ4 makes of
 * them, in less space. What is mostly the same is shorter with LZ4.
 */
const PACKED = new Set([
  ...['time', 'source_time', 'asn', 'status', 'upstream_status', 'bytes_in', 'bytes_out', 'latency_ms', 'latency_bin'],
  'upstream_ms',
]);
const packedColumns = EVENT_COLUMNS.filter(({ name }) => PACKED.has(name)).map(
  (column) => `MODIFY COLUMN ${column.name} ${typeOf(column)} CODEC(T64)`,
);

/** A text without an order, in sixteen bytes: nobody finds two texts of one hash, which clients would try with paths. */
const hashed = (column: string) => `reinterpretAsUInt128(sipHash128(${column}))`;

/**
 * An address as such where it is written as the engine writes it, since that takes less of the disk than a hash; any other text as
 * a hash that begins as no address does that is kept so: the first byte of a number is its last.
 */
const ADDRESS_CODE = `if(IPv6NumToString(IPv6StringToNumOrDefault(client_ip)) = if(position(client_ip, ':') = 0, concat('::ffff:', client_ip), client_ip)
    AND NOT startsWith(client_ip, '::ffff:') AND NOT startsWith(client_ip, 'ff'),
  reinterpretAsUInt128(IPv6StringToNumOrDefault(client_ip)), bitOr(${hashed('client_ip')}, toUInt128(255)))`;

/** Every rollup at every grain. */
export const ROLLUP_TABLES = everyRollup().map(({ table }) => table);

/** Rollups that the first schema did not have. */
const ADDED = ['statuses', 'path_services'];
const first = everyRollup().filter(({ rollup }) => !ADDED.includes(rollup.name));
const added = everyRollup().filter(({ rollup }) => ADDED.includes(rollup.name));

/**
 * From when on a rollup has every event that is added to a database with some already: an hour after the newest, and from now, since
 * what is under way as the rollup is made may not be in it.
 */
const sinceNow = (name: string) => `INSERT INTO meta (name, value)
  SELECT 'rollup_since_${name}', toString(greatest(max(time), toUnixTimestamp64Milli(now64(3))) + ${GRAIN_MS['1h']})
  FROM event_rows HAVING count() > 0`;

/**
 * What each version of the schema adds; an entry never changes once it was released. Each statement may be repeated: a start
 * that is interrupted goes on at the next one, and two processes may do the same at once.
 */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    // An event that is completed is taken back by the same row with the sign -1, and added anew. A table that is there keeps its order.
    `CREATE TABLE IF NOT EXISTS event_rows (${eventColumns}, sign Int8,
       INDEX by_id event_id TYPE bloom_filter(0.001) GRANULARITY 1, INDEX by_source_time source_time TYPE minmax GRANULARITY 1)
       ENGINE = CollapsingMergeTree(sign) PARTITION BY intDiv(time, ${DAY})
       ORDER BY (intDiv(time, ${ORDERED_BY_MS}), domain_id, time, oem_id, event_id) ${SETTINGS}`,
    `CREATE VIEW IF NOT EXISTS events AS SELECT ${EVENT_NAMES} FROM event_rows FINAL`,
    `CREATE TABLE IF NOT EXISTS event_changes (${eventColumns}, sign Int8) ENGINE = Null`,
    'CREATE MATERIALIZED VIEW IF NOT EXISTS event_rows_feed TO event_rows AS SELECT * FROM event_changes',
    ...first.map(createRollup),
    ...first.map(feedRollup),
    `CREATE TABLE IF NOT EXISTS attack_details (event_id UInt64, time Int64, domain_id LowCardinality(String), request_id String,
       rule_id Int64, message String, severity Int32, attack_class LowCardinality(String), variable String, data String,
       oem_id LowCardinality(String), INDEX by_id event_id TYPE bloom_filter(0.001) GRANULARITY 1)
       ENGINE = MergeTree PARTITION BY intDiv(time, ${DAY}) ORDER BY (domain_id, time, event_id) ${SETTINGS}`,
    `CREATE TABLE IF NOT EXISTS rejected_lines (reject_id String, time Int64, file String, line Int64,
       reason LowCardinality(String), text String, oem_id LowCardinality(String)) ENGINE = MergeTree ORDER BY (oem_id, reject_id) ${SETTINGS}`,
    `CREATE TABLE IF NOT EXISTS rejected_counts (oem_id String, day Int64, reason LowCardinality(String), lines Int64, kept Int64)
       ENGINE = SummingMergeTree((lines, kept)) ORDER BY (oem_id, day, reason) ${SETTINGS}`,
    `CREATE TABLE IF NOT EXISTS batches (oem_id String, batch_id String, time Int64, stored Int64, known Int64, upgraded Int64,
       rejected Int64, kept Int64, reasons String) ENGINE = ReplacingMergeTree ORDER BY (batch_id, oem_id) ${SETTINGS}`,
    'CREATE TABLE IF NOT EXISTS meta (name String, value String, at DateTime64(6) DEFAULT now64(6)) ENGINE = ReplacingMergeTree(at) ORDER BY name',
    'CREATE TABLE IF NOT EXISTS commits (id UInt64, at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY at TTL at + INTERVAL 1 HOUR',
    'CREATE TABLE IF NOT EXISTS kept_ids (list String, id String, at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY (list, id) TTL at + INTERVAL 2 DAY',
  ],
  // Rows that are there already are packed so when the engine merges them, or is told to.
  [`ALTER TABLE event_rows ${packedColumns.join(', ')}`],
  // Codes of rows that are there already are worked out by each query, until the engine has written them meanwhile.
  [
    `ALTER TABLE event_rows ADD COLUMN IF NOT EXISTS client_ip_code UInt128 MATERIALIZED ${ADDRESS_CODE},
       ADD COLUMN IF NOT EXISTS path_code UInt128 MATERIALIZED ${hashed('path')}`,
    'ALTER TABLE event_rows MATERIALIZE COLUMN client_ip_code, MATERIALIZE COLUMN path_code SETTINGS mutations_sync = 0',
  ],
  // A day becomes one part once nothing was added to it for an hour: each query looks at every part that there is, and reads a part alone faster.
  ['event_rows', 'attack_details'].map(
    (table) =>
      `ALTER TABLE ${table} MODIFY SETTING min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1`,
  ),
  [...added.map(createRollup), ...added.map(feedRollup), ...ADDED.map(sinceNow)],
];
