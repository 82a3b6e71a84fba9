import { v7 as uuid } from 'uuid';
import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { lockById } from '@/lib/auth/identity';
import { type Cascade, change } from '@/lib/change/change';
import type { Paging } from '@/lib/db/paginate';
import type { Tx } from '@/lib/db/store';
import { ownership } from '@/lib/tenancy/scope';
import { MAX_VIEWS, type View, type ViewChange, type ViewInput } from './contract';
import * as repository from './repository';
import type { ViewList } from './vocabulary';

const nameTaken = () => new AppError('err.sys.view.name_taken', { field: 'name' });

/** The caller's own views and those shared with them. */
export function listViews(ctx: Ctx, query: Paging & { list?: ViewList; keyword?: string }): Promise<Page<View>> {
  return repository.listViews(ctx.db, ctx.principal, query);
}

/**
 * Whoever changes views of theirs does so one change at a time: their number and their one default of each list are
 * what all of them together are.
 */
const lockOwn = (ctx: Ctx, tx: Tx) => lockById(tx, ctx.principal.user_id);

/** Saves a view of the caller's own. Throws name_taken, too_many. */
export function createView(ctx: Ctx, { list, name, query, shared, is_default }: ViewInput): Promise<View> {
  const { user_id, user_name } = ctx.principal;
  const times = { ctime: ctx.now, utime: ctx.now };
  const data = { view_id: uuid(), list, name, query, shared, is_default, user_id, user_name, ...times };
  return change(
    ctx,
    async (tx) => {
      await lockOwn(ctx, tx);
      const count = await repository.countViews(tx, user_id);
      if (count >= MAX_VIEWS) throw new AppError('err.sys.view.too_many', { values: { max: MAX_VIEWS } });
      const cascades = is_default ? await endDefault(ctx, tx, data) : [];
      const { user_name: _, ...row } = data;
      const flags = { shared: Number(shared), is_default: Number(is_default) };
      await repository.insertView(tx, { ...row, ...ownership(ctx.principal), ...flags });
      return { id: data.view_id, label: name, before: null, after: data, cascades, data };
    },
    nameTaken,
  );
}

/** Changes a view of the caller's own. Throws not_owner for one shared with them, name_taken. */
export function updateView(ctx: Ctx, view_id: string, input: ViewChange): Promise<View> {
  return change(
    ctx,
    async (tx) => {
      const before = await lockView(ctx, tx, view_id);
      const data = { ...before, ...input, utime: ctx.now };
      const cascades = data.is_default && !before.is_default ? await endDefault(ctx, tx, data) : [];
      await repository.updateView(tx, view_id, data);
      return { id: view_id, label: data.name, before, after: data, cascades, data };
    },
    nameTaken,
  );
}

/** Deletes a view of the caller's own. Throws not_owner for one shared with them. */
export function deleteView(ctx: Ctx, view_id: string): Promise<null> {
  return change(ctx, async (tx) => {
    const before = await lockView(ctx, tx, view_id);
    await repository.deleteView(tx, view_id);
    return { id: view_id, label: before.name, before, after: null, data: null };
  });
}

async function lockView(ctx: Ctx, tx: Tx, view_id: string): Promise<View> {
  await lockOwn(ctx, tx);
  const row = await repository.findView(tx, ctx.principal, view_id);
  if (!row) throw notFound();
  if (row.user_id !== ctx.principal.user_id) throw new AppError('err.sys.view.not_owner');
  return repository.toView(row);
}

/** The view that was the default of the list is it no longer. */
async function endDefault(ctx: Ctx, tx: Tx, { list }: Pick<View, 'list'>): Promise<Cascade[]> {
  const row = await repository.findDefault(tx, ctx.principal.user_id, list);
  if (!row) return [];
  const before = repository.toView(row);
  const after = { ...before, is_default: false, utime: ctx.now };
  await repository.updateView(tx, row.view_id, after);
  return [{ type: 'view', id: row.view_id, before, after }];
}
