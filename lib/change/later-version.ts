import { AppError } from '@/lib/api/errors';

/** Throws err.changed where an object is not as of `seen`, the `utime` that its editor says they saw. */
export function requireUnchanged({ utime }: { utime: number }, seen: number | undefined): void {
  if (seen !== undefined && seen !== utime) throw new AppError('err.changed', { field: 'utime' });
}

/** The `utime` of a new version, later than that of the version before it even where the clock is not. */
export const laterThan = ({ utime }: { utime: number }, now: number): number => Math.max(now, utime + 1);
