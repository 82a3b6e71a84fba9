import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { type Issued, withKey } from './testing';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

const DAY_MS = 86_400_000;
const post = (as: string, body: unknown) => parapet.call('POST', '/api/sys/api-keys', { as, body });
const listed = async (as: string, query = '') => {
  const { status, body } = await parapet.call('GET', `/api/sys/api-keys?size=100${query}`, { as });
  expect(status).toBe(200);
  return body.data;
};

describe('issuing a key', () => {
  it('answers its text once; it works at once and the list shows it without secrets', async () => {
    const before = Date.now();
    const { status, body } = await post('acme-root', { name: ' Deploy ', scopes: ['guard.policy.list'] });
    expect(status).toBe(201);
    const key = body.data;
    expect(Object.keys(key).sort()).toEqual(['api_key', 'expires_at', 'key_id', 'last4', 'name', 'prefix']);
    expect(key.name).toBe('Deploy');
    expect(key.api_key).toMatch(/^ppt_[0-9A-Za-z]{8}\.[0-9A-Za-z]{40}$/);
    expect(key.api_key.startsWith(`${key.prefix}.`)).toBe(true);
    expect(key.api_key.endsWith(key.last4)).toBe(true);
    expect(key.expires_at).toBeGreaterThanOrEqual(before + 90 * DAY_MS);
    expect(key.expires_at).toBeLessThan(Date.now() + 90 * DAY_MS + 1);
    expect((await withKey(parapet, key, 'GET', '/api/guard/policies')).status).toBe(200);

    const row = (await listed('acme-root')).list.find((k: Issued) => k.key_id === key.key_id);
    expect(row).toMatchObject({
      name: 'Deploy',
      prefix: key.prefix,
      last4: key.last4,
      oem_id: 'acme',
      scopes: ['guard.policy.list'],
      allowed_ip_cidrs: [],
      status: 1,
      expires_at: key.expires_at,
      last_used_ip: '127.0.0.1',
    });
    expect(row.last_used_at).toBeGreaterThanOrEqual(before);
    expect(JSON.stringify(row)).not.toContain(key.api_key.slice(13));
    const view = await parapet.call('GET', `/api/sys/api-keys/${key.key_id}`, { as: 'acme-root' });
    expect(view.body.data).toEqual(row);
  });
});
