import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, expectField, startDomains } from '@/lib/guard/domains/testing';
import { issue, withKey } from '@/lib/sys/api-keys/testing';
import { DAY_MS } from './contract';
import { keyPieces, Openssl } from './testing';
import { certCalls, LIST, shopPairs } from './testing-calls';

const openssl = new Openssl();
const { shop, renewed, other, sm2 } = shopPairs(openssl);
const sm2Sign = openssl.pair({ kind: 'sm2', names: ['shop.example.com'] });

let world: Domains;
beforeAll(async () => {
  world = await startDomains();
});
afterAll(async () => {
  await world.close();
  openssl.close();
});

const { upload, uploaded, get } = certCalls(() => world);

describe('a certificate', () => {
  it('is stored, read, found, renamed, renewed and deleted', async () => {
    const answer = await upload('acme-root', shop);
    expect(answer.status).toBe(201);
    const { data } = answer.body;
    expect(data).toEqual({
      id: expect.any(Number),
      name: 'Shop',
      user_name: 'acme-root',
      certificate_type: 1,
      common_name: 'shop.example.com',
      issuer: 'shop.example.com',
      expired_at: expect.any(Number),
      auto_cert: false,
      ctime: expect.any(Number),
      utime: data.ctime,
    });
    const url = `${LIST}/${data.id}`;
    expect((await get('acme-root', url)).body.data).toEqual({ ...data, cert: shop.cert, sign_cert: '' });
    expect((await get('acme-root', `${url}/facts`)).body.data).toMatchObject({
      cert: { key_type: 'EC', names: ['shop.example.com', '*.shop.example.com'], fingerprint: expect.any(String) },
    });
    for (const keyword of ['SHOP', 'shop.exa']) {
      expect((await get('acme-root', `${LIST}?keyword=${keyword}`)).body.data.list).toEqual([data]);
    }
    expect((await get('acme-root', `${LIST}?keyword=%25`)).body.data.total).toBe(0);

    const renamed = await world.call('PUT', url, { as: 'acme-root', body: { name: 'Front' } });
    expect(renamed.body.data).toEqual({ ...data, name: 'Front', utime: expect.any(Number) });
    const sameKey = await world.call('PUT', url, { as: 'acme-root', body: { cert: renewed.cert } });
    expectField(sameKey, 'cert', 'err.guard.cert.not_a_pair');
    const otherKey = await world.call('PUT', url, { as: 'acme-root', body: { key: renewed.key } });
    expectField(otherKey, 'key', 'err.guard.cert.not_a_pair');
    const both = await world.call('PUT', url, { as: 'acme-root', body: renewed });
    expect(both.body.data.expired_at).toBeGreaterThan(data.expired_at);

    expect((await world.call('DELETE', url, { as: 'acme-root' })).body.data).toBeNull();
    expect((await get('acme-root', url)).status).toBe(404);
  });

  it('is refused as a whole when a part is wrong, and says which', async () => {
    const before = (await get('acme-root', LIST)).body.data.total;
    expectField(await upload('acme-root', shop, ''), 'name');
    expectField(await upload('acme-root', shop, 'x'.repeat(101)), 'name');
    expectField(await upload('acme-root', { cert: shop.cert }), 'key');
    expectField(await upload('acme-root', { ...shop, key: 'x'.repeat(131_073) }), 'key');
    expectField(await upload('acme-root', { ...shop, key: other.key }), 'key', 'err.guard.cert.not_a_pair');
    expectField(await upload('acme-root', { cert: shop.key, key: shop.key }), 'cert', 'err.guard.cert.key_in_cert');
    expectField(
      await upload('acme-root', { ...sm2, sign_cert: sm2Sign.cert }),
      'sign_key',
      'err.guard.cert.sign_incomplete',
    );
    expect((await get('acme-root', LIST)).body.data.total).toBe(before);
    const form = await world.call('POST', LIST, {
      as: 'acme-root',
      raw: 'x',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    });
    expect(form).toMatchObject({ status: 400, body: { err_key: 'err.request.multipart' } });
  });

  it('of SM2 is known as such, with its signing pair', async () => {
    const id = await uploaded('acme-root', { ...sm2, sign_cert: sm2Sign.cert, sign_key: sm2Sign.key }, 'SM2');
    const { data } = (await get('acme-root', `${LIST}/${id}`)).body;
    expect(data).toMatchObject({ certificate_type: 2, cert: sm2.cert, sign_cert: sm2Sign.cert });
    expect((await get('acme-root', `${LIST}/${id}/facts`)).body.data.sign_cert.key_type).toBe('SM2');
  });

  it('is previewed without being stored or recorded', async () => {
    const rows = () => world.db.selectFrom('audit_logs').selectAll().execute();
    const before = (await rows()).length;
    const seen = await world.call('POST', `${LIST}/inspect`, { as: 'acme-root', body: { cert: shop.cert } });
    expect(seen.body.data.cert.names).toEqual(['shop.example.com', '*.shop.example.com']);
    const wrong = await world.call('POST', `${LIST}/inspect`, { as: 'acme-root', body: { ...shop, key: other.key } });
    expectField(wrong, 'key', 'err.guard.cert.not_a_pair');
    expect((await rows()).length).toBe(before);
  });

  it.each(['/api/guard/certs/inspect', '/api/analytics/batch', '/api/analytics/charts/trial'])(
    'leaves a body of %s unread that says which permission is asked for, where its sender has none of them',
    async (path) => {
      const { status, body } = await world.call('POST', path, { as: 'acme-nobody', raw: '{"no JSON' });
      expect([status, body.err_key]).toEqual([403, 'err.auth.permission']);
    },
  );

  it('is previewed as a replacement with the permission to edit alone, beside the key that is stored', async () => {
    const id = await uploaded('acme-root', shop);
    const scoped = async (scopes: string[]) => {
      const key = await issue(world, 'acme-root', { scopes });
      return (body: object) => withKey(world, key, 'POST', `${LIST}/inspect`, { body });
    };
    const editor = await scoped(['guard.cert.edit']);
    const sameKey = openssl.renewed(shop, { names: ['shop.example.com'], days: 300 });
    expect((await editor({ cert: sameKey, replaces: id })).body.data).toMatchObject({
      cert: { names: ['shop.example.com'] },
      fits_stored_key: true,
    });
    expect((await editor({ cert: renewed.cert, replaces: id })).body.data.fits_stored_key).toBe(false);
    const given = await editor({ ...renewed, replaces: id });
    expect(given.body.data).toMatchObject({ cert: { is_reordered: false } });
    expect(given.body.data).not.toHaveProperty('fits_stored_key');
    expectField(await editor({ ...renewed, key: other.key, replaces: id }), 'key', 'err.guard.cert.not_a_pair');

    expect((await editor({ cert: shop.cert })).body.err_key).toBe('err.sys.apikey.scope_insufficient');
    const creator = await scoped(['guard.cert.create']);
    expect((await creator({ cert: shop.cert })).status).toBe(200);
    expect((await creator({ cert: shop.cert, replaces: id })).status).toBe(403);
    const stranger = { as: 'acme-other', body: { cert: shop.cert, replaces: id } };
    expect((await world.call('POST', `${LIST}/inspect`, stranger)).status).toBe(404);
  });

  it('is counted by when it ends, and listed by it', async () => {
    const before = (await get('acme-other', `${LIST}/expiry`)).body.data;
    expect(before).toEqual({ from: expect.any(Number), expired: 0, slots: Array(26).fill(0), later: 0 });
    for (const days of [-1, 3, 20, 20, 29, 31, 380, 500])
      await uploaded('acme-other', openssl.pair({ days }), `d${days}`);
    const { from, expired, slots, later } = (await get('acme-other', `${LIST}/expiry`)).body.data;
    expect({ expired, first: slots.slice(0, 3), last: slots[25], later }).toEqual({
      expired: 1,
      first: [1, 3, 1],
      last: 1,
      later: 1,
    });
    const within = async (start: number, end: number) => {
      const url = `${LIST}/expiring?start_time=${start}&end_time=${end}`;
      return (await get('acme-other', url)).body.data.list.map((cert: { name: string }) => cert.name);
    };
    expect(await within(0, from)).toEqual(['d-1']);
    const found = (await get('acme-other', `${LIST}/expiring?keyword=D380`)).body.data.list;
    expect(found).toMatchObject([{ name: 'd380', domain_count: 0, first_domain: '' }]);
    expect(await within(from + 15 * DAY_MS, from + 30 * DAY_MS - 1)).toEqual(['d20', 'd20', 'd29']);
    expectField(
      await get('acme-other', `${LIST}/expiring?start_time=2000000000000&end_time=1000000000000`),
      'end_time',
    );
    const mine = (await get('borealis-root', `${LIST}/expiry`)).body.data;
    expect(mine.expired + mine.later).toBe(0);
  });

  it('lists the first of its names alone, with how many there are', async () => {
    const names = Array.from({ length: 25 }, (_, i) => `n${i}.example.com`);
    const id = await uploaded('acme-root', openssl.pair({ names }), 'Many names');
    const { list } = (await get('acme-root', `${LIST}/expiring?keyword=many%20names`)).body.data;
    expect(list).toEqual([expect.objectContaining({ id, names: names.slice(0, 20), name_count: 25 })]);
    const covering = (await get('acme-root', `${LIST}/expiring?domain=n24.example.com`)).body.data;
    expect(covering.list.map((cert: { id: number }) => cert.id)).toEqual([id]);
  });

  it('is found by an international name in either form', async () => {
    const id = await uploaded('acme-root', openssl.pair({ subject: '/CN=xn--mnchen-3ya.example.com' }), 'City');
    const found = async (query: string) => {
      const { list } = (await get('acme-root', `${LIST}${query}`)).body.data;
      return list.map((cert: { id: number }) => cert.id);
    };
    for (const name of ['xn--mnchen-3ya', 'XN--MNCHEN-3YA', 'münchen', 'MÜNCHEN'].map(encodeURIComponent)) {
      expect(await found(`/expiring?domain=${name}.example.com`), name).toEqual([id]);
      expect(await found(`?keyword=${name}`), name).toEqual([id]);
    }
    expect(await found('/expiring?domain=localhost')).toEqual([]);
  });

  it('is seen by its account and the site’s staff, by nobody else', async () => {
    const id = await uploaded('acme-child', other, 'Child’s');
    for (const as of ['acme-child', 'acme-root', 'acme-support']) {
      expect((await get(as, `${LIST}/${id}`)).status, as).toBe(200);
    }
    for (const as of ['acme-other', 'borealis-root', 'borealis-support']) {
      const unknown = await get(as, `${LIST}/999999`);
      for (const [method, url, body] of [
        ['GET', `${LIST}/${id}`],
        ['GET', `${LIST}/${id}/domains`],
        ['GET', `${LIST}/${id}/facts`],
        ['PUT', `${LIST}/${id}`, { name: 'mine' }],
        ['DELETE', `${LIST}/${id}`],
        ['POST', `${LIST}/${id}/bind/x`],
        ['DELETE', `${LIST}/${id}/bind/x`],
      ] as const) {
        const answer = await world.call(method, url, { as, body });
        expect([answer.status, answer.body], `${as} ${method} ${url}`).toEqual([404, unknown.body]);
      }
      expect((await get(as, `${LIST}?keyword=Child`)).body.data.total, as).toBe(0);
    }
    for (const wild of ['9007199254740993', '18446744073709551616', '-1', '1e3', '0x1', '0', '01', 'abc']) {
      expect((await get('acme-child', `${LIST}/${wild}`)).status, wild).toBe(404);
    }
  });
});

