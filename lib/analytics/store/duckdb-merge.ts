import type { DuckDBConnection } from '@duckdb/node-api';
import { SOURCE_ACCESS, SOURCE_AUDIT } from '../events/event';
import { WEIGHT } from '../events/merge';
import { EVENT_COLUMNS } from './columns';
import { EVENT_NAMES } from './schema';
import type { Stage } from './stage';
import { NEAR_HALVES } from './store';

/** What became of the events of one batch. */
export type Fate = { batch: number; stored: number; upgraded: number; known: number };

const rowsOf = async (connection: DuckDBConnection, sql: string) =>
  (await connection.runAndReadAll(sql)).getRowObjects();

/** What is said of the staged events at once. */
type Span = {
  /** Time of the oldest. */
  first: number;
  /** How many are but an audit line. */
  alone: number;
  /** A query for those of them that the store has whole or half. */
  stored: string;
  /** Whether each comes once. */
  areApart: boolean;
};

/** Where the store is searched for the staged events. An event is itself within its brand. */
async function spanOf(connection: DuckDBConnection, stage: Stage, hasAlone: boolean): Promise<Span> {
  const [span] = await rowsOf(
    connection,
    `SELECT min(time)::DOUBLE AS time, min(source_time)::DOUBLE AS first, max(source_time)::DOUBLE AS last,
       count(*) FILTER (sources = ${SOURCE_AUDIT})::DOUBLE AS alone, count(*) = count(DISTINCT event_id) AS apart
       FROM (${stage(['time', 'source_time', 'sources', 'event_id'])})`,
  );
  const among = `SELECT oem_id, event_id, sources FROM events WHERE event_id IN (${stage(['event_id'])})`;
  const near = `${among} AND source_time BETWEEN ${Number(span?.first) - NEAR_HALVES} AND ${Number(span?.last) + NEAR_HALVES}`;
  const alone = Number(span?.alone);
  const anywhere = hasAlone ? `${near} UNION ALL ${among} AND sources = ${SOURCE_AUDIT}` : near;
  return { first: Number(span?.time), alone, stored: alone > 0 ? among : anywhere, areApart: span?.apart === true };
}

const hasNone = async (connection: DuckDBConnection, query: string) =>
  (await rowsOf(connection, `SELECT 1 FROM (${query}) LIMIT 1`)).length === 0;

/**
 * Of each staged event the first half: in the store, or the one that came first. `is_open`: a later one brings the half
 * that it lacks.
 */
const FIRSTS = `CREATE OR REPLACE TEMP TABLE stage_firsts AS
  SELECT f.event_id, f.oem_id, f.ord, s.sources IS NOT NULL AS is_stored, coalesce(s.sources, f.first) AS sources,
    (f.every & ~coalesce(s.sources, f.first)) <> 0 AS is_open
  FROM (SELECT event_id, oem_id, min(ord) AS ord, arg_min(sources, ord) AS first, bit_or(sources) AS every
    FROM stage GROUP BY ALL) AS f
  LEFT JOIN stage_stored AS s USING (event_id, oem_id)`;

/** Of each event that is completed the half that does so. */
const SECONDS = `CREATE OR REPLACE TEMP TABLE stage_seconds AS
  SELECT event_id, oem_id, min(s.ord) AS ord FROM stage AS s JOIN stage_firsts AS f USING (event_id, oem_id)
  WHERE f.is_open AND (s.sources & ~f.sources) <> 0 GROUP BY ALL`;

const FATES = `SELECT s.batch, count(f.ord)::INTEGER AS stored, count(x.ord)::INTEGER AS upgraded,
    count(*)::INTEGER - stored - upgraded AS known
  FROM stage AS s LEFT JOIN (SELECT ord FROM stage_firsts WHERE NOT is_stored) AS f ON f.ord = s.ord
  LEFT JOIN stage_seconds AS x ON x.ord = s.ord GROUP BY ALL`;

const columnsOf = (table: string) => EVENT_COLUMNS.map(({ name }) => `${table}.${name}`).join(', ');

/** The first halves of what is completed, each with the staged event (`second`) that does so; those in the store have no `ord`. */
const HALVES = `CREATE OR REPLACE TEMP TABLE stage_halves AS
  SELECT ${columnsOf('e')}, NULL AS ord, x.ord AS second
    FROM stage_seconds AS x JOIN stage_firsts AS f USING (event_id, oem_id) JOIN events AS e USING (event_id, oem_id)
    WHERE f.is_stored
  UNION ALL SELECT ${columnsOf('e')}, e.ord, x.ord AS second
    FROM stage_seconds AS x JOIN stage_firsts AS f USING (event_id, oem_id) JOIN stage AS e ON e.ord = f.ord
    WHERE NOT f.is_stored`;

/** A column of the access line, or of the audit line: one of both is the first half, the other the second. */
const access = (name: string) => `CASE WHEN one.sources & ${SOURCE_ACCESS} <> 0 THEN one.${name} ELSE two.${name} END`;
const audit = (name: string) => `CASE WHEN one.sources & ${SOURCE_ACCESS} <> 0 THEN two.${name} ELSE one.${name} END`;

