import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { readForwarded, readHop, walkHops } from './forwarded';

const TRUSTED = ['127.0.0.0/8', '10.0.0.0/8', 'fd00::/8'].map((range) => ipaddr.parseCIDR(range));
const PROXY = '127.0.0.1';
const clientOf = (header: string) => walkHops(PROXY, header.split(','), TRUSTED).client;

describe('a hop', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['198.51.100.7:52311', '198.51.100.7'],
    ['"198.51.100.7:52311"', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['"[2001:db8::1]:4711"', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%eth0]:80', 'fe80::1'],
    ['198.51.100.7:_hidden', '198.51.100.7'],
  ])('%s is read', (written, address) => expect(readHop(written)).toBe(address));

  it.each([
    '',
    'unknown',
    '_hidden',
    '10.9.0',
    '167772161',
    '0x0a090001',
    '10.9.0.1:',
    '10.9.0.1:123456',
    'unix:',
    '[10.9.0.1',
  ])('%s is not', (written) => expect(readHop(written)).toBeUndefined());
});

describe('the walk', () => {
  it('takes the right-most hop that is not trusted, whatever is left of it', () => {
    expect(clientOf('10.9.0.1, 198.51.100.7:52311')).toBe('198.51.100.7');
    expect(clientOf('6.6.6.6, 9.9.9.9, 10.1.1.1:80, [fd00::1]:443')).toBe('9.9.9.9');
  });

  it('ends at the proxy that wrote what cannot be read', () => {
    expect(clientOf('10.9.0.1, unknown')).toBe(PROXY);
    expect(clientOf('9.9.9.9, nonsense, 10.1.1.1')).toBe('10.1.1.1');
    expect(clientOf('10.9.0.1,')).toBe(PROXY);
  });

  it('believes nothing left of the first address that is not trusted, however it is written', () => {
    const client = fc.tuple(fc.ipV4(), fc.nat(65_535), fc.integer({ min: 0, max: 2 }));
    const forged = fc.array(
      fc.oneof(
        fc.ipV4(),
        fc.ipV6(),
        fc.string().map((text) => text.replaceAll(',', '')),
      ),
    );
    fc.assert(
      fc.property(
        forged,
        client,
        fc.array(fc.constantFrom('10.0.0.1', '10.0.0.2:443', '[fd00::2]:1')),
        (left, [ip, port, form], proxies) => {
          fc.pre(
            !TRUSTED.some(
              ([range, bits]) => ipaddr.parse(ip).kind() === range.kind() && ipaddr.parse(ip).match(range, bits),
            ),
          );
          const written = [ip, `${ip}:${port}`, `"${ip}:${port}"`][form] ?? ip;
          expect(clientOf([...left, written, ...proxies].join(','))).toBe(ip);
        },
      ),
    );
  });

  it('answers an address for any text whatsoever', () => {
    fc.assert(fc.property(fc.string(), (text) => ipaddr.isValid(clientOf(text))));
  });
});

describe('Forwarded', () => {
  it('is read with quotes, brackets, ports and several elements', () => {
    const header = 'for="[2001:db8::1]:47", For=198.51.100.7:52311;proto=https;by=203.0.113.43;host="acme.test:8443"';
    expect(readForwarded(header)).toEqual({
      addresses: ['[2001:db8::1]:47', '198.51.100.7:52311'],
      hosts: ['acme.test:8443'],
      schemes: ['https'],
    });
  });

  it.each([
    '',
    'for',
    'for=',
    'for=1.2.3.4;for=5.6.7.8',
    'for="1.2.3.4',
    'for=1.2.3.4,',
    'for=1.2.3.4;;proto=http',
    '=1',
    'for=a b',
  ])('%s is refused', (header) => expect(readForwarded(header)).toBeUndefined());
});
