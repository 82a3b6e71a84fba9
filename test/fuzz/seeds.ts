import { RULE } from '@/lib/analytics/alert-rules/testing';
import { Openssl } from '@/lib/guard/certs/testing';
import { ORIGIN } from '@/lib/guard/domains/testing';
import { ACL, CC } from '@/lib/guard/rules/testing';

/** A call of acme-root, or of whom `as` says, after which there is something; `{…}` is the id that an answer showed for the list before it. */
export type Seed = { as?: string; method: string; path: string; body?: unknown };

const DOMAIN = '/api/guard/domains/{id}';
const POLICY = '/api/guard/policies/{id}';

/** Calls after which there is an object of most kinds. `policy_id` is the first policy's. */
export const seeds = (policy_id: string): Seed[] => [
  ...[CC, ACL].map(({ kind, rule }) => ({ method: 'POST', path: `${POLICY}/${kind}/rules`, body: rule })),
  { method: 'POST', path: '/api/guard/domains', body: { domain: 'fuzz.example.com', policy_id, src_sites: [ORIGIN] } },
  { as: 'acme-support', method: 'PUT', path: `${DOMAIN}/audit`, body: { audit_status: 4 } },
  { method: 'PUT', path: `${DOMAIN}/nodes`, body: { node_ids: ['hk-1', 'fra-1'] } },
  {
    method: 'POST',
    path: `${DOMAIN}/origin-groups`,
    body: { name: 'Asia', node_ids: ['hk-1'], src_ips: [ORIGIN.addr] },
  },
  {
    method: 'POST',
    path: '/api/guard/waf/rules',
    body: { policy_id, name: 'Own', rules: [{ zone: 'URL', pattern: 'x' }] },
  },
  { method: 'POST', path: '/api/guard/bwlist/sets', body: { name: 'Office', ip_set_type: 1 } },
  { method: 'POST', path: '/api/guard/bwlist/sets/{id}/ips', body: { ip_addr: '192.0.2.77' } },
  { method: 'POST', path: '/api/analytics/alert-rules', body: RULE },
  { method: 'POST', path: '/api/guard/certs', body: { name: 'Fuzz', ...certificate() } },
];

function certificate() {
  const openssl = new Openssl();
  try {
    return openssl.pair({ subject: '/CN=fuzz.example.com', names: ['fuzz.example.com'] });
  } finally {
    openssl.close();
  }
}
