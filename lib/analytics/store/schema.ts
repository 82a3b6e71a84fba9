import { type ColumnType, EVENT_COLUMNS } from './columns';
import { duckdbDialect, type Stretch } from './dialect';
import {
  groupingOf,
  isWide,
  ROLLUPS,
  type Rollup,
  rollupTable,
  SCOPE_COLUMNS,
  SUMS,
  type Sum,
  sumType,
} from './rollups';
import type { Stage } from './stage';
import { GRAIN_MS, type Grain } from './store';

export const SQL_TYPE: Readonly<Record<ColumnType, string>> = {
  u64: 'UBIGINT',
  i64: 'BIGINT',
  i32: 'INTEGER',
  text: 'VARCHAR',
};

/** How columns of events are packed where the engine's own choice is a bad one: a dictionary of ids that never repeat takes three times as long. */
const EVENT_PACKING: Readonly<Record<string, string>> = { request_id: ' USING COMPRESSION zstd' };

const eventColumns = EVENT_COLUMNS.map(
  ({ name, type, nullable }) => `${name} ${SQL_TYPE[type]}${EVENT_PACKING[name] ?? ''}${nullable ? '' : ' NOT NULL'}`,
).join(', ');

export const EVENT_NAMES = EVENT_COLUMNS.map((c) => c.name).join(', ');

/** Schema version; an older program refuses a newer store. */
export const SCHEMA_VERSION = 5;

export const CREATE_TABLES: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS meta (name VARCHAR PRIMARY KEY, value VARCHAR NOT NULL)',
  `CREATE TABLE IF NOT EXISTS events (${eventColumns})`,
  `CREATE TABLE IF NOT EXISTS attack_details (event_id UBIGINT NOT NULL, time BIGINT NOT NULL, domain_id VARCHAR NOT NULL,
     request_id VARCHAR NOT NULL, rule_id BIGINT NOT NULL, message VARCHAR NOT NULL, severity INTEGER NOT NULL,
     attack_class VARCHAR NOT NULL, variable VARCHAR NOT NULL, data VARCHAR NOT NULL, oem_id VARCHAR DEFAULT '')`,
  `CREATE TABLE IF NOT EXISTS rejected_lines (reject_id VARCHAR NOT NULL, time BIGINT NOT NULL, file VARCHAR NOT NULL,
     line BIGINT NOT NULL, reason VARCHAR NOT NULL, text VARCHAR NOT NULL, oem_id VARCHAR DEFAULT '')`,
  `CREATE TABLE IF NOT EXISTS rejected_counts (oem_id VARCHAR, day BIGINT, reason VARCHAR, lines BIGINT NOT NULL,
     kept BIGINT NOT NULL, PRIMARY KEY (oem_id, day, reason))`,
  `CREATE TABLE IF NOT EXISTS batches (batch_id VARCHAR NOT NULL, time BIGINT NOT NULL, stored BIGINT NOT NULL,
     known BIGINT NOT NULL, upgraded BIGINT NOT NULL, rejected BIGINT NOT NULL, oem_id VARCHAR DEFAULT '',
     kept BIGINT DEFAULT 0, reasons VARCHAR DEFAULT '{}')`,
];

function columnType(name: string): string {
  const column = EVENT_COLUMNS.find((c) => c.name === name);
  return column ? SQL_TYPE[column.type] : 'VARCHAR';
}

/** Integers of 128 bits that the engine packs take it forty times as long to read as those that it does not. */
const packing = (sum: Sum) => (isWide(sum) ? ' USING COMPRESSION uncompressed' : '');

export function createRollup(rollup: Rollup, grain: Grain): string {
  const dims = [...SCOPE_COLUMNS, ...rollup.dimensions].map((d) => `${d} ${columnType(d)} NOT NULL`);
  const sums = rollup.sums.map((s) => `${s} ${sumType(s)}${packing(s)} NOT NULL`);
  return `CREATE TABLE ${rollupTable(rollup.name, grain)} (bucket BIGINT NOT NULL, ${[...dims, ...sums].join(', ')})`;
}

/** Columns of an event that a rollup is made of. */
function columnsOf(rollup: Rollup): string[] {
  const made = groupEvents(rollup, '5m', '', '1');
  return EVENT_COLUMNS.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(made));
}

/** Adds the rows of `from` (events, or a query) to a rollup; `sign` is 1 or the column that says so. */
export function fillRollup(rollup: Rollup, grain: Grain, from: string, sign: string): string {
  return `INSERT INTO ${rollupTable(rollup.name, grain)} ${groupEvents(rollup, grain, from, sign)}`;
}

