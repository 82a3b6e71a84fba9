import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cidrsOf, rangesAround, readAddress, spanOf } from './address';

const stored = (text: string) => {
  const found = readAddress(text);
  return 'ip_addr' in found ? found.ip_addr : found;
};

describe('the stored form of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1/32', '192.0.2.1'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['2001:0db8::0001/128', '2001:db8::1'],
    ['2001:db8:0::/32', '2001:db8::/32'],
    ['0:0:0:0:0:0:0:0/0', '::/0'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.0/120', '192.0.2.0/24'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
    ['::192.0.2.1', '::c000:201'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
  ])('of %s is %s', (text, ip_addr) => expect(stored(text)).toBe(ip_addr));

  it.each([
    ['192.0.2.010', 'ip_leading_zeros'],
    ['01.2.3.4/32', 'ip_leading_zeros'],
    ['::ffff:192.0.02.1', 'ip_leading_zeros'],
    ['10.0.0.0/08', 'ip_leading_zeros'],
    ['10.0.0.0/33', 'ip_prefix'],
    ['2001:db8::/129', 'ip_prefix'],
    ...[
      ...[
        '',
        ' ',
        '/',
        '/8',
        '10.0.0.0/',
        '10.0.0.0/8/8',
        '10.0.0.0/-1',
        '10.0.0.0/ 8',
        '10.0.0.0/8.0',
        '1.2.3',
        '1.2.3.4.5',
      ],
      ...[
        '256.1.1.1',
        '1.2.3.999999999999999999999',
        '0x7f.0.0.1',
        '2130706433',
        '127.1',
        '1.2.3.4:80',
        '１.2.3.4',
        '1.2.3.4\n',
      ],
      ...[
        ':',
        ':::',
        '1::2::3',
        '1:2:3:4:5:6:7',
        '1:2:3:4:5:6:7:8:9',
        '12345::',
        '::g',
        'fe80::1%eth0',
        '[::1]',
        '::1.2.3',
      ],
      ...['1.2.3.4::', '::1.2.3.4:5', '1:2:3:4:5:6:7:1.2.3.4', 'example.com', '10.0.0.1-10.0.0.9'],
    ].map((text) => [text, 'ip_address']),
  ])('is refused of %j: %s', (text, key) => expect(stored(text)).toMatchObject({ key }));

  it.each([
    ['10.0.0.5/8', '10.0.0.0/8'],
    ['192.0.2.1/31', '192.0.2.0/31'],
    ['1.2.3.4/0', '0.0.0.0/0'],
    ['2001:db8::1/64', '2001:db8::/64'],
    ['::ffff:192.0.2.1/120', '192.0.2.0/24'],
    ['::ffff:192.0.2.1/64', '::/64'],
  ])('is the hint where bits beyond the prefix are set: %s', (text, network) =>
    expect(stored(text)).toEqual({ key: 'ip_host_bits', network }),
  );
});

type Network = { width: number; prefix: number; bits: bigint };

it.each(['a:', ':', '/', '1.'])('a body full of %s is refused before it is gone through', (some) => {
  const text = some.repeat(500_000);
  const took = Array.from({ length: 5 }, () => {
    const started = performance.now();
    expect(readAddress(text)).toEqual({ key: 'ip_address' });
    return performance.now() - started;
  });
  expect(Math.min(...took)).toBeLessThan(5);
});

/** Any network, its bits beyond the prefix clear. */
const networks = fc
  .constantFrom(32, 128)
  .chain((width) => fc.tuple(fc.constant(width), fc.nat(width), fc.bigInt(0n, 2n ** BigInt(width) - 1n)))
  .map(([width, prefix, any]): Network => {
    const beyond = BigInt(width - prefix);
    return { width, prefix, bits: (any >> beyond) << beyond };
  });

/** Ways to write a network. */
function spellings({ width, prefix, bits }: Network): string[] {
  const at = (from: number, size: number) => Number((bits >> BigInt(width - from - size)) % 2n ** BigInt(size));
  const ends = prefix === width ? ['', `/${prefix}`] : [`/${prefix}`];
  const quad = [32, 24, 16, 8].map((back) => at(width - back, 8)).join('.');
  if (width === 32) {
    const groups = [at(0, 16), at(16, 16)].map((group) => group.toString(16)).join(':');
    const mapped = [`::ffff:${quad}`, `0:0:0:0:0:FFFF:${quad}`, `::ffff:${groups}`];
    return [...ends.map((end) => quad + end), ...mapped.map((one) => `${one}/${96 + prefix}`)];
  }
  const groups = [0, 16, 32, 48, 64, 80, 96, 112].map((from) => at(from, 16).toString(16));
  const padded = groups.map((group) => group.padStart(4, '0')).join(':');
  const forms = [groups.join(':'), padded, padded.toUpperCase(), `${groups.slice(0, 6).join(':')}:${quad}`];
  return forms.flatMap((one) => ends.map((end) => one + end));
}

