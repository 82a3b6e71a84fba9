import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFrontServer } from '@/server/front';
import { type Parapet, startParapet } from '@/test/parapet';
import { commandOf } from '@/test/program';
import { idOf } from '@/test/sign-in';
import { type Issued, issue, POLICIES, policiesWith, withKey } from './testing';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

const policies = policiesWith(() => parapet);

describe('the Authorization header', () => {
  it('every wrong key is the same 401', async () => {
    const key = await issue(parapet, 'acme-root');
    const other = await issue(parapet, 'acme-root');
    const mixed = `${key.prefix}.${other.api_key.split('.')[1]}`;
    const missing = await parapet.call('GET', POLICIES, { host: 'acme.test', headers: { Authorization: 'ApiKey x' } });
    expect(missing).toMatchObject({ status: 401, body: { code: 1020, err_key: 'err.auth.required' } });
    for (const api_key of [mixed, key.api_key.slice(0, -1), `${key.api_key}0`, key.prefix, `${key.prefix}.`, 'ppt_.']) {
      const answer = await withKey(parapet, { api_key }, 'GET', POLICIES);
      expect(answer.status, api_key).toBe(401);
      expect(answer.body).toEqual(missing.body);
    }
    for (const Authorization of [
      key.api_key,
      `Bearer ${key.api_key}`,
      `ApiKey  ${key.api_key}`,
      `Api-Key ${key.api_key}`,
    ]) {
      expect((await policies(key, { headers: { Authorization } })).status, Authorization).toBe(401);
    }
    for (const scheme of ['ApiKey', 'apikey', 'APIKEY']) {
      expect((await policies(key, { headers: { Authorization: `${scheme} ${key.api_key}` } })).status).toBe(200);
    }
  });

  it('a key opens neither what needs a session nor the console’s door', async () => {
    const key = await issue(parapet, 'acme-root');
    for (const [method, target] of [
      ['GET', '/api/sys/permissions/tree'],
      ['POST', '/api/auth/logout'],
      ['GET', '/api/analytics/glossary'],
    ] as const) {
      expect(await withKey(parapet, key, method, target)).toMatchObject({ status: 403, body: { code: 1026 } });
    }
    const headers = { 'X-Console': '1' };
    expect((await withKey(parapet, key, 'GET', `/console${POLICIES}`, { headers })).status).toBe(401);
    expect((await policies(key)).status).toBe(200);
  });

  it('a key does not own its holder’s account', async () => {
    const key = await issue(parapet, 'acme-child', { scopes: ['guard.policy.list'] });
    const id = await idOf(parapet, 'acme-child');
    const answer = await withKey(parapet, key, 'PUT', `/api/sys/users/${id}/password`, {
      body: { password: 'another one' },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 1053 } });
  });
});

