import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ChangeLog } from './change-log';
import { Commits } from './commits';
import { type Asking, KeptIds, SHORT } from './kept-ids';
import type { Id } from './row-cache';

/** A list in memory, from the greatest number down, and how often all of it was read. */
function listOf(numbers: Iterable<number>) {
  const has = new Set<Id>(numbers);
  const inOrder = () => [...has].sort((a, b) => Number(b) - Number(a));
  const all = vi.fn(async () => inOrder().slice(0, SHORT + 1));
  const asking: Asking = {
    all,
    places: async (ids) => {
      const after = (id: Id) => inOrder().find((one) => Number(one) < Number(id)) ?? null;
      return ids.filter((id) => has.has(id)).map((id) => ({ id, after: after(id) }));
    },
  };
  const [commits, log] = [new Commits(), new ChangeLog()];
  const kept = new KeptIds(log, commits);
  const write = (changes: { id: number; isThere: boolean }[]) => {
    for (const { id, isThere } of changes) {
      if (isThere) has.add(id);
      else has.delete(id);
    }
    commits.add(['rows']);
    log.add(
      commits.count,
      changes.map(({ id }) => id),
    );
  };
  return { inOrder, all, write, ids: () => kept.of('list', asking), isShort: () => kept.isShort('list') };
}

const number = fc.nat({ max: 60 });
const changes = fc.array(fc.record({ id: number, isThere: fc.boolean() }), { maxLength: 12 });

describe('kept ids', () => {
  it('are those of the list, in its order, whatever was written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(number), fc.array(fc.array(changes)), async (first, rounds) => {
        const list = listOf(first);
        for (const commits of rounds) {
          expect(await list.ids()).toEqual(list.inOrder());
          for (const one of commits) list.write(one);
        }
        expect(await list.ids()).toEqual(list.inOrder());
      }),
    );
  });

  it('are read once, and stay the same object while others are written', async () => {
    const list = listOf([1, 2, 3]);
    const before = await list.ids();
    for (let n = 0; n < 5_000; n++) {
      list.write([{ id: 1_000 + n, isThere: false }]);
      if (n % 5 === 0) await list.ids();
    }
    expect(await list.ids()).toBe(before);
    list.write([
      { id: 5, isThere: true },
      { id: 4, isThere: true },
    ]);
    expect(await list.ids()).toEqual([5, 4, 3, 2, 1]);
    expect(list.all).toHaveBeenCalledTimes(1);
  });

  it('are read again where it is not remembered what was written', async () => {
    const list = listOf([1, 2, 3]);
    await list.ids();
    for (let n = 0; n < 2_000; n++) list.write([{ id: 1_000 + n, isThere: false }]);
    list.write([{ id: 4, isThere: true }]);
    expect(await list.ids()).toEqual([4, 3, 2, 1]);
    expect(list.all).toHaveBeenCalledTimes(2);
  });

  it('are none of a list that is too long, until it is short again', async () => {
    const list = listOf(Array.from({ length: SHORT + 1 }, (_, n) => n));
    expect(await list.ids()).toBeUndefined();
    list.write([{ id: 7, isThere: false }]);
    expect(await list.ids()).toBeUndefined();
    expect(list.all).toHaveBeenCalledTimes(1);
    list.isShort();
    expect(await list.ids()).toHaveLength(SHORT);
    list.write([{ id: 7, isThere: true }]);
    expect(await list.ids()).toBeUndefined();
  });
});
