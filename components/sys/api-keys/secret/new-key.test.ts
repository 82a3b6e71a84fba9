import { expect, it } from 'vitest';
import { envFile, envFileName, masked, type NewKey, tryLine, tryPath } from './new-key';

const key: NewKey = {
  key_id: '0190f0a0-0000-7000-8000-000000000000',
  name: 'Edge report / 2',
  prefix: 'ppt_q7VxB2nE',
  last4: 'fT2a',
  api_key: `ppt_q7VxB2nE.${'s'.repeat(36)}fT2a`,
  expires_at: 0,
  scopes: [],
  allowed_ip_cidrs: [],
};

it('shows of a masked key only what the list shows too', () => {
  expect(masked(key)).toBe(`ppt_q7VxB2nE.${'•'.repeat(28)}fT2a`);
});

it('writes a file that programs read', () => {
  expect(envFile('https://acme.example.com', key)).toBe(
    `PARAPET_URL=https://acme.example.com\nPARAPET_KEY=${key.api_key}\n`,
  );
  expect(envFileName(key)).toBe('Edge-report-2.env');
  expect(envFileName({ ...key, name: '/../' })).toBe('parapet.env');
  expect(envFileName({ ...key, name: '边缘 报表' })).toBe('边缘-报表.env');
});

it('tries what the key may do, and nothing else', () => {
  expect(tryPath([], (permission) => permission === 'guard.policy.list')).toBe('/api/guard/policies');
  expect(tryPath(['sys.user.list'], () => true)).toBe('/api/sys/users');
  expect(tryPath(['guard.cert.edit', 'guard.cert.list'], () => true)).toBe('/api/guard/certs');
  expect(tryPath(['guard.cc.edit'], () => true)).toBeUndefined();
  expect(tryPath(['sys.user.list'], () => false)).toBeUndefined();
});

it('passes the key through the environment, not through the command', () => {
  const [first, ...rest] = tryLine('https://acme.example.com', '/api/guard/policies', key.api_key).split('\n');
  expect(first).toBe(` export PARAPET_KEY='${key.api_key}'`);
  expect(rest.join('\n')).not.toContain(key.api_key);
});
