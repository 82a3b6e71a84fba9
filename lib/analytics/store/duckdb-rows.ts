import { setImmediate } from 'node:timers/promises';
import {
  BIGINT,
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  UBIGINT,
  VARCHAR,
} from '@duckdb/node-api';
import type { AnalyticsEvent, AttackDetail } from '../events/event';
import { type ColumnType, EVENT_COLUMNS } from './columns';

const CHUNK = 2048;
const TYPES: Readonly<Record<ColumnType, DuckDBType>> = { u64: UBIGINT, i64: BIGINT, i32: INTEGER, text: VARCHAR };

/** Appends rows column by column, 2,048 at a time, and lets other requests in between. */
async function appendRows<R>(
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

const toBigInt = (value: bigint | number | string | null) => (typeof value === 'number' ? BigInt(value) : value);

/** An event and whether it is added (1) or taken back (-1). */
export type Signed = { event: AnalyticsEvent; sign: 1 | -1 };

const STAGE_TYPES = [...EVENT_COLUMNS.map((c) => TYPES[c.type]), INTEGER];
const STAGE_CELLS: ((row: Signed) => DuckDBValue)[] = [
  ...EVENT_COLUMNS.map((c) =>
    c.type === 'i64' ? (row: Signed) => toBigInt(c.of(row.event)) : (row: Signed) => c.of(row.event),
  ),
  (row) => row.sign,
];

export function appendStage(connection: DuckDBConnection, rows: readonly Signed[]): Promise<void> {
  return appendRows(connection, { name: 'stage', temp: true }, STAGE_TYPES, rows, STAGE_CELLS);
}

export function appendIds(connection: DuckDBConnection, ids: readonly bigint[]): Promise<void> {
  return appendRows(connection, { name: 'incoming', temp: true }, [UBIGINT], ids, [(id) => id]);
}

export type DetailRow = { event: AnalyticsEvent; detail: AttackDetail };

const DETAIL_TYPES = [UBIGINT, BIGINT, VARCHAR, VARCHAR, BIGINT, VARCHAR, INTEGER, VARCHAR, VARCHAR, VARCHAR];
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
