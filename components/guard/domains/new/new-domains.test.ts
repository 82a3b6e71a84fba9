import { describe, expect, it } from 'vitest';
import { bodiesOf, NewDomains, newOrigin, portAfter, repeatsOf } from './new-domains';

const origin = { addr: '203.0.113.24', port: 443, protocol: 'https' as const };
const form = (pasted: string) => ({ domains: pasted, policy_id: 'p', src_sites: [origin] });
const refusal = (pasted: string) => {
  const issue = NewDomains.safeParse(form(pasted)).error?.issues[0];
  return issue?.code === 'custom' ? issue.params : undefined;
};

describe('NewDomains', () => {
  it('names what is wrong with the pasted list', () => {
    expect(refusal('')).toEqual({ key: 'required' });
    expect(refusal('a.example.com\nnot a_domain')).toEqual({ key: 'domain_entry' });
    expect(refusal('a.example.com\nA.example.com')).toBeUndefined();
    expect(refusal(Array.from({ length: 51 }, (_, i) => `d${i}.example.com`).join('\n'))).toMatchObject({ max: 50 });
    expect(refusal('a.example.com\nb.example.com')).toBeUndefined();
  });

  it('becomes one body per domain', () => {
    expect(bodiesOf(form('a.example.com https://b.example.com/'))).toEqual([
      { domain: 'a.example.com', policy_id: 'p', src_sites: [origin] },
      { domain: 'b.example.com', policy_id: 'p', src_sites: [origin] },
    ]);
    expect(bodiesOf(form('a.example.com A.example.com https://a.example.com/x'))).toHaveLength(1);
  });
});

it('moves the usual port with the protocol and leaves a typed one alone', () => {
  expect(portAfter(443, 'http')).toBe(80);
  expect(portAfter(80, 'https')).toBe(443);
  expect(portAfter(8443, 'http')).toBe(8443);
});

it('finds origins that count as one', () => {
  const other = { ...origin, port: 8443 };
  expect(repeatsOf([origin, other, { ...origin, addr: ' 203.0.113.24 ' }, newOrigin(), newOrigin()])).toEqual([
    undefined,
    undefined,
    0,
    undefined,
    undefined,
  ]);
});
