import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { openAsn } from './asn';
import { openCountries } from './country';
import { openRanges, RANGES } from './ranges';

const all = { country: openRanges.country(), asn: openRanges.asn() };

const firstOf = (network: string) => network.split('/')[0] ?? '';
const lastOf = (network: string) => {
  if (!network.includes('/')) return network;
  const [address, bits] = ipaddr.parseCIDR(network);
  const bytes = address.toByteArray().map((byte, i) => byte | (0xff >> Math.min(8, Math.max(0, bits - i * 8))));
  return ipaddr.fromByteArray(bytes).toString();
};
const isV4 = (network: string) => network.includes('.');

describe.each([
  ['country', 'CN', openCountries, 'CN'],
  ['country', 'LI', openCountries, 'LI'],
  ['asn', '13335', openAsn, 13_335],
] as const)('%s %s', (kind, name, open, value) => {
  const networks = all[kind](name).trim().split('\n');
  const lookUp = open();

  it('has networks of both families, each once', () => {
    expect(new Set(networks).size).toBe(networks.length);
    expect(networks.some(isV4)).toBe(true);
    expect(networks.some((network) => !isV4(network))).toBe(true);
  });

  it('is what single addresses are looked up as, at both ends of each network', () => {
    const step = Math.ceil(networks.length / 500);
    for (let i = 0; i < networks.length; i += step) {
      const network = networks[i] ?? '';
      expect([lookUp(firstOf(network)), lookUp(lastOf(network))], network).toEqual([value, value]);
    }
  });

  it('does not end before its country or system does', () => {
    const of4 = networks.filter(isV4);
    const firsts = new Set(of4.map(firstOf));
    for (const network of of4.slice(0, 200)) {
      const bytes = ipaddr.parse(lastOf(network)).toByteArray();
      const next = (bytes.reduce((sum, byte) => sum * 256 + byte, 0) + 1) % 2 ** 32;
      const text = [24, 16, 8, 0].map((shift) => (next >>> shift) & 255).join('.');
      expect(lookUp(text) === value, text).toBe(firsts.has(text));
    }
  });
});

it('knows no other names', () => {
  expect(['country-CN', 'asn-0', 'asn-4294967295'].every((name) => RANGES.test(name))).toBe(true);
  expect(['country-cn', 'asn-01', 'asn-', 'city-Bern', 'country-CN\n'].some((name) => RANGES.test(name))).toBe(false);
});
