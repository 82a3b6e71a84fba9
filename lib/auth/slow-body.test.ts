import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Parapet, type Request, startParapet } from '@/test/parapet';
import { PASSWORD, people } from '@/test/people';
import { idOf, session } from '@/test/sign-in';

const WHO = ['removed', 'edited', 'locked', 'deleted', 'reset', 'out', 'revoked', 'narrowed', 'reading', 'own', 'late'];

let parapet: Parapet;
/** Another process where two can share a store, else the same one. */
let other: Parapet;
beforeAll(async () => {
  const user = (user_name: string, role_ids: number[]) => ({ user_name, password: PASSWORD, oem_id: 'acme', role_ids });
  const users = [
    ...people.users,
    user('boss', [1]),
    user('judge', [2]),
    ...WHO.map((name) => ({ ...user(name, [11]), parent: 'acme-root' })),
  ];
  parapet = await startParapet({ provision: { ...people, users } });
  const { DATABASE_URL, DATA_DIR } = parapet.runtime.config;
  boss = await session(parapet, 'boss');
  const SECRET_KEY_FILE = path.join(DATA_DIR, 'secret.key');
  const env = { DATABASE_URL: DATABASE_URL ?? '', SECRET_KEY_FILE };
  other = DATABASE_URL ? await startParapet({ env, provision: { ...people, users } }) : parapet;
});
afterAll(async () => {
  if (other !== parapet) await other.close();
  await parapet.close();
});

/** Resolves when the head of a request to this path has arrived, at the server in this process. */
function arrivalAt(path: string): Promise<void> {
  const CHANNEL = 'http.server.request.start';
  return new Promise((resolve) => {
    const heard = (message: unknown) => {
      if ((message as { request: IncomingMessage }).request.url !== path) return;
      unsubscribe(CHANNEL, heard);
      resolve();
    };
    subscribe(CHANNEL, heard);
  });
}

/** Sends the head and half of the body, waits for `meanwhile`, then sends the rest. */
function slowly(
  method: string,
  path: string,
  by: Request,
  body: object,
  meanwhile: () => Promise<Answer | undefined>,
): Promise<{ status: number; err_key: string }> {
  const text = JSON.stringify(body);
  const { hostname, port } = new URL(parapet.url);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    Host: by.host ?? 'acme.test',
    ...(by.token && { Authorization: `Bearer ${by.token}` }),
    ...by.headers,
  };
  return new Promise((resolve, reject) => {
    const sending = httpRequest({ hostname, port, method, path, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const { err_key } = JSON.parse(Buffer.concat(chunks).toString());
      resolve({ status: response.statusCode ?? 0, err_key });
    });
    sending.on('error', reject);
    const arrival = arrivalAt(path);
    sending.write(text.slice(0, 5));
    // Time for the head to be let in.
    arrival
      .then(() => wait(250))
      .then(meanwhile)
      .then((answer) => expect(answer?.status ?? 200, JSON.stringify(answer?.body)).toBeLessThan(300))
      .then(() => sending.end(text.slice(5)), reject);
  });
}

const named = async (name: string) => {
  const rows = await parapet.runtime.store.read
    .selectFrom('policies')
    .select('name')
    .where('name', '=', name)
    .execute();
  return rows.length;
};

/** A policy is made slowly; meanwhile something happens to whoever makes it. */
async function making(name: string, by: Request, meanwhile: () => Promise<Answer | undefined>) {
  const answer = await slowly('POST', '/api/guard/policies', by, { name }, meanwhile);
  return { ...answer, made: await named(name) };
}

let boss: Request;
const asBoss = (method: string, path: string, body?: object) => other.call(method, path, { ...boss, body });

/** Issues a key. Answers its id and how to call with it. */
async function keyOf(name: string) {
  const holder = await session(parapet, name);
  const { body } = await parapet.call('POST', '/api/sys/api-keys', { ...holder, body: { name } });
  const { key_id, api_key } = body.data;
  return { key_id, holder, by: { host: 'acme.test', headers: { Authorization: `ApiKey ${api_key}` } } };
}

const REFUSED = { status: 403, err_key: 'err.auth.permission', made: 0 };
const ENDED = { status: 401, err_key: 'err.auth.required', made: 0 };

