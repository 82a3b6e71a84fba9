import { describe, expect, it } from 'vitest';
import { domainEntries, sortedOut } from './domain-entries';

const domainsOf = (pasted: string) => domainEntries(pasted).map((entry) => entry.domain);

describe('domainEntries', () => {
  it('reads one domain per line, and what people put between them', () => {
    expect(domainsOf(' shop.example.com\n\n api.example.com, *.example.net；例子.example.com\r\n')).toEqual([
      'shop.example.com',
      'api.example.com',
      '*.example.net',
      'xn--fsqu00a.example.com',
    ]);
  });

  it('takes the host of an address', () => {
    expect(domainsOf('https://Shop.Example.com/cart?x=1')).toEqual(['shop.example.com']);
  });

  it('keeps what is no domain, to be named', () => {
    expect(domainEntries('shop.example.com:8080 localhost 203.0.113.7')).toEqual([
      { line: 1, text: 'shop.example.com:8080', domain: undefined },
      { line: 1, text: 'localhost', domain: undefined },
      { line: 1, text: '203.0.113.7', domain: undefined },
    ]);
  });

  it('counts what repeats an earlier one, and what is none, apart', () => {
    expect(sortedOut(domainEntries('a.example.com A.example.com localhost b.example.com'))).toEqual({
      domains: ['a.example.com', 'b.example.com'],
      repeated: 1,
      wrong: [{ line: 1, text: 'localhost' }],
    });
  });

  it('says in which line each wrong one is, empty lines counted', () => {
    expect(sortedOut(domainEntries('a.example.com\r\n\nbad_domain!, b.example.com\n-a.example.com')).wrong).toEqual([
      { line: 3, text: 'bad_domain!' },
      { line: 4, text: '-a.example.com' },
    ]);
  });

  it('finds nothing in nothing', () => {
    expect(domainEntries(' \n , ')).toEqual([]);
  });
});
