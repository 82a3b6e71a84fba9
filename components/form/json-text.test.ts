import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultAt, readJson } from './json-text';

describe('reading JSON as it is typed', () => {
  it.each([
    ['{"a": 1,}', 1, 9],
    ['{\n  "a": tru\n}', 2, 8],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['{"a": "b\n"}', 1, 7],
    ['{"a" 1}', 1, 6],
    ['{"a": [1, 2}', 1, 12],
    ["{'a': 1}", 1, 2],
    ['{"a": 01}', 1, 7],
    ['{} {}', 1, 4],
    ['{"a": 1', 1, 8],
    ['', 1, 1],
  ])('places the fault of %j', (text, line, column) => {
    expect(readJson(text)).toEqual({ fault: { kind: 'syntax', line, column } });
  });

  it('wants an object', () => {
    for (const text of ['[]', '3', 'null', '"x"']) expect(readJson(text)).toEqual({ fault: { kind: 'not_object' } });
  });

  it('walks every valid text to its end', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (text, indent) => {
        const written = JSON.stringify(JSON.parse(text), null, indent);
        expect(faultAt(written)).toBe(written.length);
      }),
    );
  });

  it('never passes over the place where the parser stops', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom(',', '}', '"', '1', ' x', ''), (text, where, noise) => {
        const at = where % (text.length + 1);
        const broken = text.slice(0, at) + noise + text.slice(noise === '' ? at + 1 : at);
        try {
          JSON.parse(broken);
        } catch (error) {
          const parser = Number(/position (\d+)/.exec(String(error))?.[1] ?? broken.length);
          expect(faultAt(broken)).toBeLessThanOrEqual(parser);
        }
      }),
    );
  });
});
