import { describe, expect, it } from 'vitest';
import { DISABLE, ENABLE } from '@/lib/guard/domains/vocabulary';
import { changedSettings, changesBetween, documentsOf, isOn, otherKeys, switched } from './draft';

const settings = { waf: `{"status":"${ENABLE}","depth":3}`, cache: `{"status":"${DISABLE}"}`, odd: 'no json' };

describe('settings being changed', () => {
  it('reads documents and leaves alone what is none', () => {
    expect(documentsOf(settings)).toEqual({
      waf: { status: ENABLE, depth: 3 },
      cache: { status: DISABLE },
      odd: 'no json',
    });
  });

  it('writes only the keys that differ', () => {
    const before = documentsOf(settings);
    expect(changedSettings(before, { ...before })).toEqual({});
    expect(changedSettings(before, { ...before, waf: switched(before.waf, false) })).toEqual({
      waf: JSON.stringify({ status: DISABLE, depth: 3 }),
    });
  });

  it('knows on, off and neither', () => {
    expect([{ status: ENABLE }, { status: DISABLE }, {}, 'x', null].map(isOn)).toEqual([true, false, null, null, null]);
    expect(otherKeys({ status: ENABLE, a: 1 })).toEqual([['a', 1]]);
  });

  it('names what differs by path, also within lists of objects', () => {
    const before = { a: { b: 1, c: [1, 2] }, list: [{ x: 1 }, { x: 2 }] };
    const after = { a: { b: 2, c: [1] }, list: [{ x: 1 }, { x: 3 }, { x: 4 }], n: null };
    expect(changesBetween(before, after)).toEqual({
      'a.b': { old: 1, new: 2 },
      'a.c': { old: [1, 2], new: [1] },
      'list.1.x': { old: 2, new: 3 },
      'list.2': { old: undefined, new: { x: 4 } },
      n: { old: undefined, new: null },
    });
    expect(changesBetween(after, after)).toEqual({});
  });
});