describe('of any network', () => {
  it('all spellings have one stored form, which is its own', () => {
    fc.assert(
      fc.property(networks, (one) => {
        const [form, ...others] = new Set(spellings(one).map(stored));
        expect(others).toEqual([]);
        expect(stored(String(form))).toBe(form);
      }),
      { numRuns: 5_000 },
    );
  });

  it('the stored form is no other network’s', () => {
    fc.assert(
      fc.property(networks, networks, (one, other) => {
        const isSame = one.width === other.width && one.prefix === other.prefix && one.bits === other.bits;
        expect(stored(spellings(one)[0] ?? '') === stored(spellings(other)[0] ?? '')).toBe(isSame);
      }),
    );
  });

  it('the CIDRs around it are those of its prefixes, each in its stored form', () => {
    fc.assert(
      fc.property(networks, (one) => {
        const around = Array.from({ length: one.prefix + 1 }, (_, prefix) => {
          const beyond = BigInt(one.width - prefix);
          return stored(spellings({ ...one, prefix, bits: (one.bits >> beyond) << beyond })[0] ?? '');
        });
        expect(rangesAround(String(around.at(-1)))).toEqual(around);
      }),
    );
  });
});

describe('a range as CIDRs', () => {
  const family = fc.constantFrom(
    { bits: 32n, text: (n: bigint) => [24n, 16n, 8n, 0n].map((shift) => (n >> shift) & 0xffn).join('.') },
    {
      bits: 128n,
      text: (n: bigint) =>
        Array.from({ length: 8 }, (_, i) => ((n >> BigInt(112 - 16 * i)) & 0xffffn).toString(16)).join(':'),
    },
  );
  const numberOf = (digits: string) => BigInt(`0x${digits.slice(1)}`);

  it('has exactly its addresses, once each and in order, in stored forms that cannot be joined', () => {
    const ranges = family.chain(({ bits, text }) =>
      fc
        .tuple(fc.bigInt(0n, 2n ** bits - 1n), fc.oneof(fc.bigInt(0n, 4096n), fc.bigInt(0n, 2n ** bits)))
        // Not around what is mapped into IPv6, which is IPv4.
        .filter(([first]) => bits === 32n || first >> 64n > 0n)
        .map(([first, size]) => {
          const last = first + size < 2n ** bits ? first + size : 2n ** bits - 1n;
          return { first, last, written: [text(first), text(last)] as const };
        }),
    );
    fc.assert(
      fc.property(ranges, ({ first, last, written }) => {
        const split = cidrsOf(...written);
        if ('key' in split) {
          expect(split.key).toBe('range_wide');
          return;
        }
        let next = first;
        let [size, before] = [0n, 0n];
        for (const ip_addr of split.ip_addrs) {
          expect(readAddress(ip_addr)).toEqual({ ip_addr });
          const span = spanOf(ip_addr);
          expect(numberOf(span?.first ?? '4')).toBe(next);
          next = numberOf(span?.last ?? '4') + 1n;
          [before, size] = [size, next - numberOf(span?.first ?? '4')];
          // Two of one size may touch, where together they would begin within a wider one.
          if (before === size) expect((next - 2n * size) % (2n * size)).not.toBe(0n);
        }
        expect(next).toBe(last + 1n);
      }),
      { numRuns: 500 },
    );
  });

  it('of IPv4 is never too wide', () => {
    const split = cidrsOf('0.0.0.1', '255.255.255.254');
    expect('ip_addrs' in split && split.ip_addrs).toHaveLength(62);
  });

  it.each([
    ['192.0.2.1', '192.0.2.0', 'range_backwards'],
    ['192.0.2.1', '::1', 'range_ends'],
    ['192.0.2.0/24', '192.0.3.0', 'range_ends'],
    ['192.0.2.1', 'x', 'range_ends'],
    ['::1', 'ffff::fffe', 'range_wide'],
  ])('from %s to %s is refused: %s', (first, last, key) => expect(cidrsOf(first, last)).toEqual({ key }));
});
