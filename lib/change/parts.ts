import type { Ctx } from '@/lib/api/context';
import { notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { idOf } from '@/lib/api/ids';
import type { Paging } from '@/lib/db/paginate';
import type { PartTable } from '@/lib/db/part-table';
import type { Tx } from '@/lib/db/store';
import { type Change, change } from './change';

/** What a part takes from the object that it belongs to. */
export type Parent = {
  /** Throws not_found outside the caller's scope. */
  require(ctx: Ctx, parent_id: string): Promise<unknown>;
  /** The same, locked until the transaction ends; the lock itself carries the tenant clause. */
  lock(ctx: Ctx, tx: Tx, parent_id: string): Promise<ParentLocked>;
};

export type ParentLocked = {
  id: string;
  label: string;
  owner: NonNullable<Change<unknown>['owner']>;
  /** Main account of the tenant that has it. */
  root_id: string;
  /** Delivery of the parent, which carries its parts. */
  later?: Change<unknown>['later'];
};

type Named<Key extends string> = Record<Key, number> & { name: string };

/** Fields of a part to write; as a function, what the part as it is now becomes, which may refuse it. */
type Written<Part, Key extends string> = Partial<Omit<Part, Key>> | ((before: Part) => Partial<Omit<Part, Key>>);

/**
 * The service of a kind of part: each verb in the scope of its parent, 404 for either, and each write one change that locks
 * the parent, names the part in its audit row and revision, and delivers the parent. A verb that needs more is written beside.
 * `requireRoom` throws where what was just written makes the parts of a parent too many, or too much; `requireMore` where it,
 * or its tenant, gets no further part.
 */
export function partsOf<Part extends Named<Key>, Key extends string>(
  parent: Parent,
  table: PartTable<Part, Key>,
  requireRoom?: (tx: Tx, parent_id: string) => Promise<void>,
  requireMore?: (ctx: Ctx, tx: Tx, parent: ParentLocked) => Promise<void>,
) {
  const find = async (db: Tx | Ctx['db'], parent_id: string, id: string) => {
    const part = await table.find(db, parent_id, idOf(id));
    if (!part) throw notFound();
    return part;
  };

  /** Runs `work` on a part of the locked parent; it answers the part before and after, null where there is none. */
  const write = <T extends Part | null>(
    ctx: Ctx,
    parent_id: string,
    work: (tx: Tx, parent: ParentLocked) => Promise<{ before: Part | null; after: T }>,
  ): Promise<T> =>
    change(ctx, async (tx) => {
      const locked = await parent.lock(ctx, tx, parent_id);
      const { label, owner, later } = locked;
      const { before, after } = await work(tx, locked);
      if (after) await requireRoom?.(tx, parent_id);
      const named = (after ?? before) as Part;
      const id = String(named[table.key]);
      return { id, label: `${label}, ${named.name}`, owner, also: parent_id, before, after, later, data: after };
    });

  return {
    find,
    async list(ctx: Ctx, parent_id: string): Promise<{ list: Part[] }> {
      await parent.require(ctx, parent_id);
      return { list: (await table.ofAll(ctx.db, [parent_id])).get(parent_id) ?? [] };
    },
    async page(ctx: Ctx, parent_id: string, paging: Paging): Promise<Page<Part>> {
      await parent.require(ctx, parent_id);
      return table.page(ctx.db, parent_id, paging);
    },
    async read(ctx: Ctx, parent_id: string, id: string): Promise<Part> {
      await parent.require(ctx, parent_id);
      return find(ctx.db, parent_id, id);
    },
    create: (ctx: Ctx, parent_id: string, input: Omit<Part, Key>): Promise<Part> =>
      write(ctx, parent_id, async (tx, locked) => {
        await requireMore?.(ctx, tx, locked);
        return { before: null, after: await table.insert(tx, parent_id, input) };
      }),
    update: (ctx: Ctx, parent_id: string, id: string, written: Written<Part, Key>): Promise<Part> =>
      write(ctx, parent_id, async (tx) => {
        const before = await find(tx, parent_id, id);
        const after = { ...before, ...(typeof written === 'function' ? written(before) : written) };
        await table.update(tx, after);
        return { before, after };
      }),
    remove: (ctx: Ctx, parent_id: string, id: string): Promise<null> =>
      write(ctx, parent_id, async (tx) => {
        const before = await find(tx, parent_id, id);
        await table.delete(tx, before[table.key]);
        return { before, after: null };
      }),
  };
}
