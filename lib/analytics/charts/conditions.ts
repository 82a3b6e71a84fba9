import { type ChartFilter, FILTER_DIMENSIONS, type FilterDimensionName } from '../filters/contract';
import { EVENT_COLUMNS } from '../store/columns';
import type { Dialect } from '../store/dialect';
import type { KeptIds } from '../store/store';
import type { Filter } from './chart';
import { namesList } from './names-list';

/** Conditions in SQL: whose events count, which of them a chart counts, and which its reader asks for. */

/**
 * Whose events count. Those of hosts that nobody owns have the domain_id '' (platform users alone, DESIGN 7), and the
 * oem_id of the brand whose staff sent them or '' where the installation itself did.
 */
export type Scope = {
  /** null: every OEM. */
  oem_id: string | null;
  domain_ids: readonly string[] | KeptIds | 'all';
  include_unowned: boolean;
};

/** What the reader narrows a chart to. */
export type Narrowing = {
  filters: readonly ChartFilter[];
  /** Text that one of SEARCHED has in it, in upper or lower case alike. */
  keyword?: string;
  /** Rollups that begin after the window does, instead of which the events are read. */
  tooYoung?: ReadonlySet<string>;
};

/** The type of a column of table events. */
export const typeOf = (name: string) => EVENT_COLUMNS.find((column) => column.name === name)?.type ?? 'text';

/** Columns of table events that a keyword is sought in. */
const SEARCHED = ['client_ip', 'host', 'path', 'query', 'request_id', 'user_agent'] as const;

const textsOf = (values: readonly string[], dialect: Dialect) => values.map((value) => dialect.text(value));

/** The tenant clause of every query. */
export const scopeSql = (scope: Scope, dialect: Dialect): string => tenantSql(scope, dialect) ?? '1 = 1';

/** The same, or undefined where all events count. */
export function tenantSql({ oem_id, domain_ids, include_unowned }: Scope, dialect: Dialect): string | undefined {
  const brands =
    oem_id === null
      ? undefined
      : dialect.isOneOf('oem_id', textsOf(include_unowned ? [oem_id, ''] : [oem_id], dialect));
  if (domain_ids === 'all') return brands ?? (include_unowned ? undefined : "domain_id <> ''");
  const isOwn = 'sql' in domain_ids ? `domain_id IN (${domain_ids.sql})` : ownSql(domain_ids, dialect);
  if (!include_unowned) return isOwn;
  return `(${isOwn} OR ${["domain_id = ''", ...(brands ? [brands] : [])].join(' AND ')})`;
}

function ownSql(domain_ids: readonly string[], dialect: Dialect): string {
  return domain_ids.length === 0 ? '1 = 0' : dialect.isOneOf('domain_id', textsOf(domain_ids, dialect));
}

/** Which events a chart itself counts. */
export function filterSql(filters: readonly Filter[], dialect: Dialect): string[] {
  return filters.map(({ column, in: values }) => {
    const texts = textsOf(values, dialect);
    return typeOf(column) === 'text' ? dialect.isOneOf(column, texts) : `${column} IN (${texts.join(', ')})`;
  });
}

/** Filter dimensions that are not simply a column of table events, but another value of it. */
const DERIVED: Readonly<Partial<Record<FilterDimensionName, string>>> = {
  origin_status_class: `CASE ${[5, 4, 3, 2].map((n) => `WHEN upstream_status >= ${n}00 THEN '${n}xx'`).join(' ')}
    WHEN upstream_status > 0 THEN '1xx' ELSE 'none' END`,
};

/** An event has these values. Ids of events live within their brand. */
function isIn(dimension: FilterDimensionName, places: readonly string[], dialect: Dialect): string {
  const isAny = `IN (${places.join(', ')})`;
  const matching = (what: string) =>
    `(oem_id, event_id) IN (SELECT oem_id, event_id FROM attack_details WHERE ${what})`;
  if (dimension === 'matched_rule') return `(rule_id ${isAny} OR ${matching(`rule_id ${isAny}`)})`;
  if (dimension === 'matched_list') return matching(namesList(places, dialect));
  return `${DERIVED[dimension] ?? dimension} ${isAny}`;
}

/** In Greek the small letter has a form of its own at the end of a word, and which one a capital becomes differs from engine to engine. */
const SIGMA = /[Σσς]/;
const ONE_SIGMA = [
  ['Σ', 'σ'],
  ['ς', 'σ'],
] as const;
/** Letters with a form that came with Unicode 16 or 17, which not every engine knows. */
const NEW_LETTERS = /[\u019b\u0264\u1c89\u1c8a\ua7cb-\ua7dc\u{10d50}-\u{10d85}\u{16ea0}-\u{16ed3}]/gu;

/** How a text is read that is searched for a keyword, so that each engine finds the same: letters of the keyword that they fold differently are made one. */
export function foldedFor(keyword: string): (text: string) => string {
  const found = new Set(keyword.match(NEW_LETTERS)?.map((letter) => letter.toLowerCase()));
  const forms = [
    ...(SIGMA.test(keyword) ? ONE_SIGMA : []),
    ...[...found].map((small) => [small.toUpperCase(), small] as const),
  ];
  return (text) => forms.reduce((read, [form, letter]) => `replace(${read}, '${form}', '${letter}')`, text);
}

/** What the reader narrows to. Their words are parameters, numbered through all of it; see `valuesOf`. */
export function readerSql({ filters, keyword }: Narrowing, dialect: Dialect): string[] {
  let number = 0;
  const conditions = filters.map(({ dimension, op, values }) => {
    const isInteger = FILTER_DIMENSIONS[dimension].type === 'integer';
    const places = values.map(() => dialect.parameter(++number, isInteger ? 'integer' : 'text'));
    const isOne = isIn(dimension, places, dialect);
    return op === 'in' ? isOne : `NOT (${isOne})`;
  });
  if (!keyword) return conditions;
  const place = dialect.parameter(++number, 'text');
  const as = foldedFor(keyword);
  const found = SEARCHED.map((column) => dialect.contains(as(column), as(place)));
  return [...conditions, `(${found.join(' OR ')})`];
}

export const valuesOf = ({ filters, keyword }: Narrowing): string[] => [
  ...filters.flatMap((filter) => filter.values),
  ...(keyword ? [keyword] : []),
];
