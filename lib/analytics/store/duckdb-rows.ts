import { setImmediate } from 'node:timers/promises';
import {
  BIGINT,
  DOUBLE,
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  UBIGINT,
  VARCHAR,
} from '@duckdb/node-api';
import type { AnalyticsEvent, AttackDetail } from '../events/event';
import { type Column, type ColumnType, EVENT_COLUMNS } from './columns';
import { SQL_TYPE } from './schema';

const CHUNK = 2048;

/** Appends rows column by column, 2,048 at a time, and lets other requests in between. */
export async function appendRows<R>(
  connection: DuckDBConnection,
  table: { name: string; temp?: true },
  types: readonly DuckDBType[],
  rows: readonly R[],
  cell: readonly ((row: R) => DuckDBValue)[],
): Promise<void> {
  if (rows.length === 0) return;
  const appender = await connection.createAppender(table.name, null, table.temp ? 'temp' : null);
  const chunk = DuckDBDataChunk.create(types, CHUNK);
  for (let from = 0; from < rows.length; from += CHUNK) {
    const slice = rows.slice(from, from + CHUNK);
    chunk.reset();
    chunk.rowCount = slice.length;
    cell.forEach((of, column) => {
      chunk.setColumnValues(column, slice.map(of));
    });
    appender.appendDataChunk(chunk);
    if (from + CHUNK < rows.length) await setImmediate();
  }
  appender.closeSync();
}

/** An event and whether it is added (1) or taken back (-1). */
export type Signed = { event: AnalyticsEvent; sign: 1 | -1 };

/** U+FFFF is no character; acceptLine lets none through. */
const SEPARATOR = '\uffff';
const TEXTS = EVENT_COLUMNS.filter((c) => c.type === 'text');
const NUMBERS = EVENT_COLUMNS.filter((c) => c.type !== 'text');

/** All text of an event as one string: one crossing into the engine instead of twenty. */
function packed({ event }: Signed): string {
  let text = '';
  for (const column of TEXTS) text += column.of(event) + SEPARATOR;
  return text;
}

const numberType = (type: ColumnType) => (type === 'u64' ? UBIGINT : DOUBLE);
const PACKED_TYPES = [...NUMBERS.map((c) => numberType(c.type)), VARCHAR, INTEGER];
const PACKED_CELLS: ((row: Signed) => DuckDBValue)[] = [
  ...NUMBERS.map((c) => (row: Signed) => c.of(row.event)),
  packed,
  (row) => row.sign,
];

const packedColumns = NUMBERS.map((c) => `${c.name} ${c.type === 'u64' ? 'UBIGINT' : 'DOUBLE'}`).join(', ');
const CREATE_PACKED = `CREATE OR REPLACE TEMP TABLE packed (${packedColumns}, texts VARCHAR, sign INTEGER)`;

function unpackColumn(column: Column): string {
  if (column.type === 'text') return `t[${TEXTS.indexOf(column) + 1}] AS ${column.name}`;
  return column.type === 'u64' ? column.name : `CAST(${column.name} AS ${SQL_TYPE[column.type]}) AS ${column.name}`;
}

const UNPACK = `CREATE OR REPLACE TEMP TABLE stage AS SELECT ${EVENT_COLUMNS.map(unpackColumn).join(', ')}, sign
  FROM (SELECT *, string_split(texts, chr(65535)) AS t FROM packed)`;

/** Fills table stage: the columns of events and `sign`. */
export async function fillStage(connection: DuckDBConnection, rows: readonly Signed[]): Promise<void> {
  await connection.run(CREATE_PACKED);
  await appendRows(connection, { name: 'packed', temp: true }, PACKED_TYPES, rows, PACKED_CELLS);
  await connection.run(UNPACK);
  await connection.run('DROP TABLE packed');
}

export function appendIds(connection: DuckDBConnection, ids: readonly bigint[]): Promise<void> {
  return appendRows(connection, { name: 'incoming', temp: true }, [UBIGINT], ids, [(id) => id]);
}

export type DetailRow = { event: AnalyticsEvent; detail: AttackDetail };

const DETAIL_TYPES = [UBIGINT, BIGINT, VARCHAR, VARCHAR, BIGINT, VARCHAR, INTEGER, VARCHAR, VARCHAR, VARCHAR, VARCHAR];
const DETAIL_CELLS: ((row: DetailRow) => DuckDBValue)[] = [
  ({ event }) => event.event_id,
  ({ event }) => BigInt(event.time),
  ({ event }) => event.domain_id,
  ({ event }) => event.request_id,
  ({ detail }) => BigInt(detail.rule_id),
  ({ detail }) => detail.message,
  ({ detail }) => detail.severity,
  ({ detail }) => detail.attack_class,
  ({ detail }) => detail.variable,
  ({ detail }) => detail.data,
  ({ event }) => event.oem_id,
];

export function appendDetails(connection: DuckDBConnection, rows: readonly DetailRow[]): Promise<void> {
  return appendRows(connection, { name: 'attack_details' }, DETAIL_TYPES, rows, DETAIL_CELLS);
}

/** An event as `SELECT *` gives it back. */
export function eventOf(row: Record<string, unknown>): AnalyticsEvent {
  const event: Record<string, unknown> = {};
  for (const { name, type } of EVENT_COLUMNS) {
    if (name === 'status_class' || name === 'latency_bin') continue;
    event[name] = type === 'i64' ? Number(row[name]) : row[name];
  }
  return event as AnalyticsEvent;
}
