import { describe, expect, it } from 'vitest';
import { isVerified, pauseAfter } from './pause';
import { type Known, stepsOf } from './steps';

const NOW = Date.UTC(2026, 10, 20);
const cert = (expired_at: number) => ({
  id: 1,
  name: 'shop',
  certificate_type: 1,
  common_name: 'shop.example.com',
  issuer: 'CA',
  expired_at,
  auto_cert: false,
});
const verified = {
  origin_reachable: true,
  origin_latency_ms: 9,
  origin_error: '',
  dns_effective: true,
  resolved_cname: 'd1.edge.parapet.example',
  checked_at: NOW,
};
const done: Known = {
  domain: {
    audit_status: 4,
    auto_cert: false,
    certs: [cert(NOW + 1)],
    nodes: [{ id: 1, ip_addr: '203.0.113.10', node_id: 'hk-1', enabled: true, line: 1 }],
    policy_id: 'p',
  },
  verified,
  requests: null,
};
const says = (change: Partial<Known['domain']>, rest: Partial<Known> = {}) =>
  Object.fromEntries(
    stepsOf({ ...done, ...rest, domain: { ...done.domain, ...change } }, NOW).map((step) => [
      step.key,
      `${step.state} ${step.says}`,
    ]),
  );

describe('stepsOf', () => {
  it('has nothing left to do for a protected domain', () => {
    expect(stepsOf(done, NOW).map((step) => step.state)).toEqual(Array(6).fill('done'));
  });

  it('follows the audit', () => {
    expect([1, 2, 3].map((audit_status) => says({ audit_status }).approval)).toEqual([
      'now waiting',
      'now review',
      'refused rejected',
    ]);
  });

  it('takes a certificate for missing when none is bound or one has ended', () => {
    expect(says({ certs: undefined }).certificate).toBe('todo none');
    expect(says({ certs: undefined, auto_cert: true }).certificate).toBe('now auto');
    expect(says({ certs: [cert(NOW + 1), cert(NOW)] }).certificate).toBe('todo expired');
  });

  it('tells a CNAME that is not there from one that leads elsewhere, and believes requests that arrive', () => {
    const seen = (resolved_cname: string) => ({ verified: { ...verified, dns_effective: false, resolved_cname } });
    expect(says({}, { verified: undefined })).toMatchObject({ cname: 'now looking', origin: 'now looking' });
    expect(says({}, seen('')).cname).toBe('todo none');
    expect(says({}, seen('old.example.net')).cname).toBe('todo elsewhere');
    expect(says({}, { ...seen(''), requests: 3 }).cname).toBe('done traffic');
    expect(says({}, { ...seen(''), requests: 0 }).cname).toBe('todo none');
    expect(says({}, { verified: { ...verified, origin_reachable: false } }).origin).toBe('todo unreachable');
    const refused = { ...verified, origin_reachable: false, origin_error: 'address not allowed' };
    expect(says({}, { verified: refused }).origin).toBe('todo not_allowed');
  });
});

it('asks ever less often, from ten seconds up to a minute', () => {
  expect([0, 1, 2, 3, 5, 6, 60].map(pauseAfter)).toEqual([10_000, 10_000, 15_000, 22_500, 50_625, 60_000, 60_000]);
  expect([undefined, { ...verified, origin_reachable: false }, verified].map(isVerified)).toEqual([false, false, true]);
});
