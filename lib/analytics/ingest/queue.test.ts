import { expect, it } from 'vitest';
import { type BatchResult, type IngestBatch, OutcomeUnknown, type ReadLines, ROW_GROUP } from '../store/store';
import { batchOf } from '../testing/batch';
import { IngestQueue } from './queue';

const resultOf = ({ batch_id }: IngestBatch): BatchResult => ({
  batch_id,
  stored: 1,
  known: 0,
  upgraded: 0,
  rejected: 0,
  reasons: {},
  kept: 0,
  duplicate: false,
});

/** A queue over a store that fails for groups with the batch `bad`, and what it was asked to store. */
function queueWith(failure: Error) {
  const groups: string[][] = [];
  const insert = async (batches: readonly IngestBatch[]) => {
    groups.push(batches.map((batch) => batch.batch_id));
    if (batches.some((batch) => batch.batch_id === 'bad')) throw failure;
    return batches.map(resultOf);
  };
  const queue = new IngestQueue({ insert });
  const add = (batch_id: string) =>
    queue.add(batchOf([], { batch_id })).then(
      (result) => result.batch_id,
      (error: Error) => error.message,
    );
  return { add, groups, queue };
}

it('a batch that fails in the store fails alone', async () => {
  const { add, groups } = queueWith(new Error('broken'));
  expect(await Promise.all(['first', 'a', 'bad', 'b'].map(add))).toEqual(['first', 'a', 'broken', 'b']);
  expect(groups).toEqual([['first'], ['a', 'bad', 'b'], ['a'], ['bad'], ['b']]);
  expect(await add('later')).toBe('later');
});

it('a group of which nobody knows what became is not stored again on the way', async () => {
  const { add, groups } = queueWith(new OutcomeUnknown('unknown'));
  expect(await Promise.all(['first', 'a', 'bad'].map(add))).toEqual(['first', 'unknown', 'unknown']);
  expect(groups).toHaveLength(2);
});

/** A quarter of what the store packs together. */
const large = (batch_id: string) => batchOf([], { batch_id, lines: { count: ROW_GROUP / 4 } as ReadLines });

it('large batches wait for those that are being read, until they fill a group', async () => {
  const { groups, queue } = queueWith(new Error('broken'));
  const places = Array.from({ length: 6 }, () => queue.expect());
  const stored = Promise.all(
    places.map(async (place, i) => {
      await new Promise((later) => setTimeout(later, 5 * i));
      return place.add(large(String(i)));
    }),
  );
  await stored;
  expect(groups).toEqual([
    ['0', '1', '2', '3'],
    ['4', '5'],
  ]);
});

it('a small batch waits for none, and nobody for one that does not come', async () => {
  const { groups, queue } = queueWith(new Error('broken'));
  const [first, other] = [queue.expect(), queue.expect()];
  await first.add(batchOf([], { batch_id: 'small' }));
  const waits = queue.expect().add(large('large'));
  await new Promise((later) => setTimeout(later, 20));
  expect(groups).toEqual([['small']]);
  other.leave();
  await waits;
  expect(groups).toEqual([['small'], ['large']]);
});
