import { callers } from './abuse/callers';
import { input } from './abuse/input';
import { operation } from './abuse/operation';

export { points } from './abuse/points';

/** Something that was tried against Parapet, and what shows the answer. */
export type AbuseCase = {
  /** Of the numbered cases, from 1 on; of a smaller point its name. */
  number: number | string;
  /** In a few words. */
  tried: string;
  /** Where a decision of the design is the answer. */
  design?: string;
  /** By file, parts of the titles of tests, or of what an attack or a fault promises. */
  shown: Readonly<Record<string, readonly string[]>>;
  /** What of the case no test shows. */
  lacks?: string;
};

export const cases: readonly AbuseCase[] = [...callers, ...input, ...operation];
