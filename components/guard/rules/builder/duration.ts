/** Seconds of the units that a duration is written in. */
export const SECONDS_OF = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
export type DurationUnit = keyof typeof SECONDS_OF;

const LARGEST_FIRST: readonly DurationUnit[] = ['days', 'hours', 'minutes', 'seconds'];

/** The unit to show seconds in: the `wanted` one where nothing is lost, else the largest that fits. */
export function unitOf(seconds: unknown, wanted?: DurationUnit): DurationUnit {
  if (typeof seconds !== 'number' || seconds === 0) return wanted ?? 'seconds';
  const fits = (unit: DurationUnit) => seconds % SECONDS_OF[unit] === 0;
  return (wanted && fits(wanted) ? wanted : LARGEST_FIRST.find(fits)) ?? 'seconds';
}

/** Seconds as a number of a unit; what is no number as it is. */
export const inUnit = (seconds: unknown, unit: DurationUnit): string | number | undefined => {
  if (typeof seconds === 'number') return seconds / SECONDS_OF[unit];
  return typeof seconds === 'string' ? seconds : undefined;
};
