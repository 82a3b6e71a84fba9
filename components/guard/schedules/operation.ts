import type { ScheduleDomain } from '@/lib/guard/schedules/contract';
import { NODE, SRC } from '@/lib/guard/schedules/vocabulary';

/** What a domain's page does with all its records; also its dialogs in the URL. */
export const OPERATIONS = ['switch', 'init', 'reset', 'repair'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Who answers once a domain is switched. */
export const otherMode = ({ dns_group_type }: ScheduleDomain) => (dns_group_type === SRC ? NODE : SRC);
/** A mode as texts choose by it. */
export const modeKey = (mode: number) => (mode === SRC ? 'src' : 'node');