function groupEvents(rollup: Rollup, grain: Grain, from: string, sign: string): string {
  const dims = [...SCOPE_COLUMNS, ...rollup.dimensions].join(', ');
  const sums = rollup.sums.map((s) => `sum(${sign} * (${SUMS[s]})) AS ${s}`).join(', ');
  const limit = limitOf(rollup);
  return `SELECT ${duckdbDialect.bucket('time', GRAIN_MS[grain])} AS bucket, ${dims}, ${sums}
    FROM ${from} ${limit ? `WHERE ${limit}` : ''} GROUP BY ALL`;
}

/** Which events are in a rollup; undefined where all are. */
export function limitOf({ only }: Rollup): string | undefined {
  return only && `${only.column} IN (${only.in.map((value) => duckdbDialect.text(value)).join(', ')})`;
}

export const LIMITS: readonly string[] = [...new Set(ROLLUPS.flatMap((rollup) => limitOf(rollup) ?? []))];

/** How many of the staged events are within each of `LIMITS`. */
export function countLimited(stage: Stage): string {
  const columns = [...new Set(ROLLUPS.flatMap(({ only }) => only?.column ?? []))];
  const counts = LIMITS.map((limit) => `count(*) FILTER (${limit})::DOUBLE`);
  return `SELECT ${counts.join(', ')} FROM (${stage(columns)})`;
}

/** Groups the staged events at the finest grain, as one of GROUPINGS does or as a rollup does that is made of none of them. */
export function stageGrouped(grouping: Rollup, stage: Stage): string {
  const staged = `(${stage([...columnsOf(grouping), 'sign'])})`;
  return `CREATE OR REPLACE TEMP TABLE ${groupedTable(grouping)} AS ${groupEvents(grouping, '5m', staged, 'sign')}`;
}

const groupedTable = ({ name }: Rollup) => `grouped_${name}`;

export const forgetGrouped = (grouping: Rollup): string => `DROP TABLE ${groupedTable(grouping)}`;

/** Adds what was grouped to a rollup. */
export function addGrouped(rollup: Rollup, grain: Grain): string {
  const table = rollupTable(rollup.name, grain);
  const grouping = groupingOf(rollup);
  const from = groupedTable(grouping ?? rollup);
  const rows = grouping || grain !== '5m' ? regroup(rollup, grain, from) : `SELECT * FROM ${from}`;
  return `INSERT INTO ${table} ${rows}`;
}

/** A rollup's rows, made of rows that have its dimensions and sums at the finest grain, maybe beside others. */
function regroup(rollup: Rollup, grain: Grain, from: string): string {
  const slot = grain === '5m' ? 'bucket' : `${duckdbDialect.bucket('bucket', GRAIN_MS[grain])} AS bucket`;
  const dims = [...SCOPE_COLUMNS, ...rollup.dimensions].join(', ');
  const sums = rollup.sums.map((s) => `sum(${s}) AS ${s}`).join(', ');
  const limit = limitOf(rollup);
  return `SELECT ${slot}, ${dims}, ${sums} FROM ${from} ${limit ? `WHERE ${limit}` : ''} GROUP BY ALL`;
}

/** Merges the rows of one rollup with a bucket in [from, to), in statements of one transaction. */
export function compactRollup(rollup: Rollup, grain: Grain, { from, to }: Stretch): string[] {
  const table = rollupTable(rollup.name, grain);
  const dims = ['bucket', ...SCOPE_COLUMNS, ...rollup.dimensions].join(', ');
  const sums = rollup.sums.map((s) => `sum(${s})::${sumType(s)} AS ${s}`).join(', ');
  const within = `bucket >= ${from} AND bucket < ${to}`;
  return [
    `CREATE OR REPLACE TEMP TABLE compacted AS SELECT ${dims}, ${sums} FROM ${table} WHERE ${within}
       GROUP BY ALL HAVING sum(requests) <> 0 ORDER BY bucket`,
    `DELETE FROM ${table} WHERE ${within}`,
    `INSERT INTO ${table} SELECT * FROM compacted`,
    'DROP TABLE compacted',
  ];
}

/** Makes the rows of one rollup with a bucket in [from, to) anew from the events, in statements of one transaction. */
export function rebuildRollup(rollup: Rollup, grain: Grain, { from, to }: Stretch): string[] {
  const events = `(SELECT * FROM events WHERE time >= ${from} AND time < ${to})`;
  return [
    `DELETE FROM ${rollupTable(rollup.name, grain)} WHERE bucket >= ${from} AND bucket < ${to}`,
    fillRollup(rollup, grain, events, '1'),
  ];
}
