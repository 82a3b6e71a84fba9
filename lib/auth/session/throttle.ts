import { AppError } from '@/lib/api/errors';
import type { Db, Tx } from '@/lib/db/store';
import { networkOf } from '@/lib/queues/owner';
import { countFailures, type Failures, insertFailure } from './failures';

const WINDOW_MS = 5 * 60_000;
/** Of an account: from one network at the sign-in, from all together where its current password is asked for. */
const PER_ACCOUNT = 10;
const PER_NETWORK = 100;

type Attempt = { ip: string; oem_id: string; user_key: string };

/**
 * Slows guessing down: per account and network, and per network over all accounts; never a hard lock, so nobody can
 * shut somebody else out (DESIGN 5). What was tried in vain is in the store, which every process shares.
 */
export async function throttleSignIn(db: Db, attempt: Attempt, now: number): Promise<void> {
  const since = now - WINDOW_MS;
  const { oem_id, user_key } = attempt;
  const network = networkOf(attempt.ip);
  const mine = await countFailures(db, { network, since, account: { oem_id, user_key } });
  if (mine.failures >= PER_ACCOUNT) refuse(mine.oldest, now);
  const all = await countFailures(db, { network, since });
  if (all.failures >= PER_NETWORK) refuse(all.oldest, now);
}

/** Counts an attempt that was in vain. */
export function countAttempt(tx: Tx, { ip, oem_id, user_key }: Attempt, now: number): Promise<void> {
  return insertFailure(tx, { network: networkOf(ip), oem_id, user_key, ctime: now }, now - WINDOW_MS);
}

/**
 * The same for whoever is asked for their current password: a stolen session must not be a way to guess it. `wrong`
 * are the wrong answers since `proofsSince`.
 */
export function throttleProof(wrong: Failures, now: number): void {
  if (wrong.failures >= PER_ACCOUNT) refuse(wrong.oldest, now);
}

export const proofsSince = (now: number) => now - WINDOW_MS;

function refuse(oldest: number, now: number): never {
  const seconds = Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000));
  throw new AppError('err.request.rate_limited', { values: { seconds }, headers: { 'Retry-After': String(seconds) } });
}
