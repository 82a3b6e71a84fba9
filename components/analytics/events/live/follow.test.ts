import { describe, expect, it } from 'vitest';
import type { EventVO } from '@/lib/analytics/search/contract';
import { ASKED, follow, KEPT, NOTHING, release } from './follow';

const event = (time: number, more: object = {}) =>
  ({ event_id: time.toString(16).padStart(16, '0'), time, action: 'pass', ...more }) as EventVO;
const times = (events: readonly EventVO[]) => events.map(({ time }) => time);
/** `count` requests, newest first, the newest at `last`. */
const answer = (last: number, count: number) => Array.from({ length: count }, (_, i) => event(last - i));

describe('following the newest requests', () => {
  it('shows each once, newest first, also one that comes late', () => {
    const first = follow(NOTHING, [event(30), event(10)], false);
    const second = follow(first, [event(40), event(30), event(20), event(10)], false);
    expect(times(second.shown)).toEqual([40, 30, 20, 10]);
    expect(second.waiting).toBe(0);
  });

  it('holds back what comes while somebody reads, and counts it', () => {
    const reading = follow(follow(NOTHING, [event(1)], false), [event(3), event(2), event(1)], true);
    expect([times(reading.shown), reading.waiting]).toEqual([[1], 2]);
    const again = follow(reading, [event(4), event(3)], true);
    expect([times(again.shown), again.waiting]).toEqual([[1], 3]);
    expect(times(release(again).shown)).toEqual([4, 3, 2, 1]);
    expect(release(again).waiting).toBe(0);
    expect(times(follow(again, [event(5)], false).shown)).toEqual([5, 4, 3, 2, 1]);
  });

  it('knows a request by its newest state', () => {
    const later = follow(follow(NOTHING, [event(1)], false), [event(1, { action: 'block' })], true);
    expect(later.shown).toMatchObject([{ action: 'block' }]);
    expect(later.waiting).toBe(0);
  });

  it('keeps so many and counts all of them', () => {
    let all = follow(NOTHING, answer(100, ASKED), false);
    for (let last = 200; last <= 1_000; last += 100) all = follow(all, answer(last, ASKED), true);
    expect([all.held.length, all.waiting, all.shown.length]).toEqual([KEPT, 900, ASKED]);
    const shown = times(release(all).shown);
    expect([shown.length, shown[0], shown.at(-1)]).toEqual([KEPT, 1_000, 1_000 - KEPT + 1]);
  });

  it('says that some may lack where an answer has nothing known in it', () => {
    const first = follow(NOTHING, answer(100, ASKED), false);
    expect(first.hasGaps).toBe(false);
    expect(follow(first, answer(1_000, ASKED), false).hasGaps).toBe(true);
    expect(follow(first, answer(200, ASKED), false).hasGaps).toBe(true);
    expect(follow(first, answer(199, ASKED), false).hasGaps).toBe(false);
  });
});
