import { expect, it, vi } from 'vitest';
import { Behalf, PROCESS } from './behalf';
import { Turns } from './turns';

const loopTurn = () => new Promise((resolve) => setImmediate(resolve));

it('lets one slice of all requests go on in a turn of the event loop, fair to their senders', async () => {
  const turns = new Turns();
  const went: string[] = [];
  const worker = async (address: string) => {
    const behalf = new Behalf(() => ({ oem_id: '', account: '', address }), turns);
    for (let i = 0; i < 20; i++) {
      await behalf.nextTurn();
      went.push(address);
    }
  };
  const all = [...Array.from({ length: 20 }, () => worker('many')), worker('one')];
  let most = 0;
  for (let before = 0; went.length < 420; before = went.length) {
    await loopTurn();
    most = Math.max(most, went.length - before);
  }
  await Promise.all(all);
  // Our own wait may fall before the turns' or behind it.
  expect(most).toBeLessThanOrEqual(2);
  expect(went.lastIndexOf('one')).toBeLessThan(60);
});

it('waits for the next turn where the process asks', async () => {
  let isLater = false;
  setImmediate(() => {
    isLater = true;
  });
  await PROCESS.nextTurn();
  expect(isLater).toBe(true);
});

it('ends a slice after one and a half milliseconds', async () => {
  let now_ms = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now_ms);
  let isLater = false;
  setImmediate(() => {
    isLater = true;
  });
  const pause = PROCESS.slices();
  now_ms = 1;
  await pause();
  expect(isLater).toBe(false);
  now_ms = 1.5;
  await pause();
  expect(isLater).toBe(true);
  vi.restoreAllMocks();
});
