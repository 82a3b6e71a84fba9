import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddress } from '@/lib/guard/bwlist/address';
import { IpInput } from '@/lib/guard/bwlist/contract';
import { inSlices } from './in-slices';
import { MAX_LINES, type Report, readLines } from './read-lines';

function read(text: string, most?: number): Report {
  const work = readLines(text, most);
  for (let next = work.next(); ; next = work.next()) if (next.done) return next.value;
}

const short = (report: Report) => ({
  added: report.accepted.map(({ line, ip_addr }) => [line, ip_addr]),
  repeated: report.repeated.map(({ line, of }) => [line, of]),
  refused: report.refused.map(({ line, text, why }) => [line, text, why]),
});

describe('a text of addresses', () => {
  it('has one a line, comments, blank lines and what is no address', () => {
    const text = [
      '# a feed',
      '198.51.100.77',
      '',
      '2001:DB8:0::1 ; a comment',
      '192.0.2.130/25',
      '  198.51.100.300\r',
      '::ffff:198.51.100.77',
      '// more',
      '192.0.2.010',
      '10.0.0.0/33',
      '1.2.3.4/0',
      '<img src=x>',
      '192.0.2.4-192.0.2.300',
    ].join('\n');
    expect(short(read(text))).toEqual({
      added: [
        [2, '198.51.100.77'],
        [4, '2001:db8::1'],
        [5, '192.0.2.128/25'],
      ],
      repeated: [[7, 2]],
      refused: [
        [6, '198.51.100.300', 'ip_address'],
        [9, '192.0.2.010', 'ip_leading_zeros'],
        [10, '10.0.0.0/33', 'ip_prefix'],
        [11, '1.2.3.4/0', 'everything'],
        [12, '<img', 'ip_address'],
        [13, '192.0.2.4-192.0.2.300', 'range_ends'],
      ],
    });
    expect(read(text)).toMatchObject({ total: 10, comments: 2, isTooLong: false });
  });

  it.each([
    ['without a head', '192.0.2.1,scan\n192.0.2.2,tor', ['192.0.2.1', '192.0.2.2']],
    ['with a head', 'IP Address;why\n192.0.2.1;scan', ['192.0.2.1']],
    ['whose column is not the first', 'seen\tcidr\n2026-11-16\t10.0.0.0/8', ['10.0.0.0/8']],
    ['in Chinese', '时间,IP 地址\n昨天,192.0.2.1', ['192.0.2.1']],
    ['as Parapet exports it', '\ufeff"ip_addr","status","ctime"\r\n"192.0.2.1","true","2026"\r\n', ['192.0.2.1']],
  ])('may be a table %s', (_, text, ips) => {
    const report = read(text);
    expect(report.accepted.map((row) => row.ip_addr)).toEqual(ips);
    expect(report.refused).toEqual([]);
  });

  it('of more lines than are read is refused whole', () => {
    expect(read('#\n'.repeat(MAX_LINES)).isTooLong).toBe(false);
    expect(read('#\n'.repeat(MAX_LINES + 1)).isTooLong).toBe(true);
    expect(read('')).toMatchObject({ total: 0, accepted: [] });
  });

  it('or of more addresses than are read is refused whole', () => {
    // Two CIDRs each.
    const ranges = Array.from({ length: 10 }, (_, i) => `192.0.${i}.1-192.0.${i}.2`).join('\n');
    expect(read(ranges, 20)).toMatchObject({ isTooLong: false, accepted: { length: 20 } });
    expect(read(`${ranges}\n198.51.100.1\n\n`, 20).isTooLong).toBe(true);
  });

  it('may have ranges, which are added as the CIDRs that they are made of', () => {
    const text = ['192.0.2.4-192.0.2.19 scanners', '192.0.2.16/30', '2001:db8::8 – 2001:db8::f', '192.0.2.9 - office'];
    expect(short(read(text.join('\n')))).toEqual({
      added: [
        [1, '192.0.2.4/30'],
        [1, '192.0.2.8/29'],
        [1, '192.0.2.16/30'],
        [3, '2001:db8::8/125'],
        [4, '192.0.2.9'],
      ],
      repeated: [[2, 1]],
      refused: [],
    });
    const refused = {
      '192.0.2.9-192.0.2.4': 'range_backwards',
      '192.0.2.9-2001:db8::1': 'range_ends',
      '::1-ffff::fffe': 'range_wide',
      '0.0.0.0-255.255.255.255': 'everything',
      // Written on its own, this CIDR would be all of IPv4.
      '::ffff:0:0-::ffff:ffff:ffff': 'everything',
      '::fffe:ffff:ffff-::1:0:0:0': 'everything',
      '192.0.2.4-19': 'ip_address',
    };
    expect(read(Object.keys(refused).join('\n')).refused.map(({ why }) => why)).toEqual(Object.values(refused));
  });
});

describe('of any lines', () => {
  const octet = fc.integer({ min: 0, max: 299 });
  const quad = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'));
  const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16).toUpperCase());
  const groups = fc.array(group, { minLength: 1, maxLength: 7 }).map((all) => `${all.join(':')}::`);
  const prefix = fc.option(fc.integer({ min: 0, max: 140 }), { nil: undefined });
  const address = fc
    .tuple(fc.oneof(quad, groups), prefix)
    .map(([ip, length]) => (length === undefined ? ip : `${ip}/${length}`));
  const line = fc.oneof({ weight: 4, arbitrary: address }, fc.string());

  /** What the server makes of one address: its body is trimmed and bounded, then read. */
  const stored = (text: string) => readAddress(IpInput.parse({ ip_addr: text }).ip_addr);

  it('what is accepted is stored by the server as it is, and is what the server makes of the line', () => {
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        for (const { text, ip_addr } of read(lines.join('\n')).accepted) {
          expect(stored(ip_addr)).toEqual({ ip_addr });
          const found = stored(text);
          expect(found).toEqual('network' in found ? { key: 'ip_host_bits', network: ip_addr } : { ip_addr });
        }
      }),
    );
  });

  it('each with an address has one outcome, and no address is accepted twice', () => {
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const { total, accepted, repeated, refused } = read(lines.join('\n'));
        expect(accepted.length + repeated.length + refused.length).toBe(total);
        expect(new Set(accepted.map((row) => row.ip_addr)).size).toBe(accepted.length);
        const first = new Map(accepted.map((row) => [row.line, row.ip_addr]));
        for (const { of, ip_addr } of repeated) expect(first.get(of)).toBe(ip_addr);
      }),
    );
  });
});

describe('work in slices', () => {
  it('answers what the work does, whole', async () => {
    const text = Array.from({ length: 2_000 }, (_, i) => `10.0.${i >> 8}.${i & 255}`).join('\n');
    const report = await inSlices(readLines(text), () => {}, new AbortController().signal);
    expect(report).toEqual(read(text));
  });

  it('ends with its signal', async () => {
    function* forever(): Generator<number, never> {
      for (;;) yield 1;
    }
    const leaving = new AbortController();
    await expect(inSlices(forever(), () => leaving.abort(), leaving.signal)).rejects.toThrow();
  });
});
