import type { Ctx } from '@/lib/api/context';
import { notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { idOf } from '@/lib/api/ids';
import { diff } from '@/lib/audit/diff';
import type { Paging } from '@/lib/db/paginate';
import { requireDomain } from '@/lib/guard/domains/hold';
import type { Release, ReleaseDetail, ReleaseDiff } from './contract';
import * as repository from './repository';

/** The releases of a domain, newest first; those of a deleted one are kept, and read through the audit log alone. */
export async function listReleases(ctx: Ctx, domain_id: string, query: Paging): Promise<Page<Release>> {
  await requireDomain(ctx, domain_id);
  return repository.listReleases(ctx.db, ctx.scope, domain_id, query);
}

export async function readRelease(ctx: Ctx, domain_id: string, number: string): Promise<ReleaseDetail> {
  await requireDomain(ctx, domain_id);
  return find(ctx, domain_id, idOf(number));
}

/** What release `number` changed against `from`, the one before it unless said; 0 is the empty beginning. */
export async function diffRelease(ctx: Ctx, domain_id: string, number: string, from?: number): Promise<ReleaseDiff> {
  await requireDomain(ctx, domain_id);
  const to = await find(ctx, domain_id, idOf(number));
  const base = from ?? to.number - 1;
  const before = base === 0 ? {} : (await find(ctx, domain_id, base)).config;
  return { from: base, to: to.number, changes: diff(before, to.config) };
}

async function find(ctx: Ctx, domain_id: string, number: number): Promise<ReleaseDetail> {
  const row = await repository.findRelease(ctx.db, ctx.scope, domain_id, number);
  if (!row) throw notFound();
  return { ...row, config: JSON.parse(row.config) };
}
