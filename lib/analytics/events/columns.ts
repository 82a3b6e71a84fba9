/** What a sender may write into a column of an event: numbers within a range, text up to a length in code points. */
export type LineColumn = { type: 'integer'; min: number; max: number; unit: string } | { type: 'text'; max: number };

const integer = (min: number, max: number, unit: string) => ({ type: 'integer', min, max, unit }) as const;
const text = (max: number) => ({ type: 'text', max }) as const;

const TERABYTE = 2 ** 40;
const DAY_MS = 86_400_000;
const INT32 = 2_147_483_647;

/** The years 2000 to 2100: a time outside is a mistake of units, not traffic. */
const TIME = integer(946_684_800_000, 4_102_444_800_000, 'unix ms');

/**
 * The door of the event store. A number outside of its range refuses its line, since no such request exists and one of
 * them outweighs a year of true ones in every sum; longer text is cut.
 */
export const LINE_COLUMNS = {
  time: TIME,
  source_time: TIME,
  sources: integer(0, 3, 'bits'),
  status: integer(0, 999, 'HTTP status'),
  upstream_status: integer(0, 999, 'HTTP status'),
  bytes_in: integer(0, TERABYTE, 'bytes'),
  bytes_out: integer(0, TERABYTE, 'bytes'),
  latency_ms: integer(0, DAY_MS, 'ms'),
  upstream_ms: integer(0, DAY_MS, 'ms'),
  rule_id: integer(0, INT32, 'rule'),
  score: integer(0, 1_000_000, 'points'),
  severity: integer(0, 9, 'ModSecurity severity'),
  node_id: text(64),
  request_id: text(128),
  client_ip: text(64),
  method: text(32),
  host: text(255),
  path: text(1024),
  query: text(2048),
  cache_status: text(32),
  protocol: text(16),
  tls: text(16),
  user_agent: text(512),
  referer: text(2048),
  message: text(512),
  variable: text(256),
  data: text(2048),
} as const satisfies Readonly<Record<string, LineColumn>>;

type Names<T extends LineColumn['type']> = {
  [K in keyof typeof LINE_COLUMNS]: (typeof LINE_COLUMNS)[K]['type'] extends T ? K : never;
}[keyof typeof LINE_COLUMNS];

/** Columns that hold a number. */
export type NumberColumn = Names<'integer'>;
/** Columns that hold text. */
export type TextColumn = Names<'text'>;
