import { expect, it } from 'vitest';
import { type BatchResult, type IngestBatch, OutcomeUnknown } from '../store/store';
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
  return { add, groups };
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
