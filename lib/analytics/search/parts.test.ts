import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Window } from '../charts/window';
import { QueryTimeout } from '../store/store';
import type { EventVO } from './contract';
import { inParts, type PartReader, searchInParts } from './parts';

const HOUR = 3_600_000;
const windowOf = (stime: number, etime: number): Window => ({
  ...{ stime, etime, granularity: '1h', compare_offset_ms: etime - stime },
});

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Events at these times, each part of which takes `ms` on the clock. */
function reader(times: readonly number[], order: 'asc' | 'desc', ms: (part: Window) => number): PartReader {
  const inPart = ({ stime, etime }: Window) => times.filter((time) => time >= stime && time < etime);
  const take = (part: Window) => void vi.advanceTimersByTime(ms(part));
  return {
    async list(part, size, skip) {
      take(part);
      const sorted = inPart(part).sort((a, b) => (order === 'desc' ? b - a : a - b));
      return sorted.slice(skip, skip + size).map((time) => ({ time }) as EventVO);
    },
    async count(part) {
      take(part);
      return inPart(part).length;
    },
  };
}

describe('a search in parts', () => {
  it('finds the same page and total as a search of the whole', async () => {
    const times = fc.array(fc.integer({ min: 0, max: 72 * HOUR - 1 }), { maxLength: 60 });
    const asked = fc.record({
      size: fc.integer({ min: 1, max: 20 }),
      skip: fc.nat(40),
      order: fc.constantFrom('asc' as const, 'desc' as const),
    });
    await fc.assert(
      fc.asyncProperty(times, asked, fc.integer({ min: 1, max: 900 }), async (all, { size, skip, order }, ms) => {
        const sorted = [...all].sort((a, b) => (order === 'desc' ? b - a : a - b));
        const search = {
          window: windowOf(0, 72 * HOUR),
          order,
          size,
          skip,
          isCounted: true,
          until: Number.POSITIVE_INFINITY,
        };
        const found = await searchInParts(
          reader(all, order, () => ms),
          search,
        );
        expect(found.list.map(({ time }) => time)).toEqual(sorted.slice(skip, skip + size));
        expect(found).toMatchObject({ total: all.length, searched_until: null });
      }),
    );
  });

  it('ends when its time is over, and says how far it came', async () => {
    const times = Array.from({ length: 64 }, (_, i) => i * HOUR);
    const slow = reader(times, 'desc', () => 500);
    const search = { window: windowOf(0, 64 * HOUR), order: 'desc' as const, size: 100, skip: 0, isCounted: true };
    const found = await searchInParts(slow, { ...search, until: performance.now() + 3_000 });
    expect(found.searched_until).toBe(58 * HOUR);
    expect(found.list.map(({ time }) => time / HOUR)).toEqual([63, 62, 61, 60, 59, 58]);
    expect(found.total).toBe(6);
  });

  it('counts a part before it reads it where the one before had nothing', async () => {
    const asked: string[] = [];
    const all = reader([HOUR], 'asc', () => 500);
    const noted: PartReader = {
      list(part, ...more) {
        asked.push(`list ${part.stime / HOUR}`);
        return all.list(part, ...more);
      },
      count(part, ...more) {
        asked.push(`count ${part.stime / HOUR}`);
        return all.count(part, ...more);
      },
    };
    const search = { window: windowOf(0, 64 * HOUR), order: 'asc' as const, size: 5, skip: 0, isCounted: true };
    const found = await searchInParts(noted, { ...search, until: performance.now() + 2_500 });
    expect(asked).toEqual(['list 0', 'count 1', 'list 1', 'list 2', 'count 2.5']);
    expect(found.total).toBe(1);
  });

  it('reads no further than a full page where nothing is counted', async () => {
    const parts: Window[] = [];
    const times = Array.from({ length: 640 }, (_, i) => i * (HOUR / 10));
    const all = reader(times, 'asc', (part) => Number(parts.push(part)));
    const search = { window: windowOf(0, 64 * HOUR), order: 'asc' as const, size: 5, skip: 0, isCounted: false };
    const found = await searchInParts(all, { ...search, until: Number.POSITIVE_INFINITY });
    expect(found.list).toHaveLength(5);
    expect(parts.every(({ etime }) => etime <= HOUR)).toBe(true);
  });
});

describe('a window in parts', () => {
  const walk = { window: windowOf(0, 64 * HOUR), order: 'desc' as const, until: Number.POSITIVE_INFINITY };

  it('is longer where it is read fast, and shorter where it is read slowly', async () => {
    const lengths: number[] = [];
    await inParts(walk, async ({ stime, etime }) => {
      lengths.push((etime - stime) / HOUR);
      vi.advanceTimersByTime(lengths.length === 1 ? 100 : 1_000);
      return true;
    });
    expect(lengths.slice(0, 4)).toEqual([1, 5, 2.5, 1.25]);
  });

  it('is read in shorter ones where one takes too long, without leaving anything out', async () => {
    const read: Window[] = [];
    const through = await inParts(walk, async (part) => {
      vi.advanceTimersByTime(part.etime - part.stime > HOUR ? 5_000 : 50);
      if (part.etime - part.stime > HOUR) throw new QueryTimeout(5_000);
      read.push(part);
      return true;
    });
    expect(through).toBeNull();
    expect(read[0]?.etime).toBe(64 * HOUR);
    expect(read.at(-1)?.stime).toBe(0);
    for (const [i, part] of read.slice(1).entries()) expect(part.etime).toBe(read[i]?.stime);
  });

  it('gives a part two seconds, and the shortest as long as they take', async () => {
    const limits: (number | undefined)[] = [];
    await inParts({ ...walk, until: performance.now() + 30_000 }, async (part, timeoutMs) => {
      limits.push(timeoutMs);
      vi.advanceTimersByTime(timeoutMs ?? 1_000);
      if (timeoutMs) throw new QueryTimeout(timeoutMs);
      return part.stime > 0;
    });
    expect(limits[0]).toBe(2_000);
    expect(limits.at(-1)).toBeUndefined();
  });

  it('rejects where it came nowhere, and at once where it is not for want of time', async () => {
    const late = new QueryTimeout(5_000);
    const slow = inParts({ ...walk, until: performance.now() + 3_000 }, async () => {
      vi.advanceTimersByTime(5_000);
      throw late;
    });
    await expect(slow).rejects.toBe(late);
    const broken = new Error('the disk');
    await expect(inParts(walk, () => Promise.reject(broken))).rejects.toBe(broken);
  });
});
