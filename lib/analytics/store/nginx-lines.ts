import { LINE_COLUMNS, type NumberColumn, type TextColumn } from '../events/columns';
import { SOURCE_ACCESS } from '../events/event';
import { OWN_CLASS } from '../events/rules';
import { CACHE_STATUSES, STATUS_CLASSES } from '../events/vocabulary';
import { EVENT_COLUMNS } from './columns';
import { duckdbDialect } from './dialect';
import { SQL_TYPE } from './schema';
import type { JsonList, KnownValues } from './store';

/** The fields of a line that are read; as parseNginxJson reads them. */
const FIELDS = [
  ...['msec', 'request_id', 'remote_addr', 'client_ip', 'host', 'http_host', 'server_name', 'method', 'request_method'],
  ...['uri', 'args', 'query_string', 'protocol', 'server_protocol', 'status', 'upstream_status', 'request_length'],
  ...['bytes_sent', 'body_bytes_sent', 'request_time', 'upstream_response_time', 'upstream_cache_status'],
  ...['limit_req_status', 'limit_conn_status', 'ssl_protocol', 'user_agent', 'http_user_agent'],
  ...['referer', 'http_referer', 'node', 'node_id', 'rule'],
];
const STRUCTURE = JSON.stringify(Object.fromEntries(FIELDS.map((name) => [name, 'VARCHAR'])));

/** Fields that logs name in several ways, the first of which counts. */
const RENAMED: Readonly<Record<string, readonly string[]>> = {
  bytes: ['bytes_sent', 'body_bytes_sent'],
  search: ['args', 'query_string'],
  agent: ['user_agent', 'http_user_agent'],
  origin: ['referer', 'http_referer'],
  authority: ['host', 'http_host', 'server_name'],
  sender: ['node', 'node_id'],
};

const FIRST_NAMED = Object.fromEntries(
  Object.entries(RENAMED).map(([name, fields]) => [name, `coalesce(${fields.join(', ')})`]),
);

/** What a field says, NULL where it says nothing; `-` is how logs write that. */
const said = (field: string) => `CASE WHEN ${field} = '' OR ${field} = '-' THEN NULL ELSE ${field} END`;

/** What the fields of a line say. Each is a column of its own, since an expression that is written twice is planned twice. */
const SAID: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['msec', 'status', 'upstream_status', 'request_length', 'request_time', 'upstream_response_time', 'request_id'].map(
      (field) => [field, said(field)],
    ),
  ),
  ...Object.fromEntries(Object.keys(RENAMED).map((name) => [name, said(name)])),
  client_ip: `coalesce(${said('remote_addr')}, ${said('client_ip')})`,
  method: `coalesce(${said('method')}, ${said('request_method')})`,
  protocol: `coalesce(${said('protocol')}, ${said('server_protocol')})`,
  tls: said('ssl_protocol'),
  cache_status: `lower(${said('upstream_cache_status')})`,
  uri: 'uri',
  rule: said('rule'),
  is_rejected: "coalesce(limit_req_status = 'REJECTED', false) OR coalesce(limit_conn_status = 'REJECTED', false)",
};

/** Text of a column, cut to what is stored of it. */
const cutTo = (value: string, column: TextColumn) =>
  `CASE WHEN strlen(${value}) > ${LINE_COLUMNS[column].max} THEN left(${value}, ${LINE_COLUMNS[column].max}) ELSE ${value} END`;
const text = (value: string, column: TextColumn) => `coalesce(${cutTo(value, column)}, '')`;

/** No column takes it: the line has a number that is none, or lacks one that it must have. */
const WRONG = '-1';

/** A number as the log writes it; `nothing` is what the column has where the field says nothing. */
const figure = (field: string, read: string, nothing: string) =>
  `coalesce(${read}, CASE WHEN ${field} IS NULL THEN ${nothing} ELSE ${WRONG} END)`;

const count = (field: string, nothing = '0') => figure(field, `TRY_CAST(${field} AS BIGINT)`, nothing);

/** Whole milliseconds of seconds with a fraction; times a thousand, what fits here cannot overflow. */
const milliseconds = (field: string, nothing = 'NULL') =>
  figure(field, `CAST(TRY_CAST(${field} AS DECIMAL(14, 3)) * 1000 AS BIGINT)`, nothing);

/** Columns with a number, each within the range of its column. */
const FIGURES = {
  source_time: milliseconds('msec', WRONG),
  status: count('status', WRONG),
  upstream_status: count('upstream_status'),
  bytes_in: count('request_length'),
  bytes_out: count('bytes'),
  latency_ms: milliseconds('request_time'),
  upstream_ms: milliseconds('upstream_response_time'),
} as const satisfies Partial<Record<NumberColumn, string>>;

const listed = (words: readonly string[]) => `[${words.map((word) => `'${word}'`).join(', ')}]`;

