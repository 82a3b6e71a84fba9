import type { Dialect } from '@/lib/analytics/store/dialect';
import { spanOf } from '@/lib/guard/bwlist/address';
import type { Match } from '@/lib/guard/rules/contract';
import { fieldOf, listed, plainly } from '@/lib/guard/rules/vocabulary';

/** Gives a value to a query as its next parameter; answers its place. */
export type Place = (value: string, type?: 'text' | 'integer') => string;

/** Parameters of a query, in the order in which they are given. */
export function parameters(dialect: Dialect): { values: string[]; place: Place } {
  const values: string[] = [];
  return { values, place: (value, type = 'text') => dialect.parameter(values.push(value), type) };
}

/** Whether the event log has what the condition is about. */
export const isLogged = ({ field }: Match): boolean => (fieldOf(field)?.columns.length ?? 0) > 0;

/** A field of a request as its columns make it up. */
export function fieldSql([first = "''", rest]: readonly string[]): string {
  return rest === undefined ? first : `CASE WHEN ${rest} = '' THEN ${first} ELSE ${first} || '?' || ${rest} END`;
}

/** Addresses in these networks. Of each different address it is found out once, since that takes longer than comparing text. */
function inNetworks(
  column: string,
  networks: readonly string[],
  events: string,
  place: Place,
  dialect: Dialect,
): string {
  const spans = networks.map(spanOf).filter((span) => span !== undefined);
  if (spans.length === 0) return '1 = 0';
  const within = spans.map(({ first, last }) => `digits BETWEEN ${place(first)} AND ${place(last)}`);
  // The engine would otherwise ask for the digits of each event, before it knows which addresses are different.
  const known = dialect.named('different', `SELECT DISTINCT ${column} FROM ${events}`, 'once');
  const written = dialect.named(
    'addresses',
    `SELECT ${column}, ${dialect.addressDigits(column)} AS digits FROM different`,
    'once',
  );
  return `${column} IN (WITH ${known}, ${written} SELECT ${column} FROM addresses WHERE ${within.join(' OR ')})`;
}

function plainSql({ field, op, data }: Match, events: string, place: Place, dialect: Dialect): string {
  const known = fieldOf(field);
  const text = fieldSql(known?.columns ?? []);
  const values = op === 'in' ? listed(data) : [data];
  const type = known?.value === 'integer' ? 'integer' : 'text';
  switch (op) {
    case 'exists':
      return `${text} <> ''`;
    case 'contains':
    case 'prefix':
    case 'suffix':
    case 'regex':
      return dialect.compares[op](text, place(data));
    case 'gt':
      return `${text} > ${place(data, type)}`;
    case 'lt':
      return `${text} < ${place(data, type)}`;
    default:
      if (known?.value === 'ip') return inNetworks(text, values, events, place, dialect);
      return `${text} IN (${values.map((value) => place(value, type)).join(', ')})`;
  }
}

/**
 * Whether an event fits a condition that `isLogged`, as SQL whose values are parameters. `events` is what is read: a table
 * with its conditions, whose own values stand there already.
 */
export function conditionSql(match: Match, events: string, place: Place, dialect: Dialect): string {
  const { op, not } = plainly(match.op);
  const sql = plainSql({ ...match, op }, events, place, dialect);
  return not ? `NOT (${sql})` : `(${sql})`;
}
