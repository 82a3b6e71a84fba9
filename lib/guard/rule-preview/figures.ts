import type { AnalyticsStore, Row } from '@/lib/analytics/store/store';
import type { Match } from '@/lib/guard/rules/contract';
import { COUNTED_BY, type LimitScope, MATCH_FIELDS } from '@/lib/guard/rules/vocabulary';
import { conditionSql, fieldSql, parameters } from './conditions';
import { type Exceeded, MAX_TOP, type Matched, MINUTES } from './contract';

const MINUTE_MS = 60_000;

/** What is read: the events of a scope, as the tenant clause says it, and the window they are counted in. */
export type Reading = { scope: string; stime: number; etime: number; matches: readonly Match[] };
/** Runs a query within the time that is left. */
export type Ask = (sql: string, values: readonly string[]) => Promise<Row[]>;

export type Limit = { threshold: number; period: number; scope: LimitScope };

/** The events that fit the conditions, from `since` on, as the end of a query; `values` are its parameters. */
function matchedSql({ scope, etime, matches }: Reading, since: number, { dialect }: AnalyticsStore) {
  const { values, place } = parameters(dialect);
  const all = `events WHERE ${scope} AND ${dialect.eventsBetween(since, etime)}`;
  const conditions = matches.map((match) => conditionSql(match, all, place, dialect));
  return { from: [all, ...conditions].join(' AND '), values };
}

/** Counts the rows of a table by each of its columns alone, and all of them; the most frequent MAX_TOP of each, or `whole`. */
function countedBy(table: string, columns: readonly string[], whole: readonly string[]): string {
  const nameOf = columns.map((column) => `WHEN GROUPING(${column}) = 0 THEN '${column}'`).join(' ');
  const cell = columns.map((column) => `CAST(${column} AS VARCHAR)`).join(', ');
  const sets = columns.map((column) => `(${column})`).join(', ');
  const grouped = `SELECT CASE ${nameOf} ELSE 'all' END AS name, coalesce(${cell}, '') AS value, count(*) AS n
    FROM ${table} GROUP BY GROUPING SETS (${sets}, ())`;
  const ranked = `SELECT *, row_number() OVER (PARTITION BY name ORDER BY n DESC, value) AS rank,
    count(*) OVER (PARTITION BY name) AS different FROM (${grouped})`;
  const unbounded = whole.map((column) => `'${column}'`).join(', ');
  return `SELECT name, value, CAST(n AS DOUBLE) AS requests, CAST(different AS DOUBLE) AS different FROM (${ranked})
    WHERE rank <= ${MAX_TOP} OR name IN (${unbounded}) ORDER BY name, rank`;
}

/** What `countedBy` answered, by column. */
function read(rows: readonly Row[]) {
  const of = (name: string) => rows.filter((row) => row.name === name);
  const top = (name: string) =>
    of(name).map(({ value, requests }) => ({ value: String(value), requests: Number(requests) }));
  return {
    top,
    different: (name: string) => Number(of(name)[0]?.different ?? 0),
    requests: Number(of('all')[0]?.requests ?? 0),
    minutes() {
      const minutes = new Array<number>(MINUTES).fill(0);
      for (const { value, requests } of top('minute')) minutes[Number(value)] = requests;
      return minutes;
    },
  };
}

/** The minute of the window that a time is in. */
const minuteSql = ({ stime }: Reading, { dialect }: AnalyticsStore) =>
  `${dialect.wholes(`(time - ${stime})`, MINUTE_MS)} AS minute`;

/** All requests of the scope in the window. Rejects when the store does. */
export async function countAll({ scope, stime, etime }: Omit<Reading, 'matches'>, ask: Ask): Promise<number> {
  const where = `${scope} AND time >= ${stime} AND time < ${etime}`;
  const [row] = await ask(`SELECT CAST(count(*) AS DOUBLE) AS requests FROM events WHERE ${where}`, []);
  return Number(row?.requests ?? 0);
}

/** What fits the conditions, each of which `isLogged`. Rejects when the store does. */
export async function countMatched(store: AnalyticsStore, reading: Reading, ask: Ask): Promise<Matched> {
  const { from, values } = matchedSql(reading, reading.stime, store);
  const table = `(SELECT ${minuteSql(reading, store)}, path, client_ip, action FROM ${from})`;
  const found = read(
    await ask(countedBy(table, ['minute', 'path', 'client_ip', 'action'], ['minute', 'action']), values),
  );
  return {
    requests: found.requests,
    addresses: found.different('client_ip'),
    minutes: found.minutes(),
    paths: found.top('path'),
    sources: found.top('client_ip'),
    actions: found.top('action'),
  };
}

/**
 * The requests that were more than the limit allows, of what fits the conditions: those that had more than `threshold` of their
 * source, themselves included, in the `period` that ends with them. Undefined where no event says what the limit counts
 * together. Rejects when the store does.
 */
export async function countExceeded(
  store: AnalyticsStore,
  reading: Reading,
  { threshold, period, scope }: Limit,
  ask: Ask,
): Promise<Exceeded | undefined> {
  const fields = COUNTED_BY[scope];
  if (!fields) return undefined;
  const source = fields.map((field) => fieldSql(MATCH_FIELDS[field].columns)).join(` || ' ' || `) || "''";
  // What came before the window counts against its first requests.
  const { from, values } = matchedSql(reading, reading.stime - period * 1000, store);
  const matched = `SELECT time, ${source} AS source FROM ${from}`;
  const busy = `SELECT source FROM matched GROUP BY source HAVING count(*) > ${threshold}`;
  const running = `count(*) OVER (PARTITION BY source ORDER BY time RANGE BETWEEN ${period * 1000 - 1} PRECEDING AND CURRENT ROW)`;
  const counted = `SELECT time, source, ${running} AS running FROM matched WHERE source IN (${busy})`;
  const over = `(SELECT ${minuteSql(reading, store)}, source FROM (${counted}) WHERE running > ${threshold} AND time >= ${reading.stime})`;
  const rows = await ask(
    `WITH ${store.dialect.named('matched', matched, 'each time')} ${countedBy(over, ['minute', 'source'], ['minute'])}`,
    values,
  );
  const found = read(rows);
  return {
    requests: found.requests,
    sources: found.different('source'),
    minutes: found.minutes(),
    top: found.top('source'),
  };
}
