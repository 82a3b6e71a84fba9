import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unicodeName } from './unicode-name';

describe('unicodeName', () => {
  it.each([
    ['xn--fsqu00a.example.com', '例子.example.com'],
    ['*.xn--mnchen-3ya.example', '*.münchen.example'],
    ['xn--fa-hia.example', 'faß.example'],
    ['xn--r8jz45g.xn--zckzah', '例え.テスト'],
    ['xn--ypal-43d9g.example', 'раypal.example'],
    ['xn--ls8h.example', '💩.example'],
  ])('%s is written %s', (ascii, written) => {
    expect(unicodeName(ascii)).toBe(written);
  });

  it.each(['example.com', '', 'xn--', 'xn--!.com', 'xn--99999999.com', 'a.xn--0.b'])('%s has no other form', (name) => {
    expect(unicodeName(name)).toBeNull();
  });

  it('undoes what the platform encodes', () => {
    const label = fc.stringMatching(/^[а-яёa-z一-龥]{1,12}$/u);
    fc.assert(
      fc.property(label, (written) => {
        const ascii = domainToASCII(`${written}.example`);
        const expected = ascii === `${written}.example` ? null : `${written}.example`;
        expect(unicodeName(ascii)).toBe(expected);
      }),
    );
  });

  it('never throws, whatever it is given', () => {
    fc.assert(fc.property(fc.string(), (any) => void unicodeName(`xn--${any}.example`)));
  });
});
