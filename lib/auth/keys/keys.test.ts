import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { narrowed } from '../permissions';
import { allows, canonicalCidr, coversRanges, readCidrs } from './cidr';
import { newKeyText, readKeyText } from './key-text';
import { KeyRate } from './rate-limit';

describe('the text of a key', () => {
  const { prefix, secret } = newKeyText();
  const text = `${prefix}.${secret}`;

  it('reads back what was made', () => {
    expect(readKeyText(text)).toEqual({ prefix, secret });
  });

  it('tells every single wrong character before the store is asked', () => {
    for (let at = 0; at < text.length; at++) {
      for (const other of ['0', 'z', 'A', '.', ' ', '-']) {
        if (text[at] === other) continue;
        expect(readKeyText(text.slice(0, at) + other + text.slice(at + 1)), `${at} ${other}`).toBeUndefined();
      }
    }
  });

  it('is exact: nothing cut off, added, swapped or of another case', () => {
    const swapped = `${prefix}.${secret[1]}${secret[0]}${secret.slice(2)}`;
    const lists = [text.slice(0, -1), `${text}0`, ` ${text}`, text.toLowerCase(), text.toUpperCase(), prefix, ''];
    for (const wrong of lists) if (wrong !== text) expect(readKeyText(wrong), wrong).toBeUndefined();
    if (swapped !== text) expect(readKeyText(swapped)).toBeUndefined();
  });

  it('is new each time', () => {
    const made = Array.from({ length: 1000 }, newKeyText);
    expect(new Set(made.map((key) => key.prefix)).size).toBe(1000);
    expect(new Set(made.map((key) => key.secret)).size).toBe(1000);
  });
});

describe('address ranges', () => {
  it.each([
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['203.0.113.7/32', '203.0.113.7/32'],
    ['2001:DB8::1/32', '2001:db8::/32'],
    ['::ffff:10.1.2.3/104', '10.0.0.0/8'],
    ['::/0', '::/0'],
  ])('%s is written %s', (given, written) => {
    expect(canonicalCidr(given)).toBe(written);
    expect(canonicalCidr(written)).toBe(written);
  });

  it('let in what they contain, whichever way the address is written', () => {
    const ranges = readCidrs(['127.0.0.0/8', '2001:db8::/32']);
    for (const ip of ['127.0.0.1', '127.255.255.255', '::ffff:127.0.0.1', '::ffff:7f00:1', '2001:db8::1']) {
      expect(allows(ranges, ip), ip).toBe(true);
    }
    for (const ip of ['126.255.255.255', '128.0.0.0', '::1', '2001:db9::', '', 'unknown']) {
      expect(allows(ranges, ip), ip).toBe(false);
    }
  });

  it('an empty list lets everybody in, all of IPv6 no IPv4', () => {
    expect(allows([], '')).toBe(true);
    expect(allows(readCidrs(['::/0']), '127.0.0.1')).toBe(false);
  });

  it('one list within another lets in nobody whom the other refuses', () => {
    const byte = fc.integer({ min: 0, max: 3 });
    const ip = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'));
    const list = fc.array(
      fc.tuple(ip, fc.integer({ min: 0, max: 32 })).map(([address, bits]) => `${address}/${bits}`),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(list, list, ip, (wide, narrow, address) => {
        const [a, b] = [readCidrs(wide.map(canonicalCidr)), readCidrs(narrow.map(canonicalCidr))];
        if (coversRanges(a, b) && allows(b, address)) expect(allows(a, address)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('scopes', () => {
  const held = { has: (permission: string) => permission.startsWith('guard.') };

  it('narrow what is held and never widen it', () => {
    const scopes = fc.array(
      fc.constantFrom<string[]>('guard.cc.list', 'guard.*', 'sys.user.list', 'GUARD.CC.LIST', '*'),
    );
    const permission = fc.constantFrom<string[]>('guard.cc.list', 'guard.cc.edit', 'sys.user.list', 'sys.user.edit');
    fc.assert(
      fc.property(scopes, permission, (named, asked) => {
        const has = narrowed(held, named).has(asked);
        expect(has).toBe(held.has(asked) && (named.length === 0 || named.includes(asked)));
      }),
    );
  });
});

describe('the rate of a key', () => {
  it('lets a hundred come at once, then a hundred a second', () => {
    const rate = new KeyRate();
    const take = (times: number, at: number) => Array.from({ length: times }, () => rate.take('k', at)).filter(Boolean);
    expect(take(150, 0)).toHaveLength(100);
    expect(take(10, 9)).toHaveLength(0);
    expect(take(10, 10)).toHaveLength(1);
    expect(take(200, 510)).toHaveLength(50);
    expect(take(1000, 3_600_000)).toHaveLength(100);
    expect(rate.take('another', 3_600_000)).toBe(true);
  });

  it('never lets more through than burst and time allow', () => {
    const gaps = fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 300, maxLength: 600 });
    fc.assert(
      fc.property(gaps, (steps) => {
        const rate = new KeyRate();
        let at = 0;
        let taken = 0;
        for (const step of steps) {
          at += step;
          if (rate.take('k', at)) taken++;
        }
        expect(taken).toBeLessThanOrEqual(100 + at / 10 + 1e-6);
      }),
      { numRuns: 50 },
    );
  });
});
