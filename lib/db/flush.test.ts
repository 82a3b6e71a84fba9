import { describe, expect, it } from 'vitest';
import { Flush } from './flush';

/** A disk whose syncs end when the test says so. */
function slowDisk() {
  const syncs: { end(): void; fail(): void }[] = [];
  const toDisk = () => new Promise<void>((end, reject) => syncs.push({ end, fail: () => reject(new Error('gone')) }));
  return { flush: new Flush(toDisk), syncs };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('bringing commits to disk', () => {
  it('takes one sync for all who wait, and another for who came while it was under way', async () => {
    const { flush, syncs } = slowDisk();
    const order: string[] = [];
    const wait = (name: string) => flush.flushed().then(() => order.push(name));
    const first = [wait('a'), wait('b')];
    await turn();
    const later = [wait('c'), wait('d')];
    await turn();
    expect(syncs).toHaveLength(1);
    syncs[0]?.end();
    await Promise.all(first);
    await turn();
    expect([order, syncs.length]).toEqual([['a', 'b'], 2]);
    syncs[1]?.end();
    await Promise.all(later);
    expect(order).toEqual(['a', 'b', 'c', 'd']);
  });

  it('tells those who waited that it failed, and goes on for the next', async () => {
    const { flush, syncs } = slowDisk();
    const lost = flush.flushed();
    await turn();
    const next = flush.flushed();
    syncs[0]?.fail();
    await expect(lost).rejects.toThrow('gone');
    await turn();
    syncs[1]?.end();
    await expect(next).resolves.toBeUndefined();
  });
});