/** The list or rate limit by which nginx itself refused the request; a policy's id has 128 characters at most. */
const OWN_RULE = `CASE WHEN rule IS NULL OR strlen(rule) - strpos(rule, ' of policy ') > 128 + 10 THEN NULL
  WHEN NOT regexp_full_match(rule, '(IP list|Rate limit) [0-9]{1,9} of policy [0-9A-Za-z_-]+') THEN NULL
  WHEN starts_with(rule, 'IP list') AND status = '403' THEN rule
  WHEN starts_with(rule, 'Rate limit') AND (status = '429' OR is_rejected) THEN rule END`;

/** What a line says by itself: columns of an event, and what others are made of or looked up by. */
const COLUMNS: Readonly<Record<string, string>> = {
  ...FIGURES,
  node_id: text('sender', 'node_id'),
  request_id: 'request_id',
  client_ip: text('client_ip', 'client_ip'),
  method: text('method', 'method'),
  path: cutTo('uri', 'path'),
  query: text('search', 'query'),
  cache_status: `CASE WHEN list_contains(${listed(CACHE_STATUSES)}, cache_status) THEN cache_status ELSE 'none' END`,
  protocol: text('protocol', 'protocol'),
  tls: text('tls', 'tls'),
  user_agent: text('agent', 'user_agent'),
  is_rejected: 'is_rejected',
  own_rule: OWN_RULE,
  raw_host: "coalesce(authority, '')",
  raw_referer: `coalesce(regexp_extract(${cutTo('origin', 'referer')}, '^[A-Za-z][A-Za-z0-9+.-]*://([^/?#]*)', 1), '')`,
};

const isWithin = (value: string, column: NumberColumn) =>
  `${value} BETWEEN ${LINE_COLUMNS[column].min} AND ${LINE_COLUMNS[column].max}`;

/** Whether a line is as nginx usually writes it, so that its columns are what parseNginxJson says of it. */
const isRegular = (shift: number) =>
  [
    ...Object.keys(FIGURES).map((name) => `(${name} IS NULL OR ${isWithin(name, name as NumberColumn)})`),
    isWithin(`source_time + ${shift}`, 'time'),
    `strlen(request_id) BETWEEN 1 AND ${LINE_COLUMNS.request_id.max}`,
    'path IS NOT NULL',
    // U+0000 is stored as another character.
    "NOT contains(line, '\\u0000')",
  ].join(' AND ');

const IS_LISTED = "own_rule LIKE 'IP list %'";
const OWN_ATTACK = `CASE WHEN ${IS_LISTED} THEN '${OWN_CLASS}' ELSE '' END`;
const OWN_RULE_ID =
  "CASE WHEN own_rule LIKE 'Rate limit %' THEN CAST(regexp_extract(own_rule, '[0-9]+') AS INTEGER) ELSE 0 END";

/** Columns of an event that are made of others of its line. */
const DERIVED: Readonly<Record<string, string>> = {
  event_id: "CAST('0x' || left(md5('r' || chr(0) || request_id), 16) AS UBIGINT)",
  action: `CASE WHEN ${IS_LISTED} THEN 'block' WHEN is_rejected OR status = 429 THEN 'limit' ELSE 'pass' END`,
};

const STATUS_CLASS = STATUS_CLASSES.slice(0, 5).map((name, i) => `WHEN ${i + 1} THEN '${name}'`);

/** Those that take less time to be made each time they are selected than to be stored with the line; some are the same of every line. */
const remade = (shift: number): Readonly<Record<string, string>> => ({
  sources: String(SOURCE_ACCESS),
  region: "''",
  score: '0',
  time: `source_time + ${shift}`,
  attack_class: OWN_ATTACK,
  rule_id: OWN_RULE_ID,
  status_class: `CASE status // 100 ${STATUS_CLASS.join(' ')} ELSE '${STATUS_CLASSES[5]}' END`,
  latency_bin: `CASE WHEN latency_ms IS NULL THEN -1 WHEN latency_ms < 256 THEN latency_ms
    ELSE latency_ms - latency_ms % (CAST(1 AS BIGINT) << (CAST(floor(log2(latency_ms)) AS INTEGER) - 7)) END`,
});
const REMADE_NAMES = Object.keys(remade(0));

/** Of values that only the caller knows more of, the column that has them and the columns of an event that follow from them. */
const LOOKED_UP: {
  readonly [K in keyof KnownValues]: { raw: string; columns: Exclude<keyof KnownValues[K], 'raw'>[] };
} = {
  hosts: { raw: 'raw_host', columns: ['oem_id', 'domain_id', 'host'] },
  addresses: { raw: 'client_ip', columns: ['country', 'asn'] },
  agents: { raw: 'user_agent', columns: ['ua_class', 'ua_name'] },
  referers: { raw: 'raw_referer', columns: ['referer_host'] },
};
const LOOKED_UP_NAMES: readonly string[] = Object.values(LOOKED_UP).flatMap(({ columns }) => columns);

const selected = (columns: Readonly<Record<string, string>>) =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(', ');

const typeOf = (name: string) => SQL_TYPE[EVENT_COLUMNS.find((column) => column.name === name)?.type ?? 'text'];