describe('validity', () => {
  const store = () => parapet.runtime.store;

  it('ends with the time', async () => {
    const key = await issue(parapet, 'acme-root');
    expect((await policies(key)).status).toBe(200);
    const end = Date.now() + 400;
    await store().transaction((tx) =>
      tx.updateTable('api_keys').set({ expires_at: end }).where('key_id', '=', key.key_id).execute(),
    );
    parapet.runtime.principals.clear();
    // On a slow machine fewer calls are answered before the end, or none.
    for (let isOver = false; !isOver; ) {
      isOver = Date.now() >= end;
      const { status } = await policies(key);
      if (isOver) expect(status).toBe(401);
      else if (Date.now() < end) expect(status).toBe(200);
      // A fast machine would use up the key's calls of a second.
      await wait(20);
    }
    const renew = await parapet.call('POST', `/api/sys/api-keys/${key.key_id}/renew`, { as: 'acme-root', body: {} });
    expect(renew.status).toBe(200);
    expect((await policies(key)).status).toBe(200);
  });

  it('rests while the holder is locked and ends when they are deleted', async () => {
    const key = await issue(parapet, 'acme-other');
    const user = `/api/sys/users/${await idOf(parapet, 'acme-other')}`;
    const lock = (locked: number) => parapet.call('PUT', `${user}/lock`, { as: 'acme-support', body: { locked } });
    expect((await lock(1)).status).toBe(200);
    expect((await policies(key)).status).toBe(401);
    expect((await lock(0)).status).toBe(200);
    expect((await policies(key)).status).toBe(200);
    expect((await parapet.call('DELETE', user, { as: 'acme-support' })).status).toBe(200);
    expect((await policies(key)).status).toBe(401);
    const left = await store().read.selectFrom('api_keys').select('key_id').where('key_id', '=', key.key_id).execute();
    expect(left).toEqual([]);
    const logs = await parapet.call('GET', `/api/sys/api-keys/${key.key_id}/logs`, { as: 'acme-support' });
    expect(logs).toMatchObject({ status: 404, body: { code: 1051 } });
  });

  it('at the hosts of its OEM only, however they are written', async () => {
    const key = await issue(parapet, 'acme-root');
    for (const host of ['acme.test', 'ACME.TEST:80', 'acme.test.', 'acme.localhost:3000']) {
      expect((await policies(key, { host })).status, host).toBe(200);
    }
    for (const host of ['borealis.test', 'localhost', 'unknown.test']) {
      expect(await policies(key, { host }), host).toMatchObject({
        status: 403,
        body: { code: 1056, err_key: 'err.sys.apikey.oem_mismatch', data: { category: 'permission' } },
      });
    }
    const forwarded = { 'X-Forwarded-Host': 'acme.test', Forwarded: 'host=acme.test' };
    expect((await policies(key, { host: 'borealis.test', headers: forwarded })).status).toBe(403);
  });
});