describe('while a body is still arriving', () => {
  it('nothing happens to a caller who keeps what they have', async () => {
    const by = await session(parapet, 'late');
    expect(await making('Late', by, async () => undefined)).toMatchObject({ status: 201, made: 1 });
  });

  it('a role taken from the caller counts', async () => {
    const by = await session(parapet, 'removed');
    const take = () => asBoss('PUT', `/api/sys/users/${by.user_id}`, { role_ids: [12] });
    expect(await making('Removed', by, take)).toEqual(REFUSED);
  });

  it('a role that shrinks counts', async () => {
    const by = await session(parapet, 'edited');
    const role = await asBoss('POST', '/api/sys/roles', { name: 'Policies', permissions: ['guard.policy.*'] });
    const path = `/api/sys/roles/${role.body.data.role_id}`;
    const { role_id } = role.body.data;
    expect((await asBoss('PUT', `/api/sys/users/${by.user_id}`, { role_ids: [role_id] })).status).toBe(200);
    const shrink = () => asBoss('PUT', path, { permissions: ['guard.policy.list'] });
    expect(await making('Edited', by, shrink)).toEqual(REFUSED);
  });

  it('a role of their own, changed so that it may change no roles, can be changed once', async () => {
    const by = await session(parapet, 'own');
    const permissions = ['guard.policy.*', 'sys.role.*'];
    const role = await asBoss('POST', '/api/sys/roles', { name: 'Roles', permissions });
    const { role_id } = role.body.data;
    await asBoss('PUT', `/api/sys/users/${by.user_id}`, { role_ids: [2, 11, role_id] });
    const shrink = () =>
      parapet.call('PUT', `/api/sys/roles/${role_id}`, { ...by, body: { permissions: ['guard.policy.*'] } });
    expect((await shrink()).status).toBe(200);
    expect((await shrink()).status).toBe(403);
  });

  it('locking, deleting, another password and signing out count', async () => {
    for (const [name, end] of [
      ['locked', (id: string) => asBoss('PUT', `/api/sys/users/${id}/lock`, { locked: 1 })],
      ['deleted', (id: string) => asBoss('DELETE', `/api/sys/users/${id}`)],
      ['reset', (id: string) => asBoss('PUT', `/api/sys/users/${id}/password`, { password: 'another one' })],
    ] as const) {
      const by = await session(parapet, name);
      expect(await making(name, by, () => end(by.user_id)), name).toEqual(ENDED);
    }
    const by = await session(parapet, 'out');
    expect(await making('out', by, () => other.call('POST', '/api/auth/logout', by))).toEqual(ENDED);
  });

  it('a key revoked or narrowed counts', async () => {
    const revoked = await keyOf('revoked');
    const revoke = () => other.call('DELETE', `/api/sys/api-keys/${revoked.key_id}`, revoked.holder);
    expect(await making('By key', revoked.by, revoke)).toEqual(ENDED);
    const narrowed = await keyOf('narrowed');
    const narrow = async () => {
      const keys = other.runtime.store.writer.updateTable('api_keys').where('key_id', '=', narrowed.key_id);
      await keys.set({ scopes: '["guard.policy.list"]' }).execute();
      return undefined;
    };
    expect(await making('By narrow key', narrowed.by, narrow)).toEqual({
      ...REFUSED,
      err_key: 'err.sys.apikey.scope_insufficient',
    });
  });

  it('a request that only reads is asked again too', async () => {
    const by = await session(parapet, 'reading');
    const take = () => asBoss('PUT', `/api/sys/users/${by.user_id}`, { role_ids: [21] });
    const { status, err_key } = await slowly('POST', '/api/analytics/overview/batch', by, { charts: [] }, take);
    expect({ status, err_key }).toEqual({ status: 403, err_key: 'err.auth.permission' });
  });

  it('staff who became business users judge nothing more', async () => {
    const policy = await parapet.call('POST', '/api/guard/policies', { as: 'acme-root', body: { name: 'Judged' } });
    const { policy_id } = policy.body.data;
    const src_sites = [{ addr: '192.0.2.1', port: 443, protocol: 'https' }];
    const domain = { domain: 'slow.example.com', policy_id, src_sites };
    const added = await parapet.call('POST', '/api/guard/domains', { as: 'acme-root', body: domain });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    const domain_ids = [added.body.data.domain_id];
    const by = await session(parapet, 'judge');
    const take = () => asBoss('PUT', `/api/sys/users/${by.user_id}`, { role_ids: [10] });
    const body = { domain_ids, audit_status: 4 };
    const { status, err_key } = await slowly('POST', '/api/guard/approvals/decisions', by, body, take);
    expect({ status, err_key }).toEqual({ status: 403, err_key: 'err.auth.platform_only' });
    const holds = await parapet.runtime.store.read.selectFrom('approval_holds').selectAll().execute();
    expect(holds).toEqual([]);
  });

  it('the refusal leaves a row in the audit log', async () => {
    const user_id = await idOf(parapet, 'removed');
    const rows = parapet.runtime.store.read.selectFrom('audit_logs').select(['action', 'http_status', 'status']);
    const theirs = await rows.where('user_id', '=', user_id).execute();
    expect(theirs).toContainEqual({ action: 'guard.policy.create', http_status: 403, status: 2 });
  });
});