/** Columns of an event that are stored with its line. */
const STORED = EVENT_COLUMNS.filter(({ name }) => !REMADE_NAMES.includes(name) && !LOOKED_UP_NAMES.includes(name)).map(
  // What does not fit is of a line that is not regular.
  ({ name, type }) => `TRY_CAST(${DERIVED[name] ?? name} AS ${SQL_TYPE[type]}) AS ${name}`,
);

/**
 * How lines are read: moved by so many ms, as of a node where one sends them, whatever they say. Both are in the query and not its
 * parameters, with which it would be planned each time.
 */
export type Reading = Readonly<{ shiftMs: number; node_id?: string }>;

/**
 * Every line that is not empty, of those that the parameter is, as UTF-8; the text is kept of lines that are not regular alone. TRY
 * reads each line once: one that is not JSON has no fields.
 */
function read({ shiftMs, node_id }: Reading): string {
  const columns = node_id === undefined ? COLUMNS : { ...COLUMNS, node_id: duckdbDialect.text(node_id) };
  return `SELECT number, ${STORED.join(', ')}, own_rule, raw_host, raw_referer,
      CASE WHEN ${isRegular(shiftMs)} THEN NULL ELSE line END AS odd_line
    FROM (SELECT number, line, ${selected(columns)}
      FROM (SELECT number, line, ${selected(SAID)}
        FROM (SELECT *, ${selected(FIRST_NAMED)}
          FROM (SELECT number, line, unnest(TRY(from_json(line, '${STRUCTURE}')))
            FROM (SELECT unnest(l) AS line, generate_subscripts(l, 1) AS number
              FROM (SELECT string_split(decode($1), chr(10)) AS l)) WHERE line <> ''))))`;
}

/** A line of a table that is as nginx usually writes it. */
const IS_REGULAR = 'odd_line IS NULL';

/** A table for lines, with those in it that the parameter is. */
export const createLines = (name: string) => `CREATE TABLE ${name} AS ${read({ shiftMs: 0 })}`;

/** Reads the lines that the parameter is into a table. */
export const readNginxLines = (name: string, reading: Reading) => `INSERT INTO ${name} ${read(reading)}`;

/**
 * Reads of the lines of table `name` how many are regular, the number of the last of these, how many are not, how many were refused by
 * a rule, and what `DistinctValues` has of those that are.
 */
export const readDistinct = (name: string) => `SELECT count(*) FILTER (${IS_REGULAR}),
  coalesce(max(number) FILTER (${IS_REGULAR}), 0), count(odd_line), count(own_rule) FILTER (${IS_REGULAR}),
  ${Object.values(LOOKED_UP)
    .map(({ raw }) => {
      const distinct = `SELECT DISTINCT ${raw} FROM ${name} WHERE ${IS_REGULAR}`;
      return `(SELECT coalesce(to_json(list(${raw})), '[]')::VARCHAR FROM (${distinct}))`;
    })
    .join(', ')} FROM ${name}`;

/** Tables of lines, which are moved by so many ms, and of what is known of their values, line by line in the same order. */
export type LineTables = Readonly<{ lines: string; known: string; shiftMs: number }>;

/** Stores what is known of the values of lines, so that each is looked up once. */
export function lookUp(
  { lines, known: table }: Pick<LineTables, 'lines' | 'known'>,
  known: KnownValues,
): { sql: string; values: string[] } {
  const values: string[] = [];
  const joins = Object.entries(LOOKED_UP).map(([kind, { raw, columns }]) => {
    const given: Readonly<Record<string, JsonList>> = known[kind as keyof KnownValues];
    const lists = ['raw', ...columns].map((column) => {
      values.push(given[column] ?? '[]');
      return `unnest(from_json($${values.length}, '["${typeOf(column)}"]')) AS ${column}`;
    });
    return `JOIN (SELECT ${lists.join(', ')}) AS ${kind} ON ${kind}.raw = l.${raw}`;
  });
  const sql = `CREATE TABLE ${table} AS SELECT ${LOOKED_UP_NAMES.join(', ')} FROM ${lines} AS l ${joins.join(' ')}
    ORDER BY l.number`;
  return { sql, values };
}

/** Columns of the events that lines are, and what is made of these and of the line's `number`. */
export function selectEvents({ lines, known, shiftMs }: LineTables, columns: readonly string[]): string {
  const made = remade(shiftMs);
  const selected = columns.map((column) => {
    const sql = made[column];
    return sql === undefined ? column : `CAST(${sql} AS ${typeOf(column)}) AS ${column}`;
  });
  return `SELECT ${selected.join(', ')} FROM ${lines} POSITIONAL JOIN ${known}`;
}

/** The rules by which lines of a table were refused, as columns of table stage_details, and their number. */
export const selectOwnRules = (lines: string) =>
  `SELECT number, ${OWN_RULE_ID} AS rule_id, own_rule AS message, 0 AS severity, ${OWN_ATTACK} AS attack_class,
    '' AS variable, '' AS data FROM ${lines} WHERE own_rule IS NOT NULL`;
