/** Runs on a thread of its own: a whole database is read, and kept for as long as the thread is idle. */
import { type Outcome, outcomeOf } from '@/lib/threads/outcome';
import { openRanges, type RangeKind } from './ranges';

const kept = new Map<RangeKind, (value: string) => string>();

/** The networks of a country or of an autonomous system, one a line; empty where it has none. */
export default function read({ kind, value }: { kind: RangeKind; value: string }): Promise<Outcome<string>> {
  return outcomeOf(() => {
    const all = kept.get(kind) ?? openRanges[kind]();
    kept.set(kind, all);
    return all(value);
  });
}
