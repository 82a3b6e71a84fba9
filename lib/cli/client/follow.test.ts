import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Event, follow } from './follow';

/** Digits of ids, so that their order as texts is that of their numbers. */
const event = (time: number, n: number): Event => ({ time, event_id: n.toString(16).padStart(16, '0') });
const placeOf = ({ time, event_id }: Event) => `${String(time).padStart(15, '0')}-${event_id}`;

/** A list of events as the API answers it. */
function listOf(store: readonly Event[]) {
  return async ({ order, size, cursor }: Record<string, string>) => {
    const sorted = [...store].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    const [time = '', id = ''] = cursor?.split('-') ?? [];
    const from = cursor ? `${time.padStart(15, '0')}-${id}` : '';
    const after = order === 'asc' ? sorted.filter((one) => placeOf(one) > from) : sorted.toReversed();
    const list = after.slice(0, Number(size));
    const end = list.length === Number(size) ? list.at(-1) : undefined;
    return { list, next_cursor: end ? `${end.time}-${end.event_id}` : '' };
  };
}

describe('following events', () => {
  it('has each once, however late within the overlap and however many at a time', async () => {
    const rounds = fc.array(fc.array(fc.nat(29_000), { maxLength: 150 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rounds, fc.integer({ min: 1, max: 20 }), async (late, first) => {
        const store = Array.from({ length: 30 }, (_, i) => event(1_000_000 + i, i));
        const tail = follow(listOf(store), first);
        const begun = (await tail.next()).value;
        expect(begun).toEqual(store.slice(-first));
        // What is older than all that was read is as late as can be.
        const oldest = Math.max(...begun.map(({ time }) => time)) - begun.length + 1;
        for (const [round, times] of late.entries()) {
          const fresh = times.map((time, i) => event(oldest + time, 1000 * (round + 1) + i));
          store.push(...fresh);
          const { value } = await tail.next();
          expect(value.map(placeOf)).toEqual(fresh.map(placeOf).sort());
        }
        expect((await tail.next()).value).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('begins with what comes where there is nothing yet, and reads again what failed', async () => {
    const store: Event[] = [];
    let fails = false;
    const list = listOf(store);
    const tail = follow(async (query) => (fails ? Promise.reject(new Error('down')) : list(query)), 10);
    expect((await tail.next()).value).toEqual([]);
    store.push(event(5, 1));
    fails = true;
    await expect(tail.next()).rejects.toThrow('down');
    fails = false;
    expect((await tail.next()).value).toEqual([event(5, 1)]);
  });

  it('reads no more than a bounded part at once, and goes on with the next', async () => {
    const store = [event(1, 1)];
    const tail = follow(listOf(store), 1);
    await tail.next();
    store.push(...Array.from({ length: 6000 }, (_, i) => event(2, i + 2)));
    const sizes: number[] = [];
    for (let n = 0; n < 3; n++) sizes.push((await tail.next()).value.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5000);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(6000);
  });
});