describe('the address allowlist', () => {
  const CLAIMS = {
    'X-Forwarded-For': '10.9.0.1',
    Forwarded: 'for=10.9.0.1',
    'X-Real-IP': '10.9.0.1',
    'True-Client-IP': '10.9.0.1',
    'X-Client-IP': '10.9.0.1',
    'CF-Connecting-IP': '10.9.0.1',
  };

  it('looks at the true peer, whatever headers claim', async () => {
    const outside = await issue(parapet, 'acme-root', { allowed_ip_cidrs: ['10.9.0.0/16'] });
    for (const headers of [{}, CLAIMS, ...Object.entries(CLAIMS).map(([name, value]) => ({ [name]: value }))]) {
      expect(await policies(outside, { headers }), JSON.stringify(headers)).toMatchObject({
        status: 403,
        body: { code: 1057, err_key: 'err.sys.apikey.ip_refused' },
      });
    }
    const inside = await issue(parapet, 'acme-root', { allowed_ip_cidrs: ['192.0.2.0/24', '127.0.0.0/8'] });
    expect((await policies(inside)).status).toBe(200);
    expect((await policies(inside, { headers: CLAIMS })).status).toBe(200);
  });

  it('takes an IPv4 peer on a socket of both families for what it is', async () => {
    const server = createFrontServer(parapet.runtime, async (_request, response) => {
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '::', resolve));
    const { port } = server.address() as AddressInfo;
    const call = async (key: Issued, host: string) => {
      const headers = { Host: 'acme.test', Authorization: `ApiKey ${key.api_key}` };
      const [answer] = await once(get({ host, port, path: POLICIES, headers, agent: false }), 'response');
      answer.resume();
      return answer.statusCode;
    };
    const v4 = await issue(parapet, 'acme-root', { allowed_ip_cidrs: ['127.0.0.0/8'] });
    const mapped = await issue(parapet, 'acme-root', { allowed_ip_cidrs: ['::ffff:127.0.0.1/128'] });
    const v6 = await issue(parapet, 'acme-root', { allowed_ip_cidrs: ['::1/128'] });
    expect([await call(v4, '127.0.0.1'), await call(mapped, '127.0.0.1'), await call(v6, '127.0.0.1')]).toEqual([
      200, 200, 403,
    ]);
    expect([await call(v4, '::1'), await call(v6, '::1')]).toEqual([403, 200]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('behind a trusted proxy the last hop it wrote counts', async () => {
    const behind = await startParapet({ env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
    const key = await issue(behind, 'acme-root', { allowed_ip_cidrs: ['10.9.0.0/16'] });
    const from = async (hops: string) =>
      (await withKey(behind, key, 'GET', POLICIES, { headers: { 'X-Forwarded-For': hops } })).status;
    expect(await from('10.9.0.1')).toBe(200);
    expect(await from('192.0.2.1, 10.9.0.1')).toBe(200);
    expect(await from('10.9.0.1, 192.0.2.1')).toBe(403);
    await behind.close();
  });
});

describe('scopes', () => {
  it('a key does what its scopes name and its holder may, nothing else', async () => {
    const key = await issue(parapet, 'acme-root', { scopes: ['guard.policy.list'] });
    expect((await policies(key)).status).toBe(200);
    for (const [method, target, permission] of [
      ['POST', POLICIES, 'guard.policy.create'],
      ['GET', `${POLICIES}/0`, 'guard.policy.view'],
      ['GET', '/api/sys/users', 'sys.user.list'],
      ['GET', '/api/sys/api-keys', 'sys.apikey.list'],
    ] as const) {
      const answer = await withKey(parapet, key, method, target, {
        body: method === 'POST' ? { name: 'x' } : undefined,
      });
      expect(answer, `${method} ${target}`).toMatchObject({
        status: 403,
        body: { code: 1053, err_key: 'err.sys.apikey.scope_insufficient', data: { category: 'permission' } },
      });
      expect(answer.body.message).toContain(permission);
    }
  });

  it('in the store too nothing expands and case counts', async () => {
    const key = await issue(parapet, 'acme-root', { scopes: ['guard.policy.list'] });
    for (const scope of ['guard.*', '*', 'guard.policy.*', 'Guard.Policy.List', 'guard.policy', 'guard.policy.list ']) {
      await parapet.runtime.store.transaction((tx) =>
        tx
          .updateTable('api_keys')
          .set({ scopes: JSON.stringify([scope]) })
          .where('key_id', '=', key.key_id)
          .execute(),
      );
      parapet.runtime.principals.clear();
      expect(await policies(key), scope).toMatchObject({ status: 403, body: { code: 1053 } });
    }
  });

  it('a role that shrinks shrinks the key at once, and grows it again within its scopes', async () => {
    const all = await issue(parapet, 'acme-child');
    const one = await issue(parapet, 'acme-child', { scopes: ['guard.policy.list'] });
    const user = `/api/sys/users/${await idOf(parapet, 'acme-child')}`;
    const roles = (role_ids: number[]) => parapet.call('PUT', user, { as: 'acme-root', body: { role_ids } });
    const create = (key: Issued) => withKey(parapet, key, 'POST', POLICIES, { body: { name: `By ${Math.random()}` } });
    expect((await create(all)).status).toBe(201);
    expect((await roles([12])).status).toBe(200);
    expect(await create(all)).toMatchObject({ status: 403, body: { code: 1053 } });
    expect((await policies(one)).status).toBe(200);
    expect((await roles([21])).status).toBe(200);
    for (const key of [all, one]) {
      const answer = await policies(key);
      expect(answer).toMatchObject({ status: 403, body: { code: 1053 } });
      expect(answer.body.message).toBe(
        'This API key lacks “Policies: List” (guard.policy.list): its scopes or the roles of its holder do not cover it.',
      );
    }
    expect((await roles([11])).status).toBe(200);
    expect((await create(all)).status).toBe(201);
    expect(await create(one)).toMatchObject({ status: 403, body: { code: 1053 } });
  });
});

describe('a key that issues keys', () => {
  const CREATE = 'sys.apikey.create';
  const mint = (key: Issued, body: object) =>
    withKey(parapet, key, 'POST', '/api/sys/api-keys', { body: { name: 'Minted', ...body } });
  const stored = async (key_id: string) =>
    (await parapet.call('GET', `/api/sys/api-keys/${key_id}`, { as: 'acme-root' })).body.data;

  it('needs the scope for it', async () => {
    const key = await issue(parapet, 'acme-root', { scopes: ['guard.policy.list'] });
    expect(await mint(key, {})).toMatchObject({ status: 403, body: { code: 1053 } });
  });

  it('never gives more scopes than its own, and a copy of them where none are named', async () => {
    const key = await issue(parapet, 'acme-root', { scopes: [CREATE, 'guard.policy.list'] });
    const copy = await mint(key, { scopes: [] });
    expect(copy.status).toBe(201);
    expect((await stored(copy.body.data.key_id)).scopes).toEqual([CREATE, 'guard.policy.list']);
    expect((await withKey(parapet, copy.body.data, 'GET', '/api/sys/users')).status).toBe(403);
    const less = await mint(key, { scopes: ['guard.policy.list'] });
    expect((await stored(less.body.data.key_id)).scopes).toEqual(['guard.policy.list']);
    expect(await mint(key, { scopes: ['guard.policy.list', 'guard.policy.edit'] })).toMatchObject({
      status: 403,
      body: { code: 1053, data: { field: 'scopes.1' } },
    });
    expect(await mint(key, { scopes: ['guard.policy.nothing'] })).toMatchObject({ status: 403, body: { code: 1052 } });
  });

  it('a key that inherits all issues keys that inherit all', async () => {
    const key = await issue(parapet, 'acme-root');
    const minted = await mint(key, {});
    expect((await stored(minted.body.data.key_id)).scopes).toEqual([]);
    expect((await mint(key, { scopes: ['guard.policy.edit'] })).status).toBe(201);
  });

  it('never lets more addresses in', async () => {
    const key = await issue(parapet, 'acme-root', { scopes: [CREATE], allowed_ip_cidrs: ['127.0.0.0/8'] });
    const copy = await mint(key, {});
    expect((await stored(copy.body.data.key_id)).allowed_ip_cidrs).toEqual(['127.0.0.0/8']);
    const less = await mint(key, { allowed_ip_cidrs: ['127.0.0.1/32'] });
    expect((await stored(less.body.data.key_id)).allowed_ip_cidrs).toEqual(['127.0.0.1/32']);
    for (const cidr of ['0.0.0.0/0', '10.0.0.0/8', '126.0.0.0/7', '::/0']) {
      expect(await mint(key, { allowed_ip_cidrs: [cidr] }), cidr).toMatchObject({ status: 403, body: { code: 1058 } });
    }
  });
});

describe('npm run ingest with PARAPET_KEY', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-key-'));
  const file = path.join(folder, 'access.log');
  writeFileSync(file, '203.0.113.9 - - [20/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 12 "-" "curl/8.0"\n');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function ingest(PARAPET_KEY: string) {
    const PARAPET_URL = parapet.url;
    const [node, program] = commandOf('scripts/ingest.ts');
    const child = spawn(node, [program, file], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { NODE_ENV: 'test', PARAPET_URL, PARAPET_KEY },
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    const [code] = await once(child, 'close');
    return { code, output };
  }

  it('stores events with a key of the scope, and with no other', async () => {
    const key = await issue(parapet, 'admin', { scopes: ['analytics.event.ingest'] });
    const { code, output } = await ingest(key.api_key);
    expect(output).toContain('1 events stored');
    expect(code).toBe(0);
    const other = await issue(parapet, 'admin', { scopes: ['guard.policy.list'] });
    const refused = await ingest(other.api_key);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('analytics.event.ingest');
    // The business side may hold the permission, yet traffic is the platform’s.
    const tenant = await issue(parapet, 'acme-root', { scopes: ['analytics.event.ingest'] });
    const body = { batch_id: 'tenant', events: [] };
    const answer = await withKey(parapet, tenant, 'POST', '/api/analytics/events', { body });
    expect(answer).toMatchObject({ status: 403, body: { code: 1025 } });
  });
});
