import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { PASSWORD, people } from '@/test/people';
import { idOf, login, session } from '@/test/sign-in';

const user = (user_name: string, role_ids: number[], parent?: string) => ({
  user_name,
  password: PASSWORD,
  oem_id: 'acme',
  role_ids,
  ...(parent ? { parent } : {}),
});

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet({
    provision: {
      ...people,
      roles: [...people.roles, { role_id: 23, name: 'Reset clerk', level: 3, permissions: ['sys.user.resetpwd'] }],
      users: [
        ...people.users,
        user('target', [11], 'acme-root'),
        user('self', [12], 'acme-root'),
        ...['guessed', 'guessed too', 'guessed at once'].map((name) => user(name, [12], 'acme-root')),
        user('clerk', [23]),
        user('clerk-child', [11], 'clerk'),
        user('acme-super', [1]),
      ],
    },
  });
});
afterAll(() => parapet.close());

const put = (id: string, body: object, by: { as: string } | { token: string; host: string }) =>
  parapet.call('PUT', `/api/sys/users/${id}/password`, { ...by, body });

const policies = (by: { token: string; host: string }) => parapet.call('GET', '/api/guard/policies', by);

describe("setting somebody else's password", () => {
  it('ends their sessions and makes them choose another', async () => {
    const before = await session(parapet, 'target');
    const done = await put(before.user_id, { password: 'chosen by root' }, { as: 'acme-root' });
    expect(done).toMatchObject({ status: 200, body: { code: 0, data: null } });
    expect((await policies(before)).status).toBe(401);
    expect((await login(parapet, 'target')).status).toBe(401);

    const signedIn = await login(parapet, 'target', 'chosen by root');
    expect(signedIn.body.data.need_change_password).toBe(true);
    const flagged = { token: signedIn.body.data.token as string, host: 'acme.test' };
    expect(await policies(flagged)).toMatchObject({
      status: 403,
      body: { err_key: 'err.auth.password_change_required' },
    });
    expect((await parapet.call('GET', '/api/sys/permissions/tree', flagged)).status).toBe(200);

    const [row, ...more] = await parapet.runtime.store.read
      .selectFrom('revisions')
      .innerJoin('audit_logs', 'audit_logs.id', 'revisions.audit_id')
      .select(['detail', 'before', 'after'])
      .where('object_id', '=', before.user_id)
      .execute();
    expect(more).toEqual([]);
    expect(JSON.parse(row?.detail ?? '{}').changes).toEqual({ need_change_password: { old: false, new: true } });
    expect(`${row?.before}${row?.after}`).not.toMatch(/password_hash|argon2/);

    const same = await put(before.user_id, { password: 'chosen by root' }, flagged);
    expect(same).toMatchObject({
      status: 400,
      body: { err_key: 'err.sys.user.same_password', data: { field: 'password' } },
    });
    expect((await put(before.user_id, { new_password: PASSWORD }, flagged)).status).toBe(200);
    expect((await policies(flagged)).status).toBe(200);
    expect((await login(parapet, 'target')).body.data.need_change_password).toBe(false);
  });

  it('while one must change the own password, nobody else’s can be set', async () => {
    const id = await idOf(parapet, 'target');
    const root = await idOf(parapet, 'acme-other');
    await put(root, { password: 'temporary' }, { as: 'acme-support' });
    const flagged = await session(parapet, 'acme-other', 'temporary');
    expect(await put(id, { password: 'anything' }, flagged)).toMatchObject({
      status: 403,
      body: { err_key: 'err.auth.password_change_required' },
    });
    await put(root, { password: PASSWORD }, flagged);
  });

  it('reaches the chain and no further', async () => {
    const body = { password: 'never stored' };
    const child = await idOf(parapet, 'acme-child');
    const missing = await put('0', body, { as: 'acme-other' });
    expect(missing.status).toBe(404);
    for (const name of ['acme-child', 'acme-root', 'acme-support', 'acme-super']) {
      const foreign = await put(await idOf(parapet, name), body, { as: 'acme-other' });
      expect(foreign, name).toMatchObject({ status: 404, body: missing.body });
    }
    for (const as of ['borealis-root', 'borealis-support']) {
      expect(await put(child, body, { as }), as).toMatchObject({
        status: 403,
        body: { err_key: 'err.sys.user.oem_mismatch' },
      });
    }
    for (const as of ['acme-viewer', 'acme-editor', 'acme-nobody']) {
      expect(await put(child, body, { as }), as).toMatchObject({
        status: 403,
        body: { err_key: 'err.auth.permission' },
      });
    }
    expect((await login(parapet, 'acme-child')).status).toBe(200);
  });

  it('nobody resets somebody who may do more', async () => {
    const body = { password: 'never stored' };
    for (const [as, name] of [
      ['acme-support', 'acme-super'],
      ['clerk', 'clerk-child'],
    ] as const) {
      const answer = await put(await idOf(parapet, name), body, await session(parapet, as));
      expect(answer, as).toMatchObject({ status: 403, body: { err_key: 'err.sys.user.stronger' } });
    }
    const byRight = { password: PASSWORD };
    expect((await put(await idOf(parapet, 'acme-auditor'), byRight, { as: 'acme-support' })).status).toBe(200);
    const admin = await session(parapet, 'acme-super');
    expect((await put(await idOf(parapet, 'acme-support'), byRight, admin)).status).toBe(200);
  });
});

