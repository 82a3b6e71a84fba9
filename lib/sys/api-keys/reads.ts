import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import type { ApiKeyRow, KeyEvent } from '@/lib/auth/keys/repository';
import type { Paging } from '@/lib/db/paginate';
import type { Db } from '@/lib/db/store';
import type { ApiKey, ApiKeyLog, ApiKeyStats, Since } from './contract';
import * as repository from './repository';

const HOUR_MS = 3_600_000;

/** The key, or 1051: byte for byte the same for one that is not the caller's (DESIGN 5). */
export function known<T extends ApiKeyRow>(row: T | undefined): T {
  if (!row) throw new AppError('err.sys.apikey.not_found');
  return row;
}

/** Keys the caller sees, newest first, with uses up to this moment (spec 4.3). */
export async function listKeys(ctx: Ctx, query: Paging): Promise<Page<ApiKey>> {
  await ctx.runtime.keyCalls.flush();
  return repository.listKeys(ctx.db, ctx.scope, query);
}

export async function readKey(ctx: Ctx, key_id: string): Promise<ApiKey> {
  await ctx.runtime.keyCalls.flush();
  return repository.toApiKey(known(await repository.findKey(ctx.db, ctx.scope, key_id)));
}

/** Where logs are read: on threads of their own, since a busy key has millions of rows; after what is still waiting. */
export async function logsOf(ctx: Ctx): Promise<Db> {
  await ctx.runtime.keyCalls.flush();
  return ctx.runtime.store.scan;
}

/** Calls made with a key, or what was done to it, newest first (spec 4.3). */
export async function listKeyLogs(
  ctx: Ctx,
  key_id: string,
  query: Paging & { event: KeyEvent['event_type'] },
): Promise<Page<ApiKeyLog>> {
  const key = known(await repository.findKey(ctx.db, ctx.scope, key_id));
  return repository.listKeyLogs(await logsOf(ctx), key, query);
}

/** The moment a `since` means, Unix milliseconds; 0 for all history. */
export function startOf(since: Since | undefined, now: number): number {
  if (since === undefined) return 0;
  return 'at' in since ? since.at : now - since.ago_ms;
}

/** Figures of the calls made with a key, since a moment or ever (spec 2.2). */
export async function readStats(ctx: Ctx, key_id: string, since: Since | undefined): Promise<ApiKeyStats> {
  const key = known(await repository.findKey(ctx.db, ctx.scope, key_id));
  const db = await logsOf(ctx);
  const from = startOf(since, ctx.now);
  const counts = await repository.countCalls(db, key, from);
  const lastHour = await repository.countCalls(db, key, ctx.now - HOUR_MS);
  return {
    ...counts,
    top_endpoints: await repository.topEndpoints(db, key, from),
    last_1h_qps: lastHour.total_calls / 3600,
  };
}

/** What was done to keys (spec 4.3): for platform staff in their OEM, for everybody else by themselves. */
export async function listManagement(ctx: Ctx, query: Paging): Promise<Page<ApiKeyLog>> {
  return repository.listManagement(ctx.runtime.store.scan, ctx.scope, query);
}
