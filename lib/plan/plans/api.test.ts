import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { people } from '@/test/people';
import { idOf } from '@/test/sign-in';
import { plans } from './contract';

const URL = '/api/plan/plans';
const BASIC = { plan_id: '0d3c5f8e-0a44-4c57-9d0e-6a3c1b2f7a10', name: 'Basic', prod_type: 2 };
const PRO = {
  ...{ plan_id: '6f1c27ab-93d5-4e0b-8a1d-2f70c4d95b33', name: 'Pro', prod_type: 2, price: 99.9, valid: 30, level: 2 },
  ...{ open_status: true, content: { domains: 20, rules: { custom: 100 } }, scene: 'Shops', version: '3' },
};
const WATCH = { plan_id: 'watch', name: 'Watch 100%', prod_type: 4, price: 10, level: 1 };

let parapet: Parapet;

beforeAll(async () => {
  parapet = await startParapet({ provision: { ...people, plans: [PRO, BASIC, WATCH] } });
});

afterAll(() => parapet.close());

const get = (path: string, as = 'acme-root') => parapet.call('GET', `${URL}${path}`, { as });
const names = async (query: string) => (await get(query)).body.data.list.map(({ name }: { name: string }) => name);

describe('the plan catalogue', () => {
  it('lists every plan with all its fields, the lowest level first', async () => {
    const { status, body } = await get('');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ total: 3, page: 1, size: 20 });
    const millis = expect.any(Number);
    const unsaid = { content: {}, price: 0, scene: '', comment: '', open_status: false, valid: 0, effect: 0, level: 0 };
    const none = { ...unsaid, creator_id: '', version: '', ctime: millis, utime: millis };
    expect(body.data.list).toEqual([
      { ...none, ...BASIC },
      { ...none, ...WATCH },
      { ...none, ...PRO },
    ]);
  });

  it('is paged, searched and filtered', async () => {
    expect((await get('?page=2&size=2')).body.data).toMatchObject({ list: [{ name: 'Pro' }], total: 3, page: 2 });
    expect(await names('?keyword=SHOP')).toEqual(['Pro']);
    expect(await names('?keyword=0%25')).toEqual(['Watch 100%']);
    expect(await names('?prod_type=2')).toEqual(['Basic', 'Pro']);
    expect(await names('?open_status=true')).toEqual(['Pro']);
    expect(await names('?open_status=false&prod_type=4')).toEqual(['Watch 100%']);
    for (const query of ['?prod_type=3', '?open_status=1', '?size=0', '?size=101', '?keyword=a%00'])
      expect((await get(query)).status, query).toBe(400);
  });

  it('describes one', async () => {
    expect((await get(`/${PRO.plan_id}`)).body.data).toMatchObject(PRO);
    for (const id of ['missing', PRO.plan_id.toUpperCase(), "'"]) expect((await get(`/${id}`)).status).toBe(404);
  });

  it('is the same for every brand and for staff, and closed to whoever lacks the permission', async () => {
    for (const as of ['borealis-root', 'acme-support', 'acme-auditor', 'acme-viewer']) {
      expect((await get('', as)).body.data.total, as).toBe(3);
      expect((await get('/watch', as)).status, as).toBe(200);
    }
    expect((await get('', 'acme-nobody')).status).toBe(403);
    expect((await get('/watch', 'acme-nobody')).status).toBe(403);
    expect((await parapet.call('GET', URL)).status).toBe(401);
  });

  it('says of a user of another site what the document says', async () => {
    const user_id = await idOf(parapet, 'borealis-root');
    const { status, body } = await parapet.call('GET', `/api/plan/usage?user_id=${user_id}`, { as: 'acme-root' });
    expect({ status, err_key: body.err_key }).toEqual({ status: 403, err_key: 'err.sys.user.oem_mismatch' });
    expect(plans.usage.errors).toContain(body.err_key);
  });
});
