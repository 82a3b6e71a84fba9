import { once } from 'node:events';
import { expect, it } from 'vitest';
import { NodePolls } from './polls';

/** Starts requests that wait until they are over; answers the numbers of those that are. */
function waiting(polls: NodePolls, node_ids: readonly string[]): { over: number[]; end(): Promise<unknown> } {
  const over: number[] = [];
  const all = new AbortController();
  const requests = node_ids.map((node_id, i) =>
    polls.run(node_id, async (isOver) => {
      await Promise.race([once(isOver, 'abort'), once(all.signal, 'abort')]);
      if (isOver.aborted) over.push(i);
    }),
  );
  const end = () => {
    all.abort();
    return Promise.all(requests);
  };
  return { over, end };
}

it('ends the oldest requests of a node that has more than four, and nobody else’s', async () => {
  const polls = new NodePolls();
  const { over, end } = waiting(polls, ['other', ...Array<string>(6).fill('hk-1'), 'other']);
  await end();
  expect(over).toEqual([1, 2]);
  const later = waiting(polls, Array<string>(4).fill('hk-1'));
  await later.end();
  expect(later.over).toEqual([]);
});
