import { mayGiveUp } from '@/lib/guard/rules/backtracking';
import type { Match } from '@/lib/guard/rules/contract';
import { fieldOf, listed, type Operator, plainly } from '@/lib/guard/rules/vocabulary';
import { literal, pattern, WHOLE, word } from './escape';

/** A PCRE for an operator that says yes and compares text. */
export function textPattern(op: Operator, data: string, edges = WHOLE): string {
  const { begin, end } = edges;
  switch (op) {
    case 'eq':
      return `${begin}${literal(data)}${end}`;
    case 'in':
      return `${begin}(?:${listed(data).map(literal).join('|')})${end}`;
    case 'prefix':
      return `${begin}${literal(data)}`;
    case 'suffix':
      return `${literal(data)}${end}`;
    case 'regex':
      return `${isCostly(op, data) ? BOUND : ''}${pattern(data, edges)}`;
    case 'exists':
      return '\\A';
    default:
      return literal(data);
  }
}

/** Steps after which an expression is given up: one to four milliseconds with PCRE's compiler, twenty without, as nginx has it. */
const BOUND = '(*LIMIT_MATCH=1000000)';

/** Whether a condition is an expression that nodes may give up. */
export const isCostly = (op: Operator, data: string): boolean => op === 'regex' && mayGiveUp(data);

/**
 * A PCRE that matches where an expression does not. PCRE matches nothing once it gives up, and neither engine says so to its rules: of this one
 * that is as though the expression had matched.
 */
export const absent = (data: string, edges = WHOLE): string => `${BOUND}\\A(?![\\s\\S]*?${pattern(data, edges)})`;

/** Addresses of a condition, each of which Parapet has written in its one form. */
export const networks = (data: string): string[] => listed(data).map(word);

/** A condition with the turned sense of its operator taken out. */
export type Plain = { base: string; name: string | undefined; op: Operator; not: boolean; data: string };

export function plainOf({ field, op, data }: Match): Plain {
  const at = field.indexOf(':');
  const { op: plain, not } = plainly(op);
  return { base: at < 0 ? field : field.slice(0, at), name: fieldOf(field)?.name, op: plain, not, data };
}
