import type { Row } from '../store/store';
import type { Chart } from './chart';
import { aggregates, type Compiled, columnsOf, type Request, rollupFor, whereSql } from './compile';
import { valuesOf } from './conditions';
import { filtersOf, type Wanted } from './together';

/** Texts that are grouped by codes of them, where the store has such: only those of the rows that are answered are read then. */

type Asked = Omit<Request, 'params'>;

/** A query for the texts of codes of one column; `beside` are columns that the text of a row decides. */
export type LookUp = Pick<Compiled, 'sql' | 'values'> & {
  column: string;
  beside: readonly string[];
  codes: readonly string[];
};

/** Rows of one rank whose texts are looked up, so that the first by text are found; where there are more, all is read by texts. */
export const MOST_TIED = 500;

/** Columns that a chart compares with texts. */
function comparedBy(chart: Chart): string[] {
  const counted = chart.measures.flatMap(({ value }) => aggregates(value)).flatMap(({ where = [] }) => where);
  return [...filtersOf(chart), ...counted].map(({ column }) => column);
}

/** Columns that these charts, read by one query as `whole` has them, may be grouped by codes of. Only of a ranking few texts are read. */
export function codedColumns(charts: readonly Chart[], whole: Chart, asked: Asked): ReadonlySet<string> {
  if (rollupFor(whole, asked)) return new Set();
  const isShown = ({ dimensions }: Chart, name: string) => dimensions.some((d) => d.name === name);
  const isUsed = (chart: Chart, name: string) => [columnsOf(chart).group, columnsOf(chart).extra].flat().includes(name);
  const allow = (chart: Chart, name: string) =>
    !comparedBy(chart).includes(name) && (chart.ranked === true || !isShown(chart, name));
  const names = Object.keys(asked.dialect.codes);
  return new Set(
    names.filter((name) => charts.some((chart) => isUsed(chart, name)) && charts.every((chart) => allow(chart, name))),
  );
}

/** The column whose text a column of a chart has or follows, where that is grouped by codes. */
export function codeOf(chart: Chart, name: string, coded: ReadonlySet<string>): string | undefined {
  const found = chart.dimensions.find((d) => d.name === name);
  const column = found && 'follows' in found && found.follows !== undefined ? found.follows : name;
  return coded.has(column) ? column : undefined;
}

/** What follows a column in any of these charts: another one may keep it apart, as that of countries does. */
function followersOf(column: string, found: readonly CodedRows[]): string[] {
  const dimensions = found.flatMap(({ wanted }) => wanted.chart.dimensions);
  const names = dimensions.filter((d) => 'follows' in d && d.follows === column).map((d) => d.name);
  return [...new Set(names)];
}

/** The query for the texts that codes stand for, and for what is `beside` them, among the events that `whole` counts. */
function lookUpOf(
  whole: Chart,
  request: Request,
  column: string,
  beside: readonly string[],
  codes: readonly string[],
): LookUp {
  const { window, dialect } = request;
  const code = dialect.codes[column] ?? column;
  const where = [
    ...[dialect.eventsBetween(window.stime, window.etime), ...whereSql(whole, request)],
    `${code} IN (${codes.map((one) => `toUInt128('${BigInt(one)}')`).join(', ')})`,
  ];
  const columns = [`${dialect.digits(code)} AS code`, `${column} AS text`, ...beside];
  // It reads no further once it has found each of them.
  const sql = `SELECT ${columns.join(', ')} FROM ${dialect.added.table} WHERE ${where.join(' AND ')} LIMIT 1 BY code LIMIT ${codes.length}`;
  return { sql, values: valuesOf(request), column, beside, codes };
}

/** What a chart's rows have in place of texts. */
export type CodedRows = { wanted: Wanted; rows: Row[] };

/** The queries for the texts of these rows, those that have codes among them; undefined where too many are of one rank. */
export function lookUpsOf(
  found: readonly CodedRows[],
  whole: Chart,
  request: Request,
  coded: ReadonlySet<string>,
): LookUp[] | undefined {
  if (found.some(({ wanted, rows }) => rows.length > wanted.params.top + MOST_TIED)) return undefined;
  return [...coded].flatMap((column) => {
    const codes = found.flatMap(({ rows }) => rows.flatMap((row) => (row[column] ? [String(row[column])] : [])));
    return codes.length > 0 ? [lookUpOf(whole, request, column, followersOf(column, found), [...new Set(codes)])] : [];
  });
}

/** A chart's rows with the texts that were found for their codes, the first of each rank. */
export function decoded({ wanted, rows }: CodedRows, found: ReadonlyMap<LookUp, readonly Row[]>): Row[] {
  const { chart, params } = wanted;
  const texts = new Map(
    [...found].map(([lookUp, its]) => [lookUp, new Map(its.map((row) => [String(row.code), row]))]),
  );
  const names = chart.dimensions.map(({ name }) => name);
  const columns = [...names, ...chart.measures.map(({ name }) => name)];
  const replaced = rows.map((row): Row => {
    const cells = [...texts].flatMap(([{ column, beside }, byCode]) => {
      if (!names.includes(column)) return [];
      const text = byCode.get(String(row[column]));
      if (!text) throw new Error(`the text of a code of ${column} is gone`);
      return [[column, text.text ?? ''] as const, ...beside.map((name) => [name, text[name] ?? ''] as const)];
    });
    const known = new Map(cells);
    return Object.fromEntries(columns.map((name) => [name, known.get(name) ?? row[name] ?? null]));
  });
  const most = chart.measures[0]?.name ?? '';
  const direction = params.order === 'asc' ? 1 : -1;
  const byText = (a: Row, b: Row) =>
    names.reduce(
      (order, name) => order || Buffer.compare(Buffer.from(String(a[name])), Buffer.from(String(b[name]))),
      0,
    );
  replaced.sort((a, b) => direction * (Number(a[most]) - Number(b[most])) || byText(a, b));
  return replaced.slice(0, params.top);
}
