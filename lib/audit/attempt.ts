import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { lockById } from '@/lib/auth/identity';
import { type Change, change } from '@/lib/change/change';
import { AUDIT_OK } from './record';

const WINDOW_MS = 60_000;

type Subject = Pick<Change<null>, 'id' | 'label' | 'owner'>;

/**
 * Leaves an audit row of what is about to be tried, unless the user did the same `limit` times within a minute already;
 * counted under a lock. Throws rate_limited.
 */
export function recordAttempt(ctx: Ctx, limit: number, subject: Subject): Promise<null> {
  return change(ctx, async (tx) => {
    await lockById(tx, ctx.principal.user_id);
    const recent = await tx
      .selectFrom('audit_logs')
      .select('ctime')
      .where('user_id', '=', ctx.principal.user_id)
      .where('action', '=', ctx.route.action)
      .where('status', '=', AUDIT_OK)
      .where('ctime', '>', ctx.now - WINDOW_MS)
      .orderBy('ctime')
      .execute();
    const [oldest] = recent;
    if (oldest && recent.length >= limit) throw tooMany(oldest.ctime + WINDOW_MS - ctx.now);
    return { ...subject, data: null };
  });
}

function tooMany(ms: number): AppError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new AppError('err.request.rate_limited', { values: { seconds }, headers: { 'Retry-After': String(seconds) } });
}
