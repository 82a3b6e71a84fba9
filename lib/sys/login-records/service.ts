import type { Ctx } from '@/lib/api/context';
import type { Page } from '@/lib/api/fields';
import type { LoginRecord, LoginRecordQuery } from './contract';
import * as repository from './repository';

/** Sign-ins the caller may know of, newest first (spec 4.4). */
export function listLoginRecords(ctx: Ctx, query: LoginRecordQuery): Promise<Page<LoginRecord>> {
  return repository.listLoginRecords(ctx.runtime.store.scan, ctx.scope, query);
}
