import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

const create = (as: string, name: string, comment?: string) =>
  parapet.call('POST', '/api/guard/policies', { as, body: { name, ...(comment === undefined ? {} : { comment }) } });

describe('policies', () => {
  it('a created policy is read, listed, changed and deleted', async () => {
    const created = await create('acme-root', 'Strict retail', 'for shops');
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      name: 'Strict retail',
      comment: 'for shops',
      user_name: 'acme-root',
      cc_rule_count: 0,
    });
    const path = `/api/guard/policies/${created.body.data.policy_id}`;

    expect((await parapet.call('GET', path, { as: 'acme-root' })).body.data).toEqual(created.body.data);
    const list = await parapet.call('GET', '/api/guard/policies?keyword=RETAIL', { as: 'acme-root' });
    expect(list.body.data).toMatchObject({ total: 1, page: 1, size: 20, list: [created.body.data] });

    const edited = await parapet.call('PUT', path, { as: 'acme-root', body: { comment: '' } });
    expect(edited.body.data).toMatchObject({ name: 'Strict retail', comment: '' });
    expect((await parapet.call('DELETE', path, { as: 'acme-root' })).body).toEqual({
      code: 0,
      message: 'ok',
      data: null,
    });
    expect((await parapet.call('GET', path, { as: 'acme-root' })).status).toBe(404);
  });

  it('refuses bad input with the field and says so in the language asked for', async () => {
    const missing = await parapet.call('POST', '/api/guard/policies', { as: 'acme-root', body: { comment: 'x' } });
    expect(missing.status).toBe(400);
    expect(missing.body).toMatchObject({
      code: 1002,
      err_key: 'err.request.invalid',
      data: { category: 'validation', field: 'name' },
    });
    const chinese = await parapet.call('POST', '/api/guard/policies', {
      as: 'acme-root',
      body: { name: 'x'.repeat(101) },
      headers: { 'Accept-Language': 'zh-CN' },
    });
    expect(chinese.body.message).toMatch(/[\u4e00-\u9fff]/);
  });

  it('names the fields it ignored', async () => {
    const answer = await parapet.call('POST', '/api/guard/policies', {
      as: 'acme-root',
      body: { name: 'Ignoring', user_id: 'x', is_default: true },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-ignored-fields')).toBe('user_id, is_default');
    expect(answer.body.data.is_default).toBe(false);
  });

  it('a name is taken once per tenant, also in a race', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create('acme-root', 'Raced')));
    expect(answers.map((a) => a.status).sort()).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
    expect(answers.find((a) => a.status === 400)?.body).toMatchObject({
      err_key: 'err.guard.policy.name_taken',
      data: { category: 'conflict', field: 'name' },
    });
    expect((await create('acme-other', 'Raced')).status).toBe(201);
  });

  it('outside the scope is byte for byte a missing id', async () => {
    const { body } = await create('acme-child', 'Child only');
    const path = `/api/guard/policies/${body.data.policy_id}`;
    for (const as of ['acme-root', 'acme-support', 'acme-child']) {
      expect((await parapet.call('GET', path, { as })).status, as).toBe(200);
    }
    for (const as of ['acme-other', 'acme-viewer', 'borealis-root', 'borealis-support']) {
      const foreign = await parapet.call('GET', path, { as });
      const missing = await parapet.call('GET', '/api/guard/policies/0', { as });
      expect(foreign.status, as).toBe(404);
      expect(foreign.body).toEqual(missing.body);
      expect((await parapet.call('PUT', path, { as, body: { name: 'x' } })).status, as).toBe(
        as === 'acme-viewer' ? 403 : 404,
      );
    }
  });

  it('each write leaves one audit row with the changed fields, a refusal as well', async () => {
    const { body } = await create('acme-root', 'Audited');
    const path = `/api/guard/policies/${body.data.policy_id}`;
    await parapet.call('PUT', path, { as: 'acme-support', body: { name: 'Audited again' } });
    await parapet.call('DELETE', path, { as: 'acme-viewer' });
    const rows = await parapet.runtime.store.read
      .selectFrom('audit_logs')
      .select(['action', 'actor_name', 'actor_type', 'status', 'http_status', 'detail', 'on_behalf_user_name'])
      .where('resource_id', '=', body.data.policy_id)
      .orderBy('id')
      .execute();
    expect(
      rows.map((r) => [r.action, r.actor_name, r.actor_type, r.status, r.http_status, r.on_behalf_user_name]),
    ).toEqual([
      ['guard.policy.create', 'acme-root', 'user', 1, 201, ''],
      ['guard.policy.edit', 'acme-support', 'staff', 1, 200, 'acme-root'],
      ['guard.policy.delete', 'acme-viewer', 'user', 2, 403, ''],
    ]);
    expect(JSON.parse(rows[1]?.detail ?? '{}').changes).toEqual({ name: { old: 'Audited', new: 'Audited again' } });
  });

  it('a refused upload does not fill the log', async () => {
    const body = { name: 'Upload', cert: 'x'.repeat(100_000), key: 'x' };
    expect((await parapet.call('POST', '/api/guard/certs', { as: 'acme-root', body })).status).toBe(400);
    const row = await parapet.runtime.store.read
      .selectFrom('audit_logs')
      .select('detail')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.detail)).toMatchObject({ params: { name: 'Upload' }, field: 'key' });
    expect(row.detail).not.toContain('x'.repeat(100));
  });

  it('pages are checked', async () => {
    for (const query of ['page=0', 'size=101', 'page=1e2', 'page=１', 'size=abc', 'page=1&page=2']) {
      expect(
        (await parapet.call('GET', `/api/guard/policies?${encodeURI(query)}`, { as: 'acme-root' })).status,
        query,
      ).toBe(400);
    }
    const far = await parapet.call('GET', '/api/guard/policies?page=1000000000&page_size=50', { as: 'acme-root' });
    expect(far.body.data).toMatchObject({ list: [], size: 20 });
  });
});
