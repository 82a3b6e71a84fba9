export type Age = { unit: 'minutes' | 'hours' | 'days'; major: number; minor: number };

const MINUTE = 60_000;

/** How long something has waited, in its two largest units: 14 min, 2 h 14 min, 1 d 3 h. */
export function ageOf(since: number, now: number): Age {
  const minutes = Math.max(0, Math.floor((now - since) / MINUTE));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return { unit: 'minutes', major: minutes, minor: 0 };
  if (hours < 24) return { unit: 'hours', major: hours, minor: minutes % 60 };
  return { unit: 'days', major: Math.floor(hours / 24), minor: hours % 24 };
}
