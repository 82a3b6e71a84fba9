import { RE2JS } from 're2js';
import { groupedBy } from '@/lib/db/grouped';
import { spanOf } from '@/lib/guard/bwlist/address';
import type { Match } from '@/lib/guard/rules/contract';
import { COUNTED_BY, fieldOf, type LimitScope, listed, MATCH_FIELDS, plainly } from '@/lib/guard/rules/vocabulary';

/** What the log has of a request. */
export type Logged = Readonly<
  { time: number; client_ip: string; path: string; query: string } & Record<string, unknown>
>;

function fieldIn(event: Logged, columns: readonly string[]): string {
  const [first = '', rest] = columns.map((column) => String(event[column]));
  return rest ? `${first}?${rest}` : first;
}

function isIn(address: string, network: string): boolean {
  const [one, many] = [spanOf(address), spanOf(network)];
  return one !== undefined && many !== undefined && many.first <= one.first && one.first <= many.last;
}

/** Whether a request fits a condition, said a second time without SQL. */
export function fits(event: Logged, { field, op, data }: Match): boolean {
  const known = fieldOf(field);
  const text = fieldIn(event, known?.columns ?? []);
  const plain = plainly(op);
  const says = () => {
    if (plain.op === 'exists') return text !== '';
    if (plain.op === 'contains') return text.includes(data);
    if (plain.op === 'prefix') return text.startsWith(data);
    if (plain.op === 'suffix') return text.endsWith(data);
    if (plain.op === 'regex') return RE2JS.compile(data).matcher(text).find();
    const values = plain.op === 'in' ? listed(data) : [data];
    return known?.value === 'ip' ? values.some((network) => isIn(text, network)) : values.includes(text);
  };
  return says() !== plain.not;
}

/** Those of the requests, from `stime` on, that were more than a limit allows. */
export function exceeding<E extends Logged>(
  events: readonly E[],
  { threshold, period, scope }: { threshold: number; period: number; scope: LimitScope },
  stime: number,
): E[] {
  const sourceOf = (event: Logged) =>
    (COUNTED_BY[scope] ?? []).map((field) => fieldIn(event, MATCH_FIELDS[field].columns)).join(' ');
  const counted = groupedBy(events, sourceOf);
  return [...counted.values()].flatMap((some) =>
    some.filter(({ time }) => {
      const before = some.filter((one) => one.time <= time && one.time > time - period * 1000);
      return time >= stime && before.length > threshold;
    }),
  );
}
