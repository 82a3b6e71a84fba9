import { AppError } from '@/lib/api/errors';
import type { Db } from '@/lib/db/store';
import { countFailures } from './login-records';

/** What was tried in vain: how often, and when the oldest of it was (Unix ms). */
export type Failures = { failures: number; oldest: number };

const WINDOW_MS = 5 * 60_000;
/** Of an account: from one address at the sign-in, from all together where its present password is asked for. */
const PER_ACCOUNT = 10;
const PER_ADDRESS = 100;

/**
 * Slows guessing down: per account and address, and per address over all accounts; never a hard lock, so nobody can
 * shut somebody else out (DESIGN 5). Counts the login records themselves, which every process shares.
 */
export async function throttleSignIn(
  db: Db,
  attempt: { ip: string; oem_id: string; user_key: string },
  now: number,
): Promise<void> {
  const since = now - WINDOW_MS;
  const { ip, oem_id, user_key } = attempt;
  const mine = await countFailures(db, { ip, since, account: { oem_id, user_key } });
  if (mine.failures >= PER_ACCOUNT) refuse(mine.oldest, now);
  const all = await countFailures(db, { ip, since });
  if (all.failures >= PER_ADDRESS) refuse(all.oldest, now);
}

/**
 * The same for whoever is asked for their present password: a stolen session must not be a way to guess it. `told`
 * are the wrong answers since `proofsSince`.
 */
export function throttleProof(told: Failures, now: number): void {
  if (told.failures >= PER_ACCOUNT) refuse(told.oldest, now);
}

export const proofsSince = (now: number) => now - WINDOW_MS;

function refuse(oldest: number, now: number): never {
  const seconds = Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000));
  throw new AppError('err.request.rate_limited', { values: { seconds }, headers: { 'Retry-After': String(seconds) } });
}
