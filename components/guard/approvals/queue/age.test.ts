import { describe, expect, it } from 'vitest';
import { ageOf } from './age';

const at = (days: number, hours: number, minutes: number) =>
  ageOf(1_000, 1_000 + ((days * 24 + hours) * 60 + minutes) * 60_000);

describe('ageOf', () => {
  it('shows minutes below an hour', () => {
    expect(at(0, 0, 0)).toEqual({ unit: 'minutes', major: 0, minor: 0 });
    expect(at(0, 0, 59)).toEqual({ unit: 'minutes', major: 59, minor: 0 });
  });

  it('shows hours with their minutes below a day, then days with their hours', () => {
    expect(at(0, 2, 14)).toEqual({ unit: 'hours', major: 2, minor: 14 });
    expect(at(1, 0, 0)).toEqual({ unit: 'days', major: 1, minor: 0 });
    expect(at(1, 3, 59)).toEqual({ unit: 'days', major: 1, minor: 3 });
  });

  it('takes a clock that runs ahead for no time at all', () => {
    expect(ageOf(60_000, 0)).toEqual({ unit: 'minutes', major: 0, minor: 0 });
  });
});
