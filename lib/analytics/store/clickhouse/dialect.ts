import type { Dialect, Stretch } from '../dialect';
import { GRAIN_MS } from '../store';

/** The first twelve bytes of an IPv4 address that is written as one of IPv6. */
const MAPPED = `${'0'.repeat(20)}ffff`;

/** The engine reads an address of either kind, however it is written, into sixteen bytes. */
function addressDigits(column: string): string {
  const bytes = `lower(hex(IPv6StringToNumOrNull(lower(${column}))))`;
  return `if(startsWith(${bytes}, '${MAPPED}'), concat('4', substring(${bytes}, ${MAPPED.length + 1})), concat('6', ${bytes}))`;
}

/** All percentiles of a group from one table of its values, which the engine makes once for the same call. */
function percentile(percent: number, value: string, count: string, among: readonly number[]): string {
  const levels = among.map((one) => one / 100).join(', ');
  const found = `quantilesExactWeighted(${levels})(${value}, toUInt64(${count}))[${among.indexOf(percent) + 1}]`;
  return `if(sum(${count}) > 0, ${found}, NULL)`;
}

/** Events are in the order of the time of this width that they are in, in ms, and within it by domain. */
export const ORDERED_BY_MS = GRAIN_MS['5m'];
/** To work that out for each event of a longer time takes as long as to read those of a whole day. */
const LONGEST_IN_ORDER = GRAIN_MS['1d'] / 2;

const placeOf = (time: number, width: number) => Math.trunc(time / width);

/** The engine looks for times within one such time alone, and reads a whole day for them unless it is given where they are in the order. */
function eventsOrderedBy(width: number): Dialect['eventsBetween'] {
  const place = `intDiv(time, ${width})`;
  return (from, to) => {
    const within = `time >= ${from} AND time < ${to}`;
    if (to - from > LONGEST_IN_ORDER) return within;
    const [first, last] = [placeOf(from, width), placeOf(to - 1, width)];
    const places = first === last ? `${place} = ${first}` : `${place} >= ${first} AND ${place} <= ${last}`;
    return `${within} AND ${places}`;
  };
}

/** The two ends of a window, between which there are whole such times: to name their places takes less planning than to name their times. */
function stretchesOrderedBy(width: number): NonNullable<Dialect['eventsWithin']> {
  const between = eventsOrderedBy(width);
  return (stretches) => {
    const [first] = stretches;
    const last = stretches.at(-1) ?? first;
    const isOfPlace = ({ from, to }: Stretch) =>
      placeOf(from, width) === placeOf(to - 1, width) &&
      (from === first.from || from % width === 0) &&
      (to === last.to || to % width === 0);
    if (!stretches.every(isOfPlace)) return `(${stretches.map(({ from, to }) => between(from, to)).join(' OR ')})`;
    const places = stretches.map(({ from }) => `intDiv(time, ${width}) = ${placeOf(from, width)}`);
    return `(${places.join(' OR ')}) AND time >= ${first.from} AND time < ${last.to}`;
  };
}

/** In capitals or small letters alike. Of İ the engine makes two characters, the embedded one makes an i. */
const folded = (text: string) => `lowerUTF8(replaceAll(${text}, 'İ', 'i'))`;

export const clickhouseDialect: Dialect = {
  name: 'clickhouse',
  text: (value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
  parameter: (n, type) => `{p${n}:${type === 'integer' ? 'Int64' : 'String'}}`,
  digits: (expression) => `toString(${expression})`,
  hex: (expression) => `leftPad(lower(hex(${expression})), 16, '0')`,
  bucket: (column, width) => `(${column} - ${column} % ${width})`,
  number: (expression) => `toFloat64(${expression})`,
  sum: (column, conditions) =>
    conditions.length > 0 ? `sumIf(${column}, ${conditions.join(' AND ')})` : `sum(${column})`,
  isOneOf: (column, texts) => `${column} IN (${texts.join(', ')})`,
  percentile,
  // Weights are added up modulo 2^64, in which what is taken back is the negative of what was added.
  addsCounts: true,
  valueOf: (column) => `any(${column})`,
  contains: (text, part) => `(position(${folded(text)}, ${folded(part)}) > 0)`,
  compares: {
    contains: (text, part) => `(position(${text}, ${part}) > 0)`,
    prefix: (text, start) => `startsWith(${text}, ${start})`,
    suffix: (text, end) => `endsWith(${text}, ${end})`,
    // The engine would let a dot stand for the end of a line as well.
    regex: (text, pattern) => `match(${text}, concat('(?-s)', ${pattern}))`,
  },
  addressDigits,
  ratio: (a, b) => `(${a} / nullif(${b}, 0))`,
  wholes: (a, b) => `intDiv(${a}, ${b})`,
  eventsBetween: eventsOrderedBy(ORDERED_BY_MS),
  eventsWithin: stretchesOrderedBy(ORDERED_BY_MS),
  // What the view `events` says, which takes longer to plan by its name.
  listed: 'event_rows AS events FINAL',
  // To leave out what was taken back, as the view does, costs more than adding it up.
  added: { table: 'event_rows', sign: 'sign' },
  worksOutOnce: false,
  codes: { client_ip: 'client_ip_code', path: 'path_code' },
  named: (name, query) => `${name} AS (${query})`,
};

/** The same where the engine has `enable_materialized_cte`, which releases before 26 lack. */
export const materializingDialect: Dialect = {
  ...clickhouseDialect,
  worksOutOnce: true,
  list: (cells) => `[${cells.join(', ')}]`,
  named: (name, query, worked) => `${name} AS ${worked === 'once' ? 'MATERIALIZED ' : ''}(${query})`,
};

/** The same where events are in another order, as an earlier version put them. */
export const inOrderOf = (dialect: Dialect, width: number): Dialect =>
  width === ORDERED_BY_MS
    ? dialect
    : { ...dialect, eventsBetween: eventsOrderedBy(width), eventsWithin: stretchesOrderedBy(width) };

/** The same while rows have no codes yet. */
export const withoutCodes = (dialect: Dialect): Dialect => ({ ...dialect, codes: {} });
