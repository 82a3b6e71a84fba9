import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Parapet } from '@/test/parapet';
import { login } from '@/test/sign-in';
import { at, startWithClerks, userCalls } from './testing';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startWithClerks();
});
afterAll(() => parapet.close());

const { create } = userCalls(() => parapet);

describe('look-alike names', () => {
  const taken = { status: 400, body: { err_key: 'err.sys.user.name_taken', data: { field: 'user_name' } } };

  it('of another script or width are taken, whichever came first, also at once', async () => {
    for (const [first, second] of [
      ['ace', 'асе'],
      ['хор', 'xop'],
      ['mike', 'ｍｉｋｅ'],
      ['dina', 'dınɑ'],
      ['wang-li', 'wang‐li'],
      ['wang-wu', 'wang−wu'],
      ['ann o’neill', "ann o'neill"],
      ['jean·luc', 'jean・luc'],
    ] as const) {
      expect((await create({ as: 'acme-root' }, { user_name: first })).status).toBe(201);
      expect(await create({ as: 'acme-other' }, { user_name: second }), second).toMatchObject(taken);
      expect((await create({ as: 'borealis-root' }, { user_name: second })).status).toBe(201);
    }
    const raced = await Promise.all(
      ['oxo', 'охо', 'ОХО', 'OXO'].map((user_name) => create({ as: 'acme-root' }, { user_name })),
    );
    expect(raced.map((answer) => answer.status).sort()).toEqual([201, 400, 400, 400]);
  });

  it('of mixed scripts are refused, and a name is free again after its user', async () => {
    const { status, body } = await create({ as: 'acme-root' }, { user_name: 'аcme-root' });
    expect([status, body.data.field]).toEqual([400, 'user_name']);
    expect(body.message).toContain('scripts');
    const { user_id } = (await create({ as: 'acme-root' }, { user_name: 'сара' })).body.data;
    expect((await parapet.call('DELETE', at(user_id), { as: 'acme-root' })).status).toBe(200);
    expect((await create({ as: 'acme-root' }, { user_name: 'capa' })).status).toBe(201);
    expect((await login(parapet, 'сара', 'long enough', { host: 'acme.test' })).status).toBe(401);
  });
});
