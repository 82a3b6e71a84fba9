import { AppError } from '@/lib/api/errors';
import { diff } from '@/lib/audit/diff';

/** Throws err.changed where an object is not as of `seen`, the `utime` that its editor says they saw. */
export function requireUnchanged({ utime }: { utime: number }, seen: number | undefined): void {
  if (seen !== undefined && seen !== utime) throw new AppError('err.changed', { field: 'utime' });
}

/** The `utime` of a new version, later than that of the version before it even where the clock is not. */
export const laterThan = ({ utime }: { utime: number }, now: number): number => Math.max(now, utime + 1);

/** Whether two versions of an object say the same, whenever each was written. */
export const saysTheSame = (before: object, after: object): boolean =>
  Object.keys(diff({ ...before }, { ...after })).length === 0;
