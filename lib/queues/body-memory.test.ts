import { expect, it } from 'vitest';
import { type BodyInMemory, BodyMemory } from './body-memory';

const owner = (account: string) => ({ oem_id: 'acme', account, address: '127.0.0.1' });
const piece = (bytes: number) => new Uint8Array(bytes);

/** What a body is refused with when a piece of it comes; undefined where it is kept. */
function refusalOf(kept: BodyInMemory, bytes: number): string | undefined {
  try {
    kept.add(piece(bytes), bytes);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

it('gives an account its share and no more, until its bodies are answered', () => {
  const room = new BodyMemory({ bytes: 1_000, bytesOfAccount: 100 });
  const [first, second] = [room.begin(owner('one')), room.begin(owner('one'))];
  expect(refusalOf(first, 60)).toBeUndefined();
  expect(refusalOf(second, 60)).toBe('err.request.too_many_waiting');
  expect(refusalOf(room.begin(owner('other')), 60)).toBeUndefined();
  second.release();
  first.whole();
  expect(refusalOf(room.begin(owner('one')), 60), 'a body that waits counts').toBe('err.request.too_many_waiting');
  first.release();
  expect(refusalOf(room.begin(owner('one')), 60), 'one that was refused does not').toBeUndefined();
});

it('takes what began last of whoever has most when all is full', () => {
  const room = new BodyMemory({ bytes: 100, bytesOfAccount: 90 });
  const [first, second] = [room.begin(owner('many')), room.begin(owner('many'))];
  const few = room.begin(owner('few'));
  expect([first, second].map((kept) => refusalOf(kept, 40))).toEqual([undefined, undefined]);
  expect(refusalOf(few, 30)).toBeUndefined();
  expect(refusalOf(second, 1), 'the rest of what made room is refused').toBe('err.request.too_many_waiting');
  expect(room.bytes).toBe(70);
  expect([...first.whole()]).toHaveLength(40);
});

it('refuses a body where all others are at work', () => {
  const room = new BodyMemory({ bytes: 100, bytesOfAccount: 90 });
  const most = room.begin(owner('many'));
  most.add(piece(90), 90);
  most.whole();
  expect(refusalOf(room.begin(owner('few')), 20)).toBe('err.busy');
});

it('counts a large body with all that it is said to have, as it has room for that', () => {
  const size = 1024 * 1024;
  const room = new BodyMemory({ bytes: 8 * size, bytesOfAccount: 1.5 * size });
  const [first, second] = [room.begin(owner('one')), room.begin(owner('one'))];
  for (let i = 0; i < 5; i++) first.add(piece(65_536), size);
  expect(room.bytes).toBe(size);
  for (let i = 0; i < 4; i++) second.add(piece(65_536), size);
  expect(() => second.add(piece(65_536), size)).toThrow('err.request.too_many_waiting');
  expect(room.bytes, 'what was refused has no room').toBe(size);
  first.release();
  expect(room.bytes).toBe(0);
});

it('puts the pieces of a body together', () => {
  const kept = new BodyMemory({ bytes: 100, bytesOfAccount: 100 }).begin(owner('one'));
  for (const text of ['a', 'bc', 'd']) kept.add(Buffer.from(text), 4);
  expect(Buffer.from(kept.whole()).toString()).toBe('abcd');
});

it('holds no more than a body that is said to have so many bytes, and gives that back before anything is collected', () => {
  const size = 3_000_000;
  const kept = new BodyMemory({ bytes: size, bytesOfAccount: size }).begin(owner('one'));
  const sent = Buffer.from(Array.from({ length: size }, (_, i) => i % 251));
  const before = process.memoryUsage().arrayBuffers;
  for (let from = 0; from < size; from += 65_536) kept.add(sent.subarray(from, from + 65_536), size);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1.1 * size);
  const whole = kept.whole();
  expect(sent.equals(whole)).toBe(true);
  kept.release();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(0.1 * size);
  expect(whole).toHaveLength(0);
});
