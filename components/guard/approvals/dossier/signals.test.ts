import { describe, expect, it } from 'vitest';
import type { Dossier } from '@/lib/guard/approvals/contract';
import type { Probed, Verdict } from '@/lib/guard/probes/contract';
import { type Findings, signalsOf } from './signals';

const DAY = 86_400_000;
const related = { domain_id: 'o', domain: 'examp1e.org', user_name: 'other', audit_status: 4 };
const dossier = (more: Partial<Dossier> = {}): Dossier => ({
  origins: [
    { ip: '192.0.2.1', port: 443, protocol: 'https', weight: 1, line: 'default', status: 'CFGOPTION_2_ENABLE' },
  ],
  policy: { policy_id: 'p', name: 'Guard' },
  owner: {
    ...{ user_id: 'u', user_name: 'u', nick_name: '', ctime: 0 },
    unaudited: 1,
    in_review: 0,
    rejected: 0,
    approved: 0,
  },
  owner_domains: [],
  elsewhere: 0,
  same_site: [],
  look_alikes: [],
  drawn_as: '',
  certificates: [{ id: 1, name: 'c', expired_at: 100 * DAY, covers: true }],
  decisions: [],
  ...more,
});
const probed = (verdict: Verdict): Probed => ({
  ...{ host: '192.0.2.1', port: 443, checked_at: 0, verdict },
  tcp: { ok: true, latency_ms: 1, error: '' },
  tls: { status: 'ok', latency_ms: 1, error: '', not_after: 0 },
  http: { status_code: 200, latency_ms: 1, error: '' },
});
const found = (verdicts: Verdict[], resolved_cname = '', dns_effective = false): Findings => ({
  origins: verdicts.map(probed),
  verified: {
    ...{ origin_reachable: true, origin_latency_ms: 1, origin_error: '', checked_at: 0 },
    dns_effective,
    resolved_cname,
  },
});
const brief = (...[facts, findings = found(['ok']), auto = false, now = 0]: [Dossier, Findings?, boolean?, number?]) =>
  signalsOf(facts, findings, auto, now).map((signal) =>
    `${signal.level} ${signal.key} ${'state' in signal ? signal.state : ''}`.trim(),
  );

describe('signalsOf', () => {
  it('is quiet about a domain about which all is well', () => {
    expect(brief(dossier())).toEqual(['quiet cname unset', 'good origins ok', 'good certificate covers']);
  });

  it('puts what is doubtful first, the worst before the rest', () => {
    const decisions = [{ audit_status: 3, reason: { 'zh-CN': '否', 'en-US': 'no' }, actor_name: 's', ctime: 0 }];
    const facts = dossier({ look_alikes: [related], same_site: [related], elsewhere: 2, decisions, certificates: [] });
    expect(brief(facts, found(['ok', 'unreachable', 'slow'], 'edge.other.example'))).toEqual([
      'bad look_alikes',
      'bad origins unreachable',
      'doubt same_site',
      'doubt elsewhere',
      'doubt rejected_before',
      'doubt certificate none',
      'doubt cname elsewhere',
    ]);
  });

  it('keeps apart what is still asked and what could not be asked', () => {
    const waiting = signalsOf(dossier(), undefined, false, 0).map(({ level, key }) => `${level} ${key}`);
    expect(waiting).toEqual(['pending origins', 'pending cname', 'good certificate']);
    expect(brief(dossier(), null)).toEqual(['doubt origins failed', 'doubt cname failed', 'good certificate covers']);
  });

  it.each([
    ['uncovered', [{ id: 1, name: 'c', expired_at: 100 * DAY, covers: false }], false, 'bad'],
    ['expired', [{ id: 1, name: 'c', expired_at: -1, covers: true }], false, 'bad'],
    ['soon', [{ id: 1, name: 'c', expired_at: 3 * DAY, covers: true }], false, 'doubt'],
    [
      'covers',
      [
        { id: 1, name: 'c', expired_at: -1, covers: true },
        { id: 2, name: 'd', expired_at: 99 * DAY, covers: true },
      ],
      false,
      'good',
    ],
    ['auto', [], true, 'good'],
  ])('reads certificates that are %s', (state, certificates, auto, level) => {
    expect(brief(dossier({ certificates }), found(['ok']), auto)).toContain(`${level} certificate ${state}`);
  });

  it('has nothing to try where there is no origin', () => {
    expect(brief(dossier({ origins: [] }), undefined)).toContain('bad origins none');
  });
});
