import { describe, expect, it } from 'vitest';
import { inUnit, unitOf } from './duration';

describe('a duration', () => {
  it('is shown in the unit that was chosen while nothing is lost, else in the largest that fits', () => {
    expect(unitOf(600)).toBe('minutes');
    expect(unitOf(172_800)).toBe('days');
    expect(unitOf(61)).toBe('seconds');
    expect(unitOf(7200, 'minutes')).toBe('minutes');
    expect(unitOf(90, 'minutes')).toBe('seconds');
    expect(unitOf(0, 'hours')).toBe('hours');
    expect(unitOf(undefined)).toBe('seconds');
    expect(unitOf('ten', 'minutes')).toBe('minutes');
  });

  it('is a number of that unit, or what was typed', () => {
    expect(inUnit(600, 'minutes')).toBe(10);
    expect(inUnit('ten', 'minutes')).toBe('ten');
    expect(inUnit({}, 'minutes')).toBeUndefined();
  });
});
