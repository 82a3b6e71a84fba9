import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, wellFormed } from './well-formed';

const text = fc.string({ unit: 'binary', maxLength: 40 }).chain((s) => fc.constantFrom(s, s.slice(1), `${s}\0\ud83d`));

describe('text that is cut', () => {
  it('keeps characters of two UTF-16 units or drops them, never half of one', () => {
    expect(cut(`${'a'.repeat(254)}😀`, 255)).toBe(`${'a'.repeat(254)}😀`);
    expect(cut(`${'a'.repeat(255)}😀`, 255)).toBe('a'.repeat(255));
    expect(cut('😀😀😀', 2)).toBe('😀😀');
    expect(cut('\ude00\ud83d', 2)).toBe('\ufffd\ufffd');
  });

  it('is a well-formed start of at most so many code points, whatever the text', () => {
    fc.assert(
      fc.property(text, fc.nat(50), (value, max) => {
        const short = cut(value, max);
        expect(wellFormed(value).startsWith(short)).toBe(true);
        expect(short.isWellFormed() && !short.includes('\0')).toBe(true);
        expect([...short].length).toBe(Math.min(max, [...value].length));
      }),
    );
  });
});
