/** Whether a rule's time has come. */
export type Phase = 'always' | 'active' | 'upcoming' | 'ended';

/** The phase at `now` of what lasts from `stime` until `etime`, exclusively; 0 is open. All in Unix milliseconds. */
export function phaseAt({ stime = 0, etime = 0 }: { stime?: number; etime?: number }, now: number): Phase {
  if (stime === 0 && etime === 0) return 'always';
  if (etime !== 0 && etime <= now) return 'ended';
  return stime > now ? 'upcoming' : 'active';
}
