import { describe, expect, it } from 'vitest';
import { parseNumber } from './parse-number';

describe('parseNumber', () => {
  it.each([
    ['443', 443],
    ['-1', -1],
    ['1.5', 1.5],
    ['', undefined],
    ['0x10', '0x10'],
    ['1e3', '1e3'],
    [' 5', ' 5'],
    ['1.', '1.'],
    ['007', '007'],
    ['9007199254740993', '9007199254740993'],
  ])('%j is %j', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });
});
