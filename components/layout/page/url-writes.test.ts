import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { UrlWrites } from './url-writes';

afterEach(() => vi.useRealTimers());

it('a choice stays what was written last, however late and in whatever portions the router shows it', () => {
  vi.useFakeTimers();
  const steps = fc.array(
    fc.oneof(
      fc.constantFrom('a=1', 'a=2', 'a=3').map((write) => ({ write })),
      fc.nat(3),
    ),
  );
  fc.assert(
    fc.property(steps, (done) => {
      const writes = new UrlWrites();
      // What the router has been given and not shown; it shows them in order and may leave some out.
      let queue: string[] = [];
      let last = '';
      let shown = '';
      for (const step of done) {
        if (typeof step === 'number') {
          const next = queue[step];
          if (next === undefined) continue;
          queue = queue.slice(step + 1);
          if (next !== shown) writes.shown('/p', next);
          shown = next;
        } else {
          writes.write('/p', step.write);
          queue.push(step.write);
          last = step.write;
        }
        expect(writes.lastOf('/p') ?? shown).toBe(last);
      }
    }),
  );
});

it('another navigation, another page and time end what waited', () => {
  vi.useFakeTimers();
  const writes = new UrlWrites();
  writes.write('/p', 'row=1');
  expect([writes.lastOf('/p'), writes.lastOf('/q')]).toEqual(['row=1', undefined]);
  writes.shown('/p', 'row=9');
  expect(writes.lastOf('/p')).toBeUndefined();
  writes.write('/p', 'row=1');
  vi.advanceTimersByTime(3000);
  expect(writes.lastOf('/p')).toBeUndefined();
});

it('a page is being left until another one is shown, one goes back, or that came to nothing', () => {
  vi.useFakeTimers();
  const writes = new UrlWrites();
  expect(writes.isLeft('/p')).toBe(false);
  writes.leave('/p');
  expect([writes.isLeft('/p'), writes.isLeft('/q')]).toEqual([true, false]);
  // The router may still show what the page wrote before.
  writes.shown('/p', 'row=1');
  expect(writes.isLeft('/p')).toBe(true);
  writes.shown('/q', '');
  expect(writes.isLeft('/p')).toBe(false);
  writes.leave('/p');
  writes.forget();
  expect(writes.isLeft('/p')).toBe(false);
  writes.leave('/p');
  vi.advanceTimersByTime(10_000);
  expect(writes.isLeft('/p')).toBe(false);
});

it('those who listen hear of each change and of nothing else', () => {
  vi.useFakeTimers();
  const writes = new UrlWrites();
  const heard = vi.fn();
  const stop = writes.subscribe(heard);
  writes.shown('/p', '');
  expect(heard).not.toHaveBeenCalled();
  writes.write('/p', 'row=1');
  writes.shown('/p', 'row=1');
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  writes.write('/p', 'row=2');
  expect(heard).toHaveBeenCalledTimes(2);
});
