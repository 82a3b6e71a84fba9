/** From one time up to another, in Unix ms. */
export type Stretch = { from: number; to: number };

/** The few places where engines' SQL differs; everything else in compiled charts is the same text for any of them. */
export interface Dialect {
  name: 'duckdb' | 'clickhouse';
  /** A string literal. */
  text(value: string): string;
  /** The place of the n-th parameter of a query, from 1; parameters travel as text. */
  parameter(n: number, type: 'text' | 'integer'): string;
  /** An integer as text. */
  digits(expression: string): string;
  /** 16 hex digits of a 64-bit integer without a sign. */
  hex(expression: string): string;
  /** Start of the bucket of `width` ms that holds `column`. */
  bucket(column: string, width: number): string;
  /** A 64-bit integer or float that reaches JavaScript as a number. */
  number(expression: string): string;
  /** The sum of a column, of rows that meet these conditions; 0 of no rows. */
  sum(column: string, conditions: readonly string[]): string;
  /** Whether a column of few different texts has one of these, literals of `text`. */
  isOneOf(column: string, texts: readonly string[]): string;
  /**
   * The least of a group's values, up to 2^27 and each with its count, that so many per cent are not above; NULL of no rows. `among`:
   * all percentages that are asked of the group.
   */
  percentile(percent: number, value: string, count: string, among: readonly number[]): string;
  /** Whether `percentile` adds up the counts of a value itself, what is taken back among them; else each value is in one row. */
  addsCounts: boolean;
  /** The value of a group whose rows have the same one. */
  valueOf(column: string): string;
  /** Whether a text has another one in it, in upper or lower case alike; no character is a pattern. */
  contains(text: string, part: string): string;
  /** How a text is compared with another one, letter for letter, or with a regular expression of RE2, in linear time. */
  compares: Readonly<Record<'contains' | 'prefix' | 'suffix' | 'regex', (text: string, other: string) => string>>;
  /**
   * An address of any spelling as `spanOf` (lib/guard/bwlist/address) writes those of a network, so that an address is in it
   * when it is between its first and its last; NULL of what is none.
   */
  addressDigits(text: string): string;
  /** Division that is NULL when the divisor is 0. */
  ratio(a: string, b: string): string;
  /** Division of whole numbers without what is left over. */
  wholes(a: string, b: number): string;
  /** The events from one time up to another, in Unix ms. */
  eventsBetween(from: number, to: number): string;
  /** The events of several such stretches, the first of which comes first; absent where one query would read what lies between them. */
  eventsWithin?(stretches: readonly [Stretch, ...Stretch[]]): string;
  /** Table `events`, without those that were taken back. */
  listed: string;
  /** Events as they are added up: where some are taken back by a row of their own, `sign` is 1 or -1. */
  added: { table: string; sign: string };
  /** Whether a named query can be worked out once however often it is named. */
  worksOutOnce: boolean;
  /** Cells as one list, where charts that one query reads are grouped in sets: an engine that takes long to plan a query for each. */
  list?(cells: readonly string[]): string;
  /** Columns of events whose texts are grouped faster by a code, sixteen bytes that no other text has, and the columns of their codes. */
  codes: Readonly<Record<string, string>>;
  /** A named query for a WITH clause: worked out once where that is possible, or anew each time. */
  named(name: string, query: string, worked: 'once' | 'each time'): string;
}

/** The groups of an IPv6 address, those that `::` leaves out included. */
function ipv6Digits(text: string): string {
  const groups = (n: number) => `list_filter(string_split(split_part(${text}, '::', ${n}), ':'), lambda g: g <> '')`;
  const missing = `greatest(0, 8 - len(${groups(1)}) - len(${groups(2)}))`;
  const zeros = `list_resize(CAST([] AS VARCHAR[]), ${missing}, '0')`;
  const all = `list_concat(list_concat(${groups(1)}, ${zeros}), ${groups(2)})`;
  return `'6' || array_to_string(list_transform(${all}, lambda g: lpad(g, 4, '0')), '')`;
}

const MAPPED = `6${'0'.repeat(20)}ffff`;

