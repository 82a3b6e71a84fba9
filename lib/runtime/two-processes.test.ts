import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from '@/scripts/request';
import { type Child, startChild } from '@/test/child';
import { testDatabase } from '@/test/parapet';
import { PASSWORD, people } from '@/test/people';

const database = await testDatabase();
const folder = mkdtempSync(path.join(tmpdir(), 'parapet-two-'));

const HOST = 'acme.test';

const start = (name: string) =>
  startChild({
    ...{ DATABASE_URL: database?.url ?? '', DATA_DIR: path.join(folder, name) },
    ...{ PROVISION_FILE: path.join(folder, 'people.json'), ADMIN_PASSWORD: PASSWORD },
    SECRET_KEY: 'a key that both processes have, long enough',
  });

type Sent = { as?: string; key?: string; body?: object };

async function send({ url }: Child, method: string, target: string, { as, key, body }: Sent = {}) {
  const credentials = as ? { Authorization: `Bearer ${as}` } : key ? { Authorization: `ApiKey ${key}` } : {};
  const type = body ? { 'Content-Type': 'application/json' } : {};
  const headers = { Host: HOST, ...credentials, ...type } as Record<string, string>;
  const { status, text } = await request(url, { method, path: target, headers, body: body && JSON.stringify(body) });
  return { status, data: text.startsWith('{') ? JSON.parse(text).data : undefined };
}

const signIn = (at: Child, username: string, password = PASSWORD) =>
  send(at, 'POST', '/api/auth/login', { body: { username, password: Buffer.from(password).toString('base64') } });

describe.runIf(database)('two processes on one PostgreSQL', () => {
  let a: Child;
  let b: Child;
  let root = '';
  beforeAll(async () => {
    writeFileSync(path.join(folder, 'people.json'), JSON.stringify(people));
    a = await start('a');
    b = await start('b');
    root = (await signIn(a, 'acme-root')).data.token;
  }, 120_000);
  afterAll(async () => {
    for (const { child } of [a, b]) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('let one key through at one rate', async () => {
    const { data } = await send(a, 'POST', '/api/sys/api-keys', { as: root, body: { name: 'Rate' } });
    const started = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) => send(i % 2 ? a : b, 'GET', '/api/guard/policies', { key: data.api_key })),
    );
    const earned = ((performance.now() - started) / 1000) * 100;
    const passed = answers.filter(({ status }) => status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(100);
    expect(passed).toBeLessThanOrEqual(100 + earned + 1);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
  });

  it('count wrong passwords together', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await signIn(i % 2 ? a : b, 'acme-viewer', 'wrong')).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('both know at once what ended: a session, a key, a person’s rights', async () => {
    const { token } = (await signIn(a, 'acme-child')).data;
    const list = (at: Child, sent: Sent) => send(at, 'GET', '/api/guard/policies', sent).then(({ status }) => status);
    const made = await send(a, 'POST', '/api/sys/api-keys', { as: root, body: { name: 'Revoked' } });
    const { api_key: key, key_id } = made.data;
    for (const at of [a, b]) expect([await list(at, { as: token }), await list(at, { key })]).toEqual([200, 200]);

    expect((await send(a, 'POST', '/api/auth/logout', { as: token })).status).toBe(200);
    expect(await list(b, { as: token })).toBe(401);
    expect((await send(b, 'DELETE', `/api/sys/api-keys/${key_id}`, { as: root })).status).toBe(200);
    expect(await list(a, { key })).toBe(401);

    const second = (await signIn(b, 'acme-child')).data;
    expect(await list(a, { as: second.token })).toBe(200);
    const { data } = await send(a, 'GET', '/api/sys/users?size=100', { as: root });
    const child = data.list.find((user: { user_name: string }) => user.user_name === 'acme-child');
    const lock = { as: root, body: { locked: 1 } };
    expect((await send(b, 'PUT', `/api/sys/users/${child.user_id}/lock`, lock)).status).toBe(200);
    expect(await list(a, { as: second.token })).toBe(401);
  });

  it('both know at once what somebody may do now, and how a domain is set', async () => {
    const { data } = await send(a, 'GET', '/api/sys/users?size=100', { as: root });
    const editor = data.list.find((user: { user_name: string }) => user.user_name === 'acme-editor');
    const { token } = (await signIn(b, 'acme-editor')).data;
    const listed = (at: Child) => send(at, 'GET', '/api/guard/domains', { as: token }).then(({ status }) => status);
    for (const [role, status] of [
      [12, 200],
      [20, 403],
      [12, 200],
    ] as const) {
      const body = { role_ids: [role] };
      expect((await send(a, 'PUT', `/api/sys/users/${editor.user_id}`, { as: root, body })).status).toBe(200);
      expect([await listed(b), await listed(a)]).toEqual([status, status]);
    }

    const policy = await send(a, 'POST', '/api/guard/policies', { as: root, body: { name: 'Set' } });
    const src_sites = [{ addr: '192.0.2.1', port: 443, protocol: 'https' }];
    const body = { domain: 'set.example.com', policy_id: policy.data.policy_id, src_sites };
    const { domain_id } = (await send(a, 'POST', '/api/guard/domains', { as: root, body })).data;
    const target = `/api/guard/domains/${domain_id}/settings`;
    const { settings } = (await send(b, 'GET', target, { as: root })).data;
    const cache = JSON.stringify({ ...JSON.parse(settings.cache), enabled: !JSON.parse(settings.cache).enabled });
    expect((await send(a, 'PUT', target, { as: root, body: { settings: { cache } } })).status).toBe(200);
    expect(JSON.parse((await send(b, 'GET', target, { as: root })).data.settings.cache)).toEqual(JSON.parse(cache));
    expect((await send(b, 'DELETE', `/api/guard/domains/${domain_id}`, { as: root })).status).toBe(200);
  });

  it('both see every change at once: lists, counts, searches', async () => {
    const policy = await send(a, 'POST', '/api/guard/policies', { as: root, body: { name: 'Shared' } });
    const { policy_id } = policy.data;
    const src_sites = [{ addr: '192.0.2.1', port: 443, protocol: 'https' }];
    const total = async (at: Child, query: string) =>
      (await send(at, 'GET', `/api/guard/domains?${query}`, { as: root })).data.total as number;
    for (let n = 1; n <= 5; n++) {
      const [writer, reader] = n % 2 ? [a, b] : [b, a];
      const body = { domain: `shop-${n}.example.com`, policy_id, src_sites };
      const { status, data } = await send(writer, 'POST', '/api/guard/domains', { as: root, body });
      expect(status).toBe(201);
      expect(await total(reader, '')).toBe(n);
      expect(await total(reader, 'keyword=shop')).toBe(n);
      const renamed = { as: root, body: { asset_name: `asset ${n}` } };
      expect((await send(reader, 'PUT', `/api/guard/domains/${data.domain_id}`, renamed)).status).toBe(200);
      expect(await total(writer, `keyword=asset%20${n}`)).toBe(1);
    }
  });
});
