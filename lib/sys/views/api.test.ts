import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { session } from '@/test/sign-in';
import { MAX_VIEWS, type View } from './contract';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

const DOMAINS = '/guard/domains';
const at = (id: string) => `/api/sys/views/${id}`;
const send = (as: string, body: object) => parapet.call('POST', '/api/sys/views', { as, body });
const edit = (as: string, id: string, body: object) => parapet.call('PUT', at(id), { as, body });
const remove = (as: string, id: string) => parapet.call('DELETE', at(id), { as });
async function save(as: string, name: string, more: object = {}): Promise<View> {
  const { status, body } = await send(as, { list: DOMAINS, name, query: 'audit_status=1', ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}
async function names(as: string, query = `list=${DOMAINS}`): Promise<string[]> {
  const { body } = await parapet.call('GET', `/api/sys/views?size=100&${query}`, { as });
  return body.data.list.map(({ name }: View) => name);
}

describe('saved views', () => {
  it('are saved, listed, changed and deleted by their owner', async () => {
    const made = await save('acme-child', 'Waiting', { query: 'page=3&keyword=a%20b&audit_status=1' });
    expect(made).toMatchObject({ list: DOMAINS, query: 'audit_status=1&keyword=a+b', user_name: 'acme-child' });
    expect(made).toMatchObject({ shared: false, is_default: false });
    const { body } = await parapet.call('GET', `/api/sys/views?list=${DOMAINS}`, { as: 'acme-child' });
    expect(body.data).toEqual({ list: [made], total: 1, page: 1, size: 20 });
    expect(await names('acme-child', 'list=/guard/certs')).toEqual([]);
    expect(await names('acme-child', 'keyword=WAIT')).toEqual(['Waiting']);

    const changed = await edit('acme-child', made.view_id, { name: 'In audit', query: '' });
    expect(changed.body.data).toMatchObject({ ...made, name: 'In audit', query: '', utime: expect.any(Number) });
    expect(await remove('acme-child', made.view_id)).toMatchObject({ status: 200, body: { code: 0, data: null } });
    expect(await names('acme-child')).toEqual([]);
    expect((await remove('acme-child', made.view_id)).status).toBe(404);
  });

  it('refuse bad input with the field', async () => {
    const view = { list: DOMAINS, name: 'Bad', query: '' };
    const bad: [string, object][] = [
      ['list', { list: '/guard/nowhere' }],
      ['list', { list: undefined }],
      ['name', { name: ' ' }],
      ['name', { name: 'x'.repeat(65) }],
      ['name', { name: 'a\u202eb' }],
      ['query', { query: 'a b' }],
      ['query', { query: 'a=1#there' }],
      ['query', { query: 'a=%zz' }],
      ['query', { query: 'a=\u5546' }],
      ['query', { query: `a=${'x'.repeat(1999)}` }],
      // Each of these takes three characters once written as browsers write it.
      ['query', { query: `a=${'!'.repeat(1000)}` }],
      ['shared', { shared: 1 }],
      ['is_default', { is_default: 'true' }],
    ];
    for (const [field, change] of bad) {
      const answer = await send('acme-child', { ...view, ...change });
      expect([answer.status, answer.body.data?.field], JSON.stringify(change)).toEqual([400, field]);
    }
    expect((await send('acme-child', { ...view, list: '/guard/nowhere' })).body.data.valid_values).toContain(DOMAINS);
    expect((await parapet.call('GET', '/api/sys/views?list=x', { as: 'acme-child' })).status).toBe(400);
  });

  it('have a name once for each owner and list, also in a race', async () => {
    const answers = await Promise.all(
      ['Raced', 'RACED', 'raced', 'Raced'].map((name) => send('acme-editor', { list: DOMAINS, name, query: '' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      err_key: 'err.sys.view.name_taken',
      data: { category: 'conflict', field: 'name' },
    });
    await save('acme-editor', 'Raced', { list: '/guard/certs' });
    await save('acme-nobody', 'Raced');
    const other = await save('acme-editor', 'Another');
    expect((await edit('acme-editor', other.view_id, { name: 'raced' })).body.err_key).toBe('err.sys.view.name_taken');
  });

  it('are bounded for each user, also in a race', async () => {
    const { user_id } = await session(parapet, 'acme-other');
    for (let n = 1; n < MAX_VIEWS; n++) await save('acme-other', `View ${n}`);
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => send('acme-other', { list: '/sys/roles', name, query: '' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.err_key).toBe('err.sys.view.too_many');
    const rows = await parapet.runtime.store.read
      .selectFrom('saved_views')
      .select('view_id')
      .where('user_id', '=', user_id)
      .execute();
    expect(rows).toHaveLength(MAX_VIEWS);
  });
});

describe('sharing', () => {
  it('shows a view to the account, to read; elsewhere it is byte for byte a missing id', async () => {
    const made = await save('acme-root', 'Ours', { shared: true });
    await save('acme-root', 'Mine alone');
    await save('acme-viewer', 'Zulu');
    expect(await names('acme-viewer')).toEqual(['Zulu', 'Ours']);
    for (const as of ['acme-child', 'acme-viewer', 'acme-nobody']) {
      expect((await edit(as, made.view_id, { name: 'Theirs' })).body.err_key, as).toBe('err.sys.view.not_owner');
      expect((await remove(as, made.view_id)).status, as).toBe(403);
    }
    for (const as of ['acme-other', 'acme-support', 'borealis-root', 'borealis-support']) {
      expect(await names(as), as).not.toContain('Ours');
      const missing = await edit(as, '0190f0a0-0000-7000-8000-000000000000', { name: 'x' });
      const foreign = await edit(as, made.view_id, { name: 'x' });
      expect([foreign.status, foreign.body], as).toEqual([404, missing.body]);
      expect((await remove(as, made.view_id)).status, as).toBe(404);
    }
    await edit('acme-root', made.view_id, { shared: false });
    expect(await names('acme-viewer')).toEqual(['Zulu']);
    expect((await remove('acme-viewer', made.view_id)).status).toBe(404);
  });

  it('among staff is with the staff of the same brand', async () => {
    await save('acme-support', 'Desk', { shared: true });
    expect(await names('acme-desk')).toContain('Desk');
    expect(await names('acme-auditor')).toContain('Desk');
    for (const as of ['acme-root', 'acme-child', 'borealis-support']) {
      expect(await names(as), as).not.toContain('Desk');
    }
  });
});

describe('a default view', () => {
  it('is one of each list, also in a race, and what it replaced has a revision of that', async () => {
    const first = await save('acme-desk', 'First', { is_default: true });
    const certs = await save('acme-desk', 'Certs', { list: '/guard/certs', is_default: true });
    const others = await Promise.all(['B', 'C', 'D'].map((name) => save('acme-desk', name)));
    await Promise.all(others.map(({ view_id }) => edit('acme-desk', view_id, { is_default: true })));
    const { body } = await parapet.call('GET', '/api/sys/views?size=100', { as: 'acme-desk' });
    const own: View[] = body.data.list.filter(({ user_name }: View) => user_name === 'acme-desk');
    const defaults = own.filter((view) => view.is_default);
    expect(defaults.map(({ list }) => list).sort()).toEqual(['/guard/certs', DOMAINS]);
    expect(defaults.map(({ view_id }) => view_id)).toContain(certs.view_id);
    const revisions = await parapet.runtime.store.read
      .selectFrom('revisions')
      .select(['before', 'after'])
      .where('object_type', '=', 'view')
      .where('object_id', '=', first.view_id)
      .orderBy('revision')
      .execute();
    expect(revisions.map(({ after }) => JSON.parse(after).is_default)).toEqual([true, false]);
  });
});

describe('the record', () => {
  it('has one audit row for each write, with the changed fields, a refusal as well', async () => {
    const { view_id } = await save('acme-root', 'Audited', { shared: true });
    await edit('acme-root', view_id, { query: 'audit_status=4' });
    await remove('acme-viewer', view_id);
    await remove('acme-root', view_id);
    const rows = await parapet.runtime.store.read
      .selectFrom('audit_logs')
      .select(['action', 'actor_name', 'status', 'http_status', 'resource_label', 'detail'])
      .where('resource_id', '=', view_id)
      .orderBy('id')
      .execute();
    expect(rows.map((row) => [row.action, row.actor_name, row.status, row.http_status])).toEqual([
      ['sys.views.create', 'acme-root', 1, 201],
      ['sys.views.edit', 'acme-root', 1, 200],
      ['sys.views.remove', 'acme-viewer', 2, 403],
      ['sys.views.remove', 'acme-root', 1, 200],
    ]);
    expect(rows[1]?.resource_label).toBe('Audited');
    expect(JSON.parse(rows[1]?.detail ?? '{}').changes).toEqual({
      query: { old: 'audit_status=1', new: 'audit_status=4' },
    });
  });
});