function addressDigits(column: string): string {
  const text = `lower(${column})`;
  const quad = `regexp_extract(${text}, '^(?:::ffff:)?(\\d+\\.\\d+\\.\\d+\\.\\d+)$', 1)`;
  const octets = [1, 2, 3, 4].map((n) => `TRY_CAST(split_part(${quad}, '.', ${n}) AS UTINYINT)`);
  const ipv4 = `'4' || printf('%02x%02x%02x%02x', ${octets.join(', ')})`;
  const ipv6 = ipv6Digits(text);
  return `CASE WHEN ${quad} <> '' THEN ${ipv4}
    WHEN NOT regexp_full_match(${text}, '[0-9a-f:]*:[0-9a-f:]*') THEN NULL
    WHEN starts_with(${ipv6}, '${MAPPED}') THEN '4' || substr(${ipv6}, ${MAPPED.length + 1}) ELSE ${ipv6} END`;
}

/** Counts in one number with their value, so that sorting numbers sorts them by it. */
const COUNTS = 2 ** 36;

/**
 * Goes through the values in their order with what is left of the rank, and from the value at which nothing is on with that value
 * itself, as a negative number. A running sum by a window takes twice as long.
 */
function percentile(percent: number, value: string, count: string): string {
  const sorted = `list_sort(list(CAST(${value} AS BIGINT) * ${COUNTS} + CAST(${count} AS BIGINT)))`;
  const rank = `CAST(ceil(${percent / 100} * sum(${count})) AS BIGINT)`;
  const step = `CASE WHEN a < 0 THEN a WHEN a > x % ${COUNTS} THEN a - x % ${COUNTS} ELSE -(x // ${COUNTS}) - 1 END`;
  return `-list_reduce(list_prepend(${rank}, ${sorted}), lambda a, x: ${step}) - 1`;
}

/** IN compares the text of each row with each of a list; a function is worked out once for each text that the rows have. With more, IN is no slower. */
const MOST_LISTED = 20;

export const duckdbDialect: Dialect = {
  name: 'duckdb',
  text: (value) => `'${value.replaceAll('\0', '').replaceAll("'", "''")}'`,
  parameter: (n, type) => (type === 'integer' ? `CAST($${n} AS BIGINT)` : `$${n}`),
  digits: (expression) => `CAST(${expression} AS VARCHAR)`,
  hex: (expression) => `printf('%016x', ${expression})`,
  bucket: (column, width) => `(${column} - ${column} % ${width})`,
  number: (expression) => `CAST(${expression} AS DOUBLE)`,
  sum(column, conditions) {
    const value = conditions.length > 0 ? `CASE WHEN ${conditions.join(' AND ')} THEN ${column} ELSE 0 END` : column;
    return `coalesce(sum(${value}), 0)`;
  },
  isOneOf(column, texts) {
    const isCompared = texts.length === 1 || texts.length > MOST_LISTED;
    return isCompared ? `${column} IN (${texts.join(', ')})` : `list_contains([${texts.join(', ')}], ${column})`;
  },
  valueOf: (column) => `any_value(${column})`,
  percentile,
  addsCounts: false,
  contains: (text, part) => `contains(lower(${text}), lower(${part}))`,
  compares: {
    contains: (text, part) => `contains(${text}, ${part})`,
    prefix: (text, start) => `starts_with(${text}, ${start})`,
    suffix: (text, end) => `ends_with(${text}, ${end})`,
    regex: (text, pattern) => `regexp_matches(${text}, ${pattern})`,
  },
  addressDigits,
  ratio: (a, b) => `(CAST(${a} AS DOUBLE) / nullif(${b}, 0))`,
  wholes: (a, b) => `(${a} // ${b})`,
  eventsBetween: (from, to) => `time >= ${from} AND time < ${to}`,
  listed: 'events',
  added: { table: 'events', sign: '1' },
  worksOutOnce: true,
  codes: {},
  named: (name, query, worked) => `${name} AS ${worked === 'once' ? '' : 'NOT '}MATERIALIZED (${query})`,
};
