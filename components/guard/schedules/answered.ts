import type { Drift, ScheduleDomain } from '@/lib/guard/schedules/contract';
import { ENABLED } from '@/lib/guard/schedules/vocabulary';

export type DomainRecord = ScheduleDomain['src_records'][number];

const TYPES: Readonly<Record<number, string>> = { 1: 'A', 2: 'AAAA', 3: 'CNAME' };

/** What the authoritative server answers of a record now, beside what is wanted. */
export function answeredOf({ record_type, value, status }: DomainRecord, { connected, wanted, found }: Drift) {
  if (!connected) return 'unknown';
  const text = `${TYPES[record_type]} ${value}`;
  const [isWanted, isFound] = [wanted.includes(text), found.includes(text)];
  if (isFound) return isWanted ? 'yes' : 'extra';
  if (isWanted) return 'missing';
  return status === ENABLED ? 'alias' : 'off';
}
