import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseAddress, normaliseDomain, normaliseHostname } from './domain-name';

const label63 = 'x'.repeat(63);

describe('normaliseDomain', () => {
  it.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.Com', 'example.com'],
    ['*.Example.com', '*.example.com'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['MÜNCHEN.example', 'xn--mnchen-3ya.example'],
    ['faß.example', 'xn--fa-hia.example'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['ｅｘａｍｐｌｅ．com', 'example.com'],
    ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
    ['a--b.r3---sn.example', 'a--b.r3---sn.example'],
    ['1.2.3.example', '1.2.3.example'],
    [`${label63}.com`, `${label63}.com`],
    [
      `${[label63, label63, label63].join('.')}.${'y'.repeat(61)}`,
      `${[label63, label63, label63].join('.')}.${'y'.repeat(61)}`,
    ],
  ])('%s is %s', (given, expected) => {
    expect(normaliseDomain(given)).toBe(expected);
  });

  it.each([
    '',
    '.',
    '*',
    '*.',
    '*.com',
    'com',
    'localhost',
    'a..com',
    '.a.com',
    'a.com.',
    '-a.com',
    'a-.com',
    'a_b.com',
    'a.com:80',
    'http://a.com',
    'a.com/x',
    'a.com?x',
    'a.com#x',
    'u@a.com',
    'a b.com',
    'a\u00a0b.com',
    '%61.com',
    'a％2e.com',
    'a*.com',
    'a.*.com',
    '*.*.com',
    '**.a.com',
    '1.2.3.4',
    '01.2.3.4',
    '0x7f.1',
    'a.1',
    '１.２.３.４',
    '*.1.2.3.4',
    '[::1]',
    '::1',
    'xn--a.com',
    'xn--abc-.com',
    `x${label63}.com`,
    `${[label63, label63, label63].join('.')}.${'y'.repeat(62)}`,
    `*.${[label63, label63, label63].join('.')}.${'y'.repeat(60)}`,
    'ü'.repeat(64).concat('.com'),
    'a\u0000.com',
    '\ud800.com',
  ])('%j is no domain', (given) => {
    expect(normaliseDomain(given)).toBeUndefined();
  });

  const anything = fc.oneof(
    fc.domain(),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-', '.', '*', 'ü', 'ß', '例', '。', '\u00ad', 'x', 'n') }),
    fc.array(fc.string({ unit: 'grapheme', maxLength: 5 }), { maxLength: 4 }).map((labels) => labels.join('.')),
  );

  it('what it answers is a name as DNS writes it, and stays as it is', () => {
    fc.assert(
      fc.property(anything, (given) => {
        const name = normaliseDomain(given);
        if (name === undefined) return;
        expect(name).toMatch(/^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/);
        expect(name.length).toBeLessThanOrEqual(253);
        expect(name.split('.').every((label) => label.length <= 63)).toBe(true);
        expect(name).not.toMatch(/\.\d+$/);
        expect(normaliseDomain(name)).toBe(name);
        // Of ASCII alone: IDNA and JavaScript have other small letters for a few signs, such as the capital sharp s.
        expect(normaliseDomain(given.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))).toBe(name);
      }),
      { numRuns: 5_000 },
    );
  });

  it('reads a Latin-1 name alike however often it is asked', () => {
    for (let i = 0; i < 20_000; i++) expect(normaliseDomain('na.ßß')).toBe('na.xn--zcaa');
    expect(normaliseDomain('straße.de')).toBe('xn--strae-oqa.de');
  });

  it('every well-formed ASCII name is accepted in any case', () => {
    fc.assert(
      fc.property(fc.domain(), (name) => {
        fc.pre(name.length <= 251);
        expect(normaliseDomain(name.toUpperCase())).toBe(name.toLowerCase());
        expect(normaliseDomain(`*.${name}`)).toBe(`*.${name.toLowerCase()}`);
      }),
    );
  });
});

describe('normaliseAddress', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['2001:DB8:0:0::0001', '2001:db8::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['::', '::'],
    ['backend', 'backend'],
    ['Origin.Example.com', 'origin.example.com'],
    ['ü.example', 'xn--tda.example'],
  ])('%s is %s', (given, expected) => {
    expect(normaliseAddress(given)).toBe(expected);
  });

  it.each([
    '',
    '01.2.3.4',
    '1.2.3',
    '1.2.3.4.',
    '1.2.3.256',
    '1.2.3.4/32',
    '1.2.3.4:80',
    '0x7f000001',
    '2130706433',
    '[::1]',
    'fe80::1%eth0',
    'fe80::1%25eth0',
    '1::2::3',
    ':::',
    '12345::',
    '::1/128',
    '*.example.com',
    'a..b',
    'http://a',
  ])('%j is no address', (given) => {
    expect(normaliseAddress(given)).toBeUndefined();
  });

  it('has one form for every way to write an IPv6 address', () => {
    fc.assert(
      fc.property(fc.ipV6(), (given) => {
        const address = normaliseAddress(given);
        expect(address).toBeDefined();
        expect(normaliseAddress(address ?? '')).toBe(address);
        expect(normaliseAddress(given.toUpperCase())).toBe(address);
      }),
    );
    fc.assert(fc.property(fc.ipV4(), (given) => normaliseAddress(given) === given));
  });
});

describe('normaliseHostname', () => {
  it('takes no wildcard', () => {
    expect(normaliseHostname('*.example.com')).toBeUndefined();
  });
});
