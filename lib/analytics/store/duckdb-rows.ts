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
import { PROCESS } from '@/lib/queues/behalf';
import type { AnalyticsEvent, AttackDetail } from '../events/event';
import { type Column, type ColumnType, EVENT_COLUMNS } from './columns';
import { SQL_TYPE } from './schema';
import type { Stage } from './stage';
import type { IngestBatch, ReadLines } from './store';

/** Rows that are handed over at a time: of events, with their thirty columns, about a millisecond of the thread that answers. */
const CHUNK = 128;
/** Rows that their table takes from the appender at a time, on the same thread: twenty thousand at once are 16 ms. */
const FLUSHED = 4 * CHUNK;

/** Appends rows column by column, some at a time, and lets other requests in between. */
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
    const until = from + CHUNK;
    if (until % FLUSHED === 0) appender.flushSync();
    if (until < rows.length) await PROCESS.nextTurn();
  }
  appender.closeSync();
}

/** An event on its way into the store: its place in the group, and the batch it came in. */
type Staged = { ord: number; batch: number; event: AnalyticsEvent };
type StagedDetail = { ord: number; detail: AttackDetail };

/** U+FFFF is no character; acceptLine lets none through. */
const SEPARATOR = '\uffff';
const TEXTS = EVENT_COLUMNS.filter((c) => c.type === 'text');
const NUMBERS = EVENT_COLUMNS.filter((c) => c.type !== 'text');

/** All text of an event as one string: one crossing into the engine instead of twenty. */
function packed({ event }: Staged): string {
  let text = '';
  for (const column of TEXTS) text += column.of(event) + SEPARATOR;
  return text;
}

const numberType = (type: ColumnType) => (type === 'u64' ? UBIGINT : DOUBLE);
const PACKED_TYPES = [...NUMBERS.map((c) => numberType(c.type)), VARCHAR, INTEGER, INTEGER];
const PACKED_CELLS: ((row: Staged) => DuckDBValue)[] = [
  ...NUMBERS.map((c) => (row: Staged) => c.of(row.event)),
  packed,
  (row) => row.ord,
  (row) => row.batch,
];

const packedColumns = NUMBERS.map((c) => `${c.name} ${c.type === 'u64' ? 'UBIGINT' : 'DOUBLE'}`).join(', ');
const CREATE_PACKED = `CREATE OR REPLACE TEMP TABLE packed (${packedColumns}, texts VARCHAR, ord INTEGER, batch INTEGER)`;

function unpackColumn(column: Column): string {
  if (column.type === 'text') return `t[${TEXTS.indexOf(column) + 1}] AS ${column.name}`;
  return column.type === 'u64' ? column.name : `CAST(${column.name} AS ${SQL_TYPE[column.type]}) AS ${column.name}`;
}

const UNPACK = `CREATE OR REPLACE TEMP TABLE stage_events AS
  SELECT ${EVENT_COLUMNS.map(unpackColumn).join(', ')}, ord, batch, 1 AS sign
  FROM (SELECT *, string_split(texts, chr(65535)) AS t FROM packed)`;

const CREATE_DETAILS = `CREATE OR REPLACE TEMP TABLE stage_details (ord INTEGER, rule_id BIGINT, message VARCHAR,
  severity INTEGER, attack_class VARCHAR, variable VARCHAR, data VARCHAR)`;
const DETAIL_TYPES = [INTEGER, BIGINT, VARCHAR, INTEGER, VARCHAR, VARCHAR, VARCHAR];
const DETAIL_CELLS: ((row: StagedDetail) => DuckDBValue)[] = [
  ({ ord }) => ord,
  ({ detail }) => BigInt(detail.rule_id),
  ({ detail }) => detail.message,
  ({ detail }) => detail.severity,
  ({ detail }) => detail.attack_class,
  ({ detail }) => detail.variable,
  ({ detail }) => detail.data,
];

async function stageEvents(connection: DuckDBConnection, rows: readonly Staged[]): Promise<Stage[]> {
  if (rows.length === 0) return [];
  await connection.run(CREATE_PACKED);
  await appendRows(connection, { name: 'packed', temp: true }, PACKED_TYPES, rows, PACKED_CELLS);
  await connection.run(UNPACK);
  await connection.run('DROP TABLE packed');
  return [(columns) => `SELECT ${columns.join(', ')} FROM stage_events`];
}

/** Lines that the engine has read, of the batch with this number, the first of them after `before` others. */
const stageLines =
  (lines: ReadLines, batch: number, before: number): Stage =>
  (columns) => {
    const own: Readonly<Record<string, string>> = { ord: `${before} + number`, batch: String(batch), sign: '1' };
    return lines.select(columns.map((name) => (own[name] ? `${own[name]} AS ${name}` : name)));
  };

/**
 * Stages the events of a group of batches in the order they came (`ord`), and fills table stage_details with the rules that matched
 * them. Lines that the engine has read are not copied: they are read a dozen times from where they are.
 */
export async function fillStage(
  connection: DuckDBConnection,
  batches: readonly IngestBatch[],
): Promise<{ stage: Stage; hasDetails: boolean }> {
  const rows: Staged[] = [];
  const details: StagedDetail[] = [];
  for (const [batch, { events }] of batches.entries()) {
    for (const item of events) {
      const ord = rows.length;
      rows.push({ ord, batch, event: item.event });
      for (const detail of item.details) details.push({ ord, detail });
    }
  }
  const parts = await stageEvents(connection, rows);
  await connection.run(CREATE_DETAILS);
  await appendRows(connection, { name: 'stage_details', temp: true }, DETAIL_TYPES, details, DETAIL_CELLS);
  let hasDetails = details.length > 0;
  let before = rows.length;
  for (const [batch, { lines }] of batches.entries()) {
    if (!lines || lines.count === 0) continue;
    parts.push(stageLines(lines, batch, before));
    if (lines.hasMatches) {
      await connection.run(
        `INSERT INTO stage_details SELECT ${before} + number, * EXCLUDE (number) FROM (${lines.selectMatches()})`,
      );
      hasDetails = true;
    }
    before += lines.last;
  }
  return { stage: (columns) => parts.map((part) => part(columns)).join(' UNION ALL '), hasDetails };
}