const weight = (action: string) =>
  `CASE ${action} ${Object.entries(WEIGHT)
    .map(([name, n]) => `WHEN '${name}' THEN ${n}`)
    .join(' ')} END`;

/** As mergeHalves: what a completed event does not have from its access line. */
const MERGED: Readonly<Record<string, string>> = {
  time: `${access('source_time')} + one.time - one.source_time`,
  sources: String(SOURCE_ACCESS | SOURCE_AUDIT),
  action: `CASE WHEN ${weight(access('action'))} >= ${weight(audit('action'))} THEN ${access('action')} ELSE ${audit('action')} END`,
  attack_class: `coalesce(nullif(${audit('attack_class')}, ''), ${access('attack_class')})`,
  rule_id: `coalesce(nullif(${audit('rule_id')}, 0), ${access('rule_id')})`,
  score: audit('score'),
  // The half with a host says whose it is, and an audit line may have none.
  domain_id: `CASE WHEN ${access('domain_id')} = '' AND ${access('host')} = one.host THEN one.domain_id ELSE ${access('domain_id')} END`,
};

/** The completed events; `ord` is that of the half whose matched rules are theirs, NULL where the store has these. */
const COMPLETED = `CREATE OR REPLACE TEMP TABLE stage_completed AS
  SELECT ${EVENT_COLUMNS.map(({ name }) => `${MERGED[name] ?? access(name)} AS ${name}`).join(', ')},
    CASE WHEN one.ord IS NULL AND one.sources & ${SOURCE_AUDIT} <> 0 THEN NULL
      WHEN one.ord IN (SELECT ord FROM stage_details) THEN one.ord ELSE two.ord END AS ord
  FROM stage_halves AS one JOIN stage AS two ON two.ord = one.second`;

/** Leaves in the stage what changes the store: events that are added, and with a negative sign those that are taken back. */
const CHANGES = [
  HALVES,
  COMPLETED,
  `CREATE OR REPLACE TEMP TABLE stage_changes AS
     SELECT s.* FROM stage AS s SEMI JOIN (SELECT ord FROM stage_firsts WHERE NOT is_stored AND NOT is_open) USING (ord)
     UNION ALL SELECT ${EVENT_NAMES}, NULL, 0, -1 FROM stage_halves WHERE ord IS NULL
     UNION ALL SELECT ${EVENT_NAMES}, ord, 0, 1 FROM stage_completed`,
  ...['stage_halves', 'stage_completed', 'stage_firsts', 'stage_seconds'].map((table) => `DROP TABLE ${table}`),
];

/** What staged events change in the store. */
export type Changes = {
  stage: Stage;
  /** What became of the events of each batch. */
  fates: Fate[];
  /** Time of the oldest changed event; undefined where nothing changes. */
  first?: number;
  /** By how much the audit lines without their access line grow. */
  alone: number;
  /** Whether events of the store are taken back. */
  takesBack: boolean;
};

const STAGED = [...EVENT_COLUMNS.map(({ name }) => name), 'ord', 'batch', 'sign'];

/**
 * Turns the staged events into what they change in the store: an event that it has is not stored again, and the two
 * halves of one request become one event, whether the other half is in the store or came in the same group. `counts` are the events
 * of each batch, `hasAlone`: the store has audit lines without their access line.
 */
export async function mergeStage(
  connection: DuckDBConnection,
  stage: Stage,
  { counts, hasAlone }: { counts: readonly number[]; hasAlone: boolean },
): Promise<Changes> {
  const { first, alone, stored, areApart } = await spanOf(connection, stage, hasAlone);
  if (areApart && (await hasNone(connection, stored))) {
    const fates = counts.map((count, batch) => ({ batch, stored: count, upgraded: 0, known: 0 }));
    return { stage, fates, first, alone, takesBack: false };
  }
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE stage_stored AS SELECT oem_id, event_id, max(sources) AS sources FROM (${stored}) GROUP BY ALL`,
  );
  await connection.run(`CREATE OR REPLACE TEMP VIEW stage AS ${stage(STAGED)}`);
  await connection.run(FIRSTS);
  await connection.run(SECONDS);
  const fates = (await rowsOf(connection, FATES)) as Fate[];
  for (const sql of CHANGES) await connection.run(sql);
  return { fates, ...(await changesOf(connection)) };
}

async function changesOf(connection: DuckDBConnection): Promise<Omit<Changes, 'fates'>> {
  const [row] = await rowsOf(
    connection,
    `SELECT min(time)::DOUBLE AS first, sum(CASE WHEN sources = ${SOURCE_AUDIT} THEN sign ELSE 0 END)::DOUBLE AS alone FROM stage_changes`,
  );
  return {
    stage: (columns) => `SELECT ${columns.join(', ')} FROM stage_changes`,
    first: row?.first == null ? undefined : Number(row.first),
    alone: Number(row?.alone ?? 0),
    takesBack: true,
  };
}
