import type { Verified } from '@/lib/guard/probes/contract';

const FIRST_MS = 10_000;
const LONGEST_MS = 60_000;
const GROWTH = 1.5;

/** Milliseconds until a domain is verified again after so many answers: from ten seconds up to a minute. */
export const pauseAfter = (answers: number): number =>
  Math.min(LONGEST_MS, Math.round(FIRST_MS * GROWTH ** Math.max(0, answers - 1)));

/** Whether a verification has nothing left to find. */
export const isVerified = (verified: Verified | undefined): boolean =>
  verified?.dns_effective === true && verified.origin_reachable;
