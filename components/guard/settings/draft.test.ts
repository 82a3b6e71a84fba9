import { describe, expect, it } from 'vitest';
import { DISABLE, ENABLE } from '@/lib/guard/domains/vocabulary';
import { changedSettings, documentsOf, isOn, otherKeys, switched } from './draft';

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
});
