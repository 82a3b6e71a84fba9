import { AppError } from '@/lib/api/errors';
import type { Db } from '@/lib/db/store';
import { countFailures } from './login-records';

const WINDOW_MS = 5 * 60_000;
const PER_ACCOUNT_AND_ADDRESS = 10;
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
  const { ip, ...account } = attempt;
  const mine = await countFailures(db, { ip, since, account });
  if (mine.failures >= PER_ACCOUNT_AND_ADDRESS) refuse(mine.oldest, now);
  const all = await countFailures(db, { ip, since });
  if (all.failures >= PER_ADDRESS) refuse(all.oldest, now);
}

function refuse(oldest: number, now: number): never {
  const seconds = Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000));
  throw new AppError('err.request.rate_limited', { values: { seconds }, headers: { 'Retry-After': String(seconds) } });
}