describe('changing one’s own password', () => {
  it('needs the present one, keeps this session and ends the others', async () => {
    const [here, elsewhere] = [await session(parapet, 'self'), await session(parapet, 'self')];
    for (const old_password of [undefined, '', 'wrong', `${PASSWORD} `]) {
      expect(await put(here.user_id, { password: 'the next one', old_password }, here)).toMatchObject({
        status: 400,
        body: { err_key: 'err.sys.user.wrong_old_password', data: { field: 'old_password' } },
      });
    }
    const same = await put(here.user_id, { password: PASSWORD, old_password: PASSWORD }, here);
    expect(same.body.err_key).toBe('err.sys.user.same_password');

    expect((await put(here.user_id, { password: 'the next one', old_password: PASSWORD }, here)).status).toBe(200);
    expect((await policies(here)).status).toBe(200);
    expect((await policies(elsewhere)).status).toBe(401);
    expect((await login(parapet, 'self')).status).toBe(401);
    expect((await login(parapet, 'self', 'the next one')).body.data.need_change_password).toBe(false);
    await put(here.user_id, { password: PASSWORD, old_password: 'the next one' }, here);
  });

  it('of two changes at once one wins', async () => {
    const here = await session(parapet, 'self');
    const answers = await Promise.all(
      ['first choice', 'second choice'].map((password) =>
        put(here.user_id, { password, old_password: PASSWORD }, here),
      ),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([200, 400]);
    const winner = answers[0]?.status === 200 ? 'first choice' : 'second choice';
    await put(here.user_id, { password: PASSWORD, old_password: winner }, here);
  });

  it('a sign-in under way with the old password leaves no session behind', async () => {
    const here = await session(parapet, 'self');
    const [changed, ...late] = await Promise.all([
      put(here.user_id, { password: 'changed under way', old_password: PASSWORD }, here),
      ...Array.from({ length: 4 }, () => login(parapet, 'self')),
    ]);
    expect(changed.status).toBe(200);
    for (const { status, body } of late) {
      if (status === 200) expect((await policies({ token: body.data.token, host: 'acme.test' })).status).toBe(401);
      else expect(status).toBe(401);
    }
    await put(here.user_id, { password: PASSWORD, old_password: 'changed under way' }, here);
  });
});

describe('guessing the current password with a session', () => {
  const guess = (by: { token: string; host: string; user_id: string }, old_password: string) =>
    put(by.user_id, { password: 'taken over', old_password }, by);

  it('slows down as the sign-in does, and is recorded', async () => {
    const [thief, other] = [await session(parapet, 'guessed'), await session(parapet, 'guessed too')];
    for (let i = 0; i < 10; i++) expect((await guess(thief, `guess ${i}`)).status).toBe(400);
    const owner = await session(parapet, 'guessed');
    for (const [by, old_password] of [
      [thief, 'guess 11'],
      [thief, PASSWORD],
      [owner, PASSWORD],
    ] as const) {
      const refused = await guess(by, old_password);
      expect(refused).toMatchObject({ status: 429, body: { code: 1010, err_key: 'err.request.rate_limited' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(300);
    }
    expect((await login(parapet, 'guessed')).status).toBe(200);
    expect((await guess(other, PASSWORD)).status).toBe(200);
    const { store } = parapet.runtime;
    const rows = await store.read
      .selectFrom('audit_logs')
      .selectAll()
      .where('user_id', '=', thief.user_id)
      .where('action', '=', 'sys.user.resetpwd')
      .execute();
    expect(rows.map((row) => row.biz_code)).toEqual([...Array(10).fill(1203), 1010, 1010, 1010]);
    expect(JSON.stringify(rows)).not.toMatch(/guess \d|taken over/);
  });

  it('is not faster all at once', async () => {
    const thief = await session(parapet, 'guessed at once');
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => guess(thief, `guess ${i}`)));
    const refused = answers.filter((answer) => answer.status === 400).length;
    expect(refused).toBe(10);
    expect(answers.every((answer) => [400, 429].includes(answer.status))).toBe(true);
  });
});

describe('the body', () => {
  it('takes either name, and refuses two passwords or none', async () => {
    const id = await idOf(parapet, 'acme-editor');
    const by = { as: 'acme-root' };
    expect((await put(id, { new_password: PASSWORD }, by)).status).toBe(200);
    expect((await put(id, { password: PASSWORD, new_password: PASSWORD }, by)).status).toBe(200);
    expect(await put(id, { password: PASSWORD, new_password: 'another one' }, by)).toMatchObject({
      status: 400,
      body: { err_key: 'err.sys.user.passwords_differ', data: { field: 'new_password' } },
    });
    expect(await put(id, {}, by)).toMatchObject({ status: 400, body: { data: { field: 'password' } } });
  });

  it('counts characters', async () => {
    const id = await idOf(parapet, 'acme-editor');
    for (const [password, status] of [
      ['12345', 400],
      ['123456', 200],
      ['密'.repeat(72), 200],
      ['密'.repeat(73), 400],
      ['😀'.repeat(72), 200],
      [123456, 400],
      [null, 400],
    ] as const) {
      const answer = await put(id, { password }, { as: 'acme-root' });
      expect(answer.status, String(password)).toBe(status);
      if (status === 400) expect(answer.body.data.field).toBe('password');
    }
    expect((await login(parapet, 'acme-editor', '😀'.repeat(24))).status).toBe(401);
    expect((await login(parapet, 'acme-editor', '😀'.repeat(72))).status).toBe(200);
  });
});

it('is recorded without any password', async () => {
  const id = await idOf(parapet, 'acme-viewer');
  const staff = await session(parapet, 'acme-super');
  await put(id, { password: 'secret one', new_password: 'secret two' }, staff);
  await put(id, { password: 'secret three', old_password: 'secret four' }, staff);
  const rows = await parapet.runtime.store.read
    .selectFrom('audit_logs')
    .selectAll()
    .where('resource_id', '=', id)
    .execute();
  expect(rows.map((r) => [r.action, r.status, r.actor_name, r.on_behalf_user_name])).toEqual([
    ['sys.user.resetpwd', 2, 'acme-super', ''],
    ['sys.user.resetpwd', 1, 'acme-super', 'acme-viewer'],
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/secret (one|two|three|four)/);
});
