import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from '@/scripts/request';
import { type Parapet, startParapet } from '@/test/parapet';
import { PASSWORD } from '@/test/people';
import { commandOf } from '@/test/program';
import { idOf } from '@/test/sign-in';
import { type Issued, issue, withKey } from './testing';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

const POLICIES = '/api/guard/policies';
const read = (as: string, target: string) => parapet.call('GET', `/api/sys/api-keys${target}`, { as });
const logs = async (key: Issued, query = '', as = 'acme-root') => {
  const { status, body } = await read(as, `/${key.key_id}/logs?size=100${query}`);
  expect(status).toBe(200);
  return body.data;
};

describe('the call log of a key', () => {
  it('holds every answered call with what became of it, newest first', async () => {
    const key = await issue(parapet, 'acme-root', { scopes: ['guard.policy.list', 'guard.policy.view'] });
    const agent = { 'User-Agent': `curl/8 ${'é'.repeat(300)}` };
    const before = Date.now();
    await withKey(parapet, key, 'GET', `${POLICIES}?keyword=secret-word`, { headers: agent });
    await withKey(parapet, key, 'GET', `${POLICIES}/0`);
    await withKey(parapet, key, 'POST', POLICIES, { body: { name: 'x' } });
    await withKey(parapet, key, 'GET', POLICIES, { host: 'borealis.test' });
    await withKey(parapet, key, 'POST', '/api/guard/nowhere', { body: {} });

    const { list, total } = await logs(key);
    expect(total).toBe(5);
    const user_id = await idOf(parapet, 'acme-root');
    for (const row of list) {
      expect(row).toMatchObject({
        event_type: 'call',
        key_id: key.key_id,
        user_id,
        oem_id: 'acme',
        auth_mode: 'apikey',
        client_ip: '127.0.0.1',
      });
      expect(row.ctime).toBeGreaterThanOrEqual(before);
      expect(row.user_agent.length).toBeLessThanOrEqual(255);
      expect(JSON.parse(row.extra)).toEqual({});
    }
    type Row = { action: string; status_code: number; biz_code: number };
    expect(list.map((row: Row) => [row.action, row.status_code, row.biz_code])).toEqual([
      ['POST /api/guard/nowhere', 404, 1008],
      ['GET /api/guard/policies', 403, 1056],
      ['POST /api/guard/policies', 403, 1053],
      ['GET /api/guard/policies/0', 404, 1040],
      ['GET /api/guard/policies', 200, 0],
    ]);
    expect(JSON.stringify(list)).not.toContain('secret-word');
    expect(list[4].user_agent.startsWith('curl/8 ')).toBe(true);
  });

  it('misses none of 200 calls, refused ones included', async () => {
    const key = await issue(parapet, 'acme-root');
    const answers = await Promise.all(Array.from({ length: 200 }, () => withKey(parapet, key, 'GET', POLICIES)));
    const passed = answers.filter((answer) => answer.status === 200).length;
    expect((await logs(key)).total).toBe(200);
    const { body } = await read('acme-root', `/${key.key_id}/stats`);
    expect(body.data).toMatchObject({ total_calls: 200, success: passed, client_err: 200 - passed, server_err: 0 });
    expect(answers.every((answer) => answer.status === 200 || answer.status === 429)).toBe(true);
  });

  it('notes the last use once a minute at most', async () => {
    const key = await issue(parapet, 'acme-root');
    const used = async () => (await read('acme-root', `/${key.key_id}`)).body.data.last_used_at;
    expect(await used()).toBe(0);
    await withKey(parapet, key, 'GET', POLICIES);
    const first = await used();
    expect(Math.abs(first - Date.now())).toBeLessThan(5_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (let i = 0; i < 3; i++) await withKey(parapet, key, 'GET', POLICIES);
    expect(await used()).toBe(first);
    await parapet.runtime.store.transaction((tx) =>
      tx
        .updateTable('api_keys')
        .set({ last_used_at: first - 61_000 })
        .where('key_id', '=', key.key_id)
        .execute(),
    );
    parapet.runtime.principals.clear();
    await withKey(parapet, key, 'GET', POLICIES);
    expect(await used()).toBeGreaterThan(first);
  });

  it('checks its parameters', async () => {
    const key = await issue(parapet, 'acme-root');
    for (const query of ['event=other', 'event=', 'size=101', 'page=0']) {
      expect((await read('acme-root', `/${key.key_id}/logs?${query}`)).status, query).toBe(400);
    }
  });

  it('cannot be changed in the store', async () => {
    const { store } = parapet.runtime;
    const change = store.transaction((tx) => tx.updateTable('api_key_logs').set({ action: 'other' }).execute());
    await expect(change).rejects.toThrow('append-only');
  });
});

describe('statistics', () => {
  it('count by kind of answer, name the busiest, and go back as far as asked', async () => {
    const key = await issue(parapet, 'acme-root');
    const now = Date.now();
    const row = (action: string, status_code: number, ago_ms: number) => ({
      event_type: 'call' as const,
      key_id: key.key_id,
      user_id: 'u',
      oem_id: 'acme',
      auth_mode: 'apikey',
      action,
      status_code,
      biz_code: 0,
      client_ip: '',
      user_agent: '',
      permission: '',
      extra: '{}',
      ctime: now - ago_ms,
    });
    const times = (n: number, made: ReturnType<typeof row>) => Array.from({ length: n }, () => made);
    const MINUTE = 60_000;
    const calls = [
      ...times(6, row('GET /a', 200, MINUTE)),
      ...times(5, row('GET /b', 399, 2 * MINUTE)),
      ...times(5, row('GET /c', 400, 90 * MINUTE)),
      ...times(4, row('GET /d', 499, 25 * 60 * MINUTE)),
      ...times(3, row('GET /e', 500, 25 * 60 * MINUTE)),
      ...times(2, row('GET /f', 503, 8 * 24 * 60 * MINUTE)),
    ];
    for (const call of calls) parapet.runtime.keyCalls.add(call);
    const stats = async (since?: string) => {
      const { status, body } = await read(
        'acme-root',
        `/${key.key_id}/stats${since === undefined ? '' : `?since=${since}`}`,
      );
      expect(status, since).toBe(200);
      return body.data;
    };
    const all = {
      total_calls: 25,
      success: 11,
      client_err: 9,
      server_err: 5,
      top_endpoints: [
        { action: 'GET /a', count: 6 },
        { action: 'GET /b', count: 5 },
        { action: 'GET /c', count: 5 },
        { action: 'GET /d', count: 4 },
        { action: 'GET /e', count: 3 },
      ],
      last_1h_qps: 11 / 3600,
    };
    expect(await stats()).toEqual(all);
    for (const since of ['', '0', '9d', '36500d']) expect(await stats(since), since).toEqual(all);
    expect(await stats('24h')).toMatchObject({ total_calls: 16, success: 11, client_err: 5, server_err: 0 });
    expect(await stats('1d')).toMatchObject({ total_calls: 16 });
    expect(await stats('90s')).toMatchObject({ total_calls: 6, top_endpoints: [{ action: 'GET /a', count: 6 }] });
    expect(await stats(String(now - 3 * MINUTE))).toMatchObject({ total_calls: 11 });
    expect(await stats('0s')).toEqual({
      ...all,
      total_calls: 0,
      success: 0,
      client_err: 0,
      server_err: 0,
      top_endpoints: [],
    });
  });

  it.each(['abc', '-1h', '999999999999d', '1.5h', '1w', 'h', '1 h', '1H', '1e3', '-5', '9999999999999999', '２４h'])(
    'refuse since=%s',
    async (since) => {
      const key = await issue(parapet, 'acme-root');
      const answer = await read('acme-root', `/${key.key_id}/stats?since=${encodeURIComponent(since)}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 1002, data: { field: 'since' } } });
    },
  );
});

describe('the management log', () => {
  it('and the audit log hold each action, in one transaction with it', async () => {
    const key = await issue(parapet, 'acme-child', {
      name: 'Traced',
      scopes: ['guard.policy.list', 'sys.apikey.delete'],
    });
    const target = `/api/sys/api-keys/${key.key_id}`;
    const renewed = await parapet.call('POST', `${target}/renew`, { as: 'acme-support', body: { expires_in_days: 7 } });
    await withKey(parapet, key, 'DELETE', target);
    const { list } = await logs(key, '&event=manage', 'acme-child');
    const [child, support] = [await idOf(parapet, 'acme-child'), await idOf(parapet, 'acme-support')];
    type Row = { action: string; user_id: string; auth_mode: string; extra: string; status_code: number };
    expect(list.map((row: Row) => [row.action, row.user_id, row.auth_mode, row.status_code])).toEqual([
      ['revoke', child, 'apikey', 0],
      ['renew', support, 'session', 0],
      ['create', child, 'session', 0],
    ]);
    expect(JSON.parse(list[1].extra)).toEqual({
      before_expires_at: key.expires_at,
      after_expires_at: renewed.body.data.expires_at,
    });
    const audit = await parapet.runtime.store.read
      .selectFrom('audit_logs')
      .select(['action', 'actor_type', 'actor_name', 'resource_type', 'status', 'http_status', 'on_behalf_user_name'])
      .where('resource_id', '=', key.key_id)
      .orderBy('id')
      .execute();
    expect(
      audit.map((row) => [row.action, row.actor_type, row.actor_name, row.http_status, row.on_behalf_user_name]),
    ).toEqual([
      ['sys.apikey.create', 'user', 'acme-child', 201, ''],
      ['sys.apikey.renew', 'staff', 'acme-support', 200, 'acme-child'],
      ['sys.apikey.delete', 'apikey', 'acme-child', 200, ''],
    ]);
    expect(new Set(audit.map((row) => `${row.resource_type} ${row.status}`))).toEqual(new Set(['api_key 1']));
  });

  it('shows everybody what they did and platform staff their OEM, with batches', async () => {
    const keys = [await issue(parapet, 'acme-other'), await issue(parapet, 'acme-other')];
    const user_id = await idOf(parapet, 'acme-other');
    await parapet.call('POST', '/api/sys/api-keys/revoke-all', { as: 'acme-support', body: { user_id } });
    type Row = { action: string; key_id: string; user_id: string; oem_id: string; event_type: string; extra: string };
    const actions = async (as: string): Promise<Row[]> => {
      const { status, body } = await read(as, '/audit-actions?size=100');
      expect(status, as).toBe(200);
      return body.data.list;
    };
    const support = await actions('acme-support');
    expect(support.every((row) => row.oem_id === 'acme' && row.event_type === 'manage')).toBe(true);
    const [batch] = support;
    expect(batch).toMatchObject({ action: 'revoke-all', key_id: '', user_id: await idOf(parapet, 'acme-support') });
    expect(JSON.parse(batch?.extra ?? '')).toEqual({
      user_id,
      affected: 2,
      key_ids: keys.map((key) => key.key_id).sort(),
    });
    const other = await actions('acme-other');
    expect(other.map((row) => [row.action, row.key_id])).toEqual([
      ['create', keys[1]?.key_id],
      ['create', keys[0]?.key_id],
    ]);
    const root = await idOf(parapet, 'acme-root');
    expect((await actions('acme-root')).every((row) => row.user_id === root)).toBe(true);
    expect(await actions('borealis-support')).toEqual([]);
    expect((await read('acme-viewer', '/audit-actions')).status).toBe(403);
  });
});

describe('the secret of a key', () => {
  it('is nowhere: not in a table, not in the file, not in another answer', async () => {
    const key = await issue(parapet, 'acme-root', { name: 'Secretive' });
    const secret = key.api_key.split('.')[1] ?? '';
    await withKey(parapet, key, 'GET', POLICIES);
    await withKey(parapet, key, 'POST', POLICIES, { body: { name: 'With a key' } });
    await parapet.runtime.keyCalls.flush();
    const { store, config } = parapet.runtime;
    for (const table of ['api_keys', 'api_key_logs', 'audit_logs', 'revisions', 'jobs'] as const) {
      const rows = await store.read.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows).includes(secret), table).toBe(false);
    }
    for (const file of readdirSync(config.DATA_DIR)) {
      if (!file.startsWith('parapet.db')) continue;
      expect(readFileSync(path.join(config.DATA_DIR, file)).includes(secret), file).toBe(false);
    }
    for (const target of ['', `/${key.key_id}`, `/${key.key_id}/logs`, '/audit-actions']) {
      expect(JSON.stringify((await read('acme-root', target)).body).includes(secret), target).toBe(false);
    }
  });

  it('is not logged, however much is logged', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'parapet-log-'));
    const [node, program] = commandOf('test/child-server.ts');
    const child = spawn(node, [program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { NODE_ENV: 'test', DATA_DIR: folder, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'trace' },
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await expect.poll(() => output).toContain('ready at ');
    const url = /ready at (\S+)/.exec(output)?.[1] ?? '';
    const post = async (target: string, authorization: string, body: object) => {
      const headers = {
        'Content-Type': 'application/json',
        ...(authorization ? { Authorization: authorization } : {}),
      };
      const { text } = await request(url, { method: 'POST', path: target, headers, body: JSON.stringify(body) });
      return JSON.parse(text).data;
    };
    const credentials = { username: 'admin', password: Buffer.from(PASSWORD).toString('base64') };
    const { token } = await post('/api/auth/login', '', credentials);
    const { api_key } = await post('/api/sys/api-keys', `Bearer ${token}`, { name: 'x' });
    await post(POLICIES, `ApiKey ${api_key}`, { name: 'By key' });
    await post(POLICIES, `ApiKey ${api_key}`, { name: '' });
    await expect.poll(() => output.match(/"route":"\/api\/guard\/policies"/g)?.length).toBe(2);
    expect(output).not.toContain(api_key.split('.')[1]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });
});
