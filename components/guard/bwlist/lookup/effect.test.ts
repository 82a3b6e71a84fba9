import { describe, expect, it } from 'vitest';
import { BLACK, type Containing, DISABLED, ENABLED, GREY_BLACK, GREY_WHITE, WHITE } from '@/lib/guard/bwlist/contract';
import { effectsOf, sizeOf, verdictOf } from './effect';

let id = 0;
const entry = (more: Partial<Containing>): Containing => ({
  ...{ ipset_id: 1, name: 'A', user_name: 'u', ip_set_type: BLACK, set_status: ENABLED, policy_id: 'p' },
  ...{ policy_name: 'P', domain_count: 3, first_domain: 'a.example.com', id: ++id, ip_addr: '192.0.2.0/24' },
  ...{ status: true, ...more },
});
const effects = (...entries: Containing[]) => [...effectsOf(entries).values()];

describe('the effect of an entry', () => {
  it('is what its list does, grey ones as what they are besides grey', () => {
    expect(effects(entry({}))).toEqual([{ kind: 'blocked', domains: 3 }]);
    expect(effects(entry({ ip_set_type: GREY_BLACK }))).toEqual([{ kind: 'blocked', domains: 3 }]);
    expect(effects(entry({ ip_set_type: GREY_WHITE }))).toEqual([{ kind: 'passes', domains: 3, over: [] }]);
  });

  it.each([
    ['list_off', { set_status: DISABLED, status: false, policy_id: '' }],
    ['address_off', { status: false, policy_id: '' }],
    ['not_bound', { policy_id: '', domain_count: 0 }],
    ['no_domains', { domain_count: 0 }],
  ] as const)('is none, and the first reason for it is %s', (why, more) => {
    expect(effects(entry(more))).toEqual([{ kind: 'none', why }]);
  });

  it('of a black entry is none where a white one of its policy is in effect', () => {
    const white = entry({ name: 'Partners', ip_set_type: WHITE });
    const off = entry({ name: 'Old', ip_set_type: WHITE, status: false });
    expect(effects(entry({}), white)[0]).toEqual({ kind: 'none', why: 'overruled', by: 'Partners' });
    expect(effects(entry({}), off)[0]).toEqual({ kind: 'blocked', domains: 3 });
    expect(effects(entry({ policy_id: 'q' }), white)[0]).toEqual({ kind: 'blocked', domains: 3 });
  });

  it('of a white entry names the black lists of its policy that it wins over, each once', () => {
    const white = entry({ name: 'Partners', ip_set_type: WHITE });
    const others = [entry({ name: 'Off', status: false }), entry({ name: 'Elsewhere', policy_id: 'q' })];
    expect(effects(white, entry({ name: 'Scanners' }), entry({ name: 'Scanners' }), ...others)[0]).toEqual({
      ...{ kind: 'passes', domains: 3 },
      over: ['Scanners'],
    });
  });
});

it('the verdict counts each domain once', () => {
  const found = [entry({}), entry({ name: 'B' }), entry({ policy_id: 'q', domain_count: 2 })];
  expect(verdictOf(effectsOf(found))).toEqual({ blocked: 5, passes: 0 });
  expect(verdictOf(effectsOf([...found, entry({ ip_set_type: WHITE })]))).toEqual({ blocked: 2, passes: 3 });
});

it('a CIDR of IPv4 has so many addresses', () => {
  expect(['192.0.2.0/26', '0.0.0.0/0', '192.0.2.1', '2001:db8::/32'].map(sizeOf)).toEqual([64, 2 ** 32, null, null]);
});