describe('private keys', () => {
  // The files of the store, what the process prints and a backup are searched in lib/sys/secrets.test.ts.
  it('are nowhere in clear: not in a row, a record or an answer', async () => {
    const secret = openssl.pair({ names: ['secret.example.com'] });
    const id = await uploaded('acme-root', secret, 'Secret');
    await world.call('PUT', `${LIST}/${id}`, { as: 'acme-root', body: { name: 'Secret 2', ...secret } });
    await upload('acme-root', { cert: secret.key, key: secret.key });
    await upload('acme-root', { cert: `${secret.cert}${secret.key}`, key: 'x' });
    await world.call('PUT', `${LIST}/${id}`, { as: 'acme-root', body: { name: secret.key } });
    const found = (text: string) => keyPieces(secret).filter((piece) => text.includes(piece));

    const tables = ['certificates', 'audit_logs', 'revisions', 'artefacts', 'jobs'] as const;
    for (const table of tables) {
      const text = JSON.stringify(await world.db.selectFrom(table).selectAll().execute());
      expect(found(text), `${table} holds a key`).toEqual([]);
    }
    for (const url of [LIST, `${LIST}/${id}`, `${LIST}/${id}/facts`, '/api/sys/audit-logs?size=100']) {
      expect(found(JSON.stringify((await get('acme-root', url)).body)), url).toEqual([]);
    }
    expect(found(JSON.stringify(secret)).length).toBeGreaterThan(5);
  });

  it('do not open when they are moved to another certificate', async () => {
    const [a, b] = [await uploaded('acme-root', shop), await uploaded('acme-root', other)];
    const row = await world.db.selectFrom('certificates').selectAll().where('id', '=', b).executeTakeFirstOrThrow();
    await world.runtime.store.transaction((tx) =>
      tx.updateTable('certificates').set({ sealed_key: row.sealed_key }).where('id', '=', a).execute(),
    );
    const answer = await world.call('PUT', `${LIST}/${a}`, { as: 'acme-root', body: { cert: shop.cert } });
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toContain(row.sealed_key);
  });
});
