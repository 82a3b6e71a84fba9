import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKeyText } from '@/lib/auth/keys/key-text';
import { type Parapet, startParapet } from '@/test/parapet';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

const NODES = '/api/guard/nodes';
const NODE = 'hk-1';
const HOUR_MS = 3_600_000;

const make = (as = 'admin', node_id = NODE) => parapet.call('POST', `${NODES}/${node_id}/enrolments`, { as });
const list = async (what: 'enrolments' | 'keys', node_id = NODE) =>
  (await parapet.call('GET', `${NODES}/${node_id}/${what}`, { as: 'admin' })).body.data.list;
const trade = (token: unknown, from?: string) => parapet.call('POST', `${NODES}/enrol`, { body: { token }, from });
const asNode = (key: string, method: string, path: string) =>
  parapet.call(method, `${NODES}/${path}`, { headers: { Authorization: `ApiKey ${key}` } });
const revoke = (id: string, as = 'admin', node_id = NODE) =>
  parapet.call('DELETE', `${NODES}/${node_id}/enrolments/${id}`, { as });

async function token(node_id = NODE): Promise<{ enrolment_id: string; token: string }> {
  const made = await make('admin', node_id);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.data;
}
async function enrolled(node_id: string): Promise<string> {
  const answer = await trade((await token(node_id)).token);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data.api_key;
}
const audited = (action: string, id: string) =>
  parapet.runtime.store.read
    .selectFrom('audit_logs')
    .selectAll()
    .where('action', '=', action)
    .where('resource_id', '=', id)
    .execute();
const age = (enrolment_id: string) =>
  parapet.runtime.store.transaction((tx) =>
    tx.updateTable('node_enrolments').set({ expires_at: 1 }).where('enrolment_id', '=', enrolment_id).execute(),
  );

describe('a token', () => {
  it('is made for an hour, said once and listed without its secret', async () => {
    const { token: text, ...made } = (await make()).body.data;
    expect(text).toMatch(new RegExp(`^${made.prefix}\\.`));
    expect(made).toMatchObject({ node_id: NODE, state: 'open', user_name: 'admin', used_at: 0, used_ip: '' });
    expect(made.expires_at - made.ctime).toBe(HOUR_MS);
    expect((await list('enrolments'))[0]).toEqual(made);
    const [row] = await audited('guard.node.enrol', made.enrolment_id);
    expect(row).toMatchObject({ resource_type: 'node_enrolment', actor_name: 'admin', status: 1 });
    expect((await revoke(made.enrolment_id)).status).toBe(200);
  });

  it('is refused to tenants and to staff of another brand, and unknown for an unknown node', async () => {
    for (const [as, err_key] of [
      ['acme-root', 'err.auth.platform_only'],
      ['acme-support', 'err.auth.operator_only'],
    ] as const) {
      expect((await make(as)).body.err_key).toBe(err_key);
      for (const what of ['enrolments', 'keys']) {
        expect((await parapet.call('GET', `${NODES}/${NODE}/${what}`, { as })).status, as).toBe(403);
      }
    }
    expect((await parapet.call('POST', `${NODES}/${NODE}/enrolments`)).status).toBe(401);
    expect((await make('admin', 'no-node')).status).toBe(404);
    expect((await parapet.call('GET', `${NODES}/no-node/enrolments`, { as: 'admin' })).status).toBe(404);
    expect((await parapet.call('GET', `${NODES}/no-node/keys`, { as: 'admin' })).status).toBe(404);
  });

  it('is revoked once, by the operator alone, and is then worth nothing', async () => {
    const { enrolment_id, token: text } = await token();
    expect((await revoke(enrolment_id, 'acme-support')).status).toBe(403);
    expect((await revoke(enrolment_id, 'admin', 'sgp-1')).status).toBe(404);
    expect((await revoke(enrolment_id)).status).toBe(200);
    expect((await revoke(enrolment_id)).status).toBe(200);
    expect((await list('enrolments')).find((one: { prefix: string }) => text.startsWith(one.prefix)).state).toBe(
      'revoked',
    );
    const rows = await audited('guard.node.revoke_enrolment', enrolment_id);
    expect(rows.map((row) => row.status).sort()).toEqual([1, 1, 2, 2]);
    expect((await trade(text)).body.err_key).toBe('err.guard.node.token_refused');
  });

  it('of which too many are open is refused', async () => {
    const made = [];
    for (let n = 0; n < 10; n++) made.push(await token('sgp-1'));
    const answer = await make('admin', 'sgp-1');
    expect([answer.status, answer.body.err_key]).toEqual([400, 'err.guard.node.too_many_tokens']);
    for (const { enrolment_id } of made) await revoke(enrolment_id, 'admin', 'sgp-1');
    expect((await make('admin', 'sgp-1')).status).toBe(201);
  });
});

