import { DAY_MS } from '../expiry';

const SPAN_MS = 365 * DAY_MS;

export type Slot<C> = { from: number; to: number; certs: C[] };
export type ExpirySlots<C> = {
  expired: C[];
  /** A year from now in equal parts. */
  slots: Slot<C>[];
  /** Those that end after that year. */
  later: C[];
};

/** Sorts certificates into `count` equal parts of the year after `now` (Unix milliseconds); none is lost. */
export function expirySlots<C extends { expired_at: number }>(
  certs: readonly C[],
  now: number,
  count: number,
): ExpirySlots<C> {
  const width = SPAN_MS / count;
  const slots = Array.from({ length: count }, (_, i): Slot<C> => {
    return { from: now + i * width, to: now + (i + 1) * width, certs: [] };
  });
  const expired: C[] = [];
  const later: C[] = [];
  for (const cert of certs) {
    const slot = slots[Math.floor((cert.expired_at - now) / width)];
    (cert.expired_at <= now ? expired : (slot?.certs ?? later)).push(cert);
  }
  return { expired, slots, later };
}

export type MonthTick = { at: number; share: number };

/** The first moment of each calendar month (UTC) within the year after `now`, and where it lies, 0 to 1. */
export function monthTicks(now: number): MonthTick[] {
  const start = new Date(now);
  const months = Array.from({ length: 12 }, (_, i) => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1 + i));
  return months.map((at) => ({ at, share: (at - now) / SPAN_MS })).filter(({ share }) => share < 1);
}
