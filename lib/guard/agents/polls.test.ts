import { once } from 'node:events';
import { expect, it } from 'vitest';
import { Behalf } from '@/lib/queues/behalf';
import { Turns } from '@/lib/queues/turns';
import { NodePolls, untilNextPoll } from './polls';

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

it('lets those that wait together look one in each turn of the event loop', async () => {
  const owner = { oem_id: '', account: '', address: '203.0.113.7' };
  const turns = new Turns();
  let [looked, most] = [0, 0];
  const looks = Array.from({ length: 50 }, () => untilNextPoll(new Behalf(() => owner, turns)).then(() => looked++));
  for (let before = 0; looked < 50; before = looked) {
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, looked - before);
  }
  await Promise.all(looks);
  expect(most).toBeLessThanOrEqual(2);
});