describe('enrolling', () => {
  it('gives a key that opens its node alone, once', async () => {
    const { enrolment_id, token: text } = await token();
    const answer = await trade(text);
    expect(answer.status).toBe(201);
    const { node_id, api_key, expires_at } = answer.body.data;
    expect([node_id, expires_at > Date.now() + 24 * HOUR_MS]).toEqual([NODE, true]);
    expect((await asNode(api_key, 'GET', `${NODE}/desired`)).status).toBe(200);
    expect((await asNode(api_key, 'GET', 'sgp-1/desired')).status).toBe(403);
    expect((await asNode(api_key, 'POST', `${NODE}/enrolments`)).status).toBe(403);
    expect((await trade(text)).status).toBe(401);

    const used = (await list('enrolments')).find((one: { enrolment_id: string }) => one.enrolment_id === enrolment_id);
    expect(used).toMatchObject({ state: 'used', used_ip: '127.0.0.1' });
    const [key] = await list('keys');
    expect(key).toMatchObject({ state: 'active', user_name: 'admin', expires_at });
    const [row] = await audited('guard.node.enrolled', key.key_id);
    expect(row).toMatchObject({ resource_type: 'node_key', actor_name: 'admin', remote_ip: '127.0.0.1' });
    const secrets = [text.split('.')[1], api_key.split('.')[1]];
    const kept = JSON.stringify([
      await parapet.runtime.store.read.selectFrom('audit_logs').selectAll().execute(),
      await parapet.runtime.store.read.selectFrom('revisions').selectAll().execute(),
      await parapet.runtime.store.read.selectFrom('node_enrolments').selectAll().execute(),
      await parapet.runtime.store.read.selectFrom('api_keys').selectAll().execute(),
    ]);
    for (const secret of secrets) expect(kept).not.toContain(secret);
  });

  it('is for the first of two agents with one token', async () => {
    const { token: text } = await token();
    const answers = await Promise.all([trade(text), trade(text)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 401]);
  });

  it('refuses a token that ended, or whose maker may not speak for the node any more', async () => {
    const ended = await token();
    await age(ended.enrolment_id);
    expect((await trade(ended.token, '127.0.0.2')).body.err_key).toBe('err.guard.node.token_refused');
    const orphan = await token();
    const { user_id } = await parapet.runtime.store.read
      .selectFrom('users')
      .select('user_id')
      .where('user_name', '=', 'acme-support')
      .executeTakeFirstOrThrow();
    await parapet.runtime.store.transaction((tx) =>
      tx.updateTable('node_enrolments').set({ user_id }).where('enrolment_id', '=', orphan.enrolment_id).execute(),
    );
    expect((await trade(orphan.token, '127.0.0.2')).status).toBe(401);
  });

  it('refuses what is no token, and slows guessing down for who guesses', async () => {
    const guess = () => {
      const { prefix, secret } = newKeyText('pne');
      return trade(`${prefix}.${secret}`, '127.0.0.3');
    };
    expect((await trade('', '127.0.0.3')).status).toBe(400);
    expect((await trade('x'.repeat(129), '127.0.0.3')).status).toBe(400);
    expect((await trade('x'.repeat(5_000), '127.0.0.3')).status).toBe(413);
    const tried = [];
    for (let n = 0; n < 11; n++) tried.push(await guess());
    expect(tried.map((answer) => answer.status)).toEqual([...Array(10).fill(401), 429]);
    expect(tried.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/);
    const { token: text } = await token();
    expect((await trade(text, '127.0.0.3')).status).toBe(429);
    expect((await trade(text)).status).toBe(201);
  });
});

describe('the next key', () => {
  it('opens beside the one before, which ends minutes later', async () => {
    const first = await enrolled('sgp-1');
    const next = await asNode(first, 'POST', 'sgp-1/key');
    expect(next.status, JSON.stringify(next.body)).toBe(201);
    for (const key of [first, next.body.data.api_key]) {
      expect((await asNode(key, 'GET', 'sgp-1/desired')).status).toBe(200);
    }
    const keys: { prefix: string; expires_at: number }[] = await list('keys', 'sgp-1');
    const endOf = (text: string) => keys.find((key) => text.startsWith(key.prefix))?.expires_at ?? 0;
    expect(endOf(first)).toBeLessThan(Date.now() + 11 * 60_000);
    expect(endOf(next.body.data.api_key)).toBe(next.body.data.expires_at);
    expect((await asNode(first, 'POST', `${NODE}/key`)).status).toBe(403);

    let latest = next.body.data.api_key;
    for (;;) {
      const more = await asNode(latest, 'POST', 'sgp-1/key');
      if (more.status !== 201) {
        expect(more.status).toBe(429);
        break;
      }
      latest = more.body.data.api_key;
      expect((await list('keys', 'sgp-1')).length).toBeLessThan(10);
    }
  });
});
