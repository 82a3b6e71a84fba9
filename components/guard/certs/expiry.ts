import { DAY_MS, SOON_DAYS } from '@/lib/guard/certs/contract';

export type ExpiryState = 'expired' | 'soon' | 'ok';
/** The state of a certificate at a moment; `days` are whole days left, or whole days since it ended. */
export type Expiry = { state: ExpiryState; days: number };

/** The state, of a certificate that ends at `expired_at`, at `now` (both Unix milliseconds). */
export function expiryOf(expired_at: number, now: number): Expiry {
  const left = expired_at - now;
  if (left <= 0) return { state: 'expired', days: Math.floor((now - expired_at) / DAY_MS) };
  const days = Math.floor(left / DAY_MS);
  return { state: days < SOON_DAYS ? 'soon' : 'ok', days };
}
