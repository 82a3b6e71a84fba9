import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, expectField, startDomains } from '@/lib/guard/domains/testing';
import type { Release } from '@/lib/guard/releases/contract';
import { issue, withKey } from '@/lib/sys/api-keys/testing';
import { DAY_MS } from './contract';
import { keyPieces, Openssl } from './testing';

const LIST = '/api/guard/certs';
const openssl = new Openssl();
const shop = openssl.pair({ names: ['shop.example.com', '*.shop.example.com'] });
const renewed = openssl.pair({ names: ['shop.example.com', '*.shop.example.com'], days: 90 });
const other = openssl.pair({ subject: '/CN=other.example.com' });
const sm2 = openssl.pair({ kind: 'sm2', names: ['shop.example.com'] });
const sm2Sign = openssl.pair({ kind: 'sm2', names: ['shop.example.com'] });

let world: Domains;
beforeAll(async () => {
  world = await startDomains();
});
afterAll(async () => {
  await world.close();
  openssl.close();
});

const upload = (as: string, pair: object, name = 'Shop') => world.call('POST', LIST, { as, body: { name, ...pair } });
async function uploaded(as: string, pair: object, name?: string): Promise<number> {
  const answer = await upload(as, pair, name);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data.id;
}
const bind = (as: string, id: number, domain_id: string) =>
  world.call('POST', `${LIST}/${id}/bind`, { as, body: { domain_id } });
const get = (as: string, url: string) => world.call('GET', url, { as });
const releasesOf = async (as: string, domain_id: string) =>
  (await get(as, `/api/guard/domains/${domain_id}/releases`)).body.data;

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
    expectField(await upload('acme-root', { ...shop, key: other.key }), 'cert', 'err.guard.cert.not_a_pair');
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
    expectField(wrong, 'cert', 'err.guard.cert.not_a_pair');
    expect((await rows()).length).toBe(before);
  });

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
    expectField(await editor({ ...renewed, key: other.key, replaces: id }), 'cert', 'err.guard.cert.not_a_pair');

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

describe('binding', () => {
  it('takes both forms, only to covered domains of the same account', async () => {
    const id = await uploaded('acme-root', shop);
    const domain_id = await world.created('acme-root', 'shop.example.com');
    const wildcard = await world.created('acme-root', '*.shop.example.com');
    expect((await bind('acme-root', id, domain_id)).body.data).toBeNull();
    const byPath = await world.call('POST', `${LIST}/${id}/bind/${wildcard}`, { as: 'acme-root' });
    expect(byPath.body.data).toBeNull();
    expect((await bind('acme-root', id, domain_id)).status).toBe(200);
    const bound = (await get('acme-root', `${LIST}/${id}/domains`)).body.data;
    expect(bound).toEqual([
      { domain_id, domain: 'shop.example.com', cert_id: id, ctime: expect.any(Number) },
      { domain_id: wildcard, domain: '*.shop.example.com', cert_id: id, ctime: expect.any(Number) },
    ]);

    const listed = (await get('acme-root', `${LIST}/expiring?size=100`)).body.data.list;
    expect(listed.find((cert: { id: number }) => cert.id === id)).toMatchObject({
      domain_count: 2,
      first_domain: expect.stringContaining('shop.example.com'),
    });

    await world.call('DELETE', `${LIST}/${id}/bind/${wildcard}`, { as: 'acme-root' });
    const records = await world.db
      .selectFrom('audit_logs')
      .select('detail')
      .where('resource_id', '=', String(id))
      .where('action', '=', 'guard.cert.edit')
      .orderBy('id')
      .execute();
    expect(records.map(({ detail }) => JSON.parse(detail).changes)).toEqual([
      { domain: { old: null, new: 'shop.example.com' } },
      { domain: { old: null, new: '*.shop.example.com' } },
      {},
      { domain: { old: '*.shop.example.com', new: null } },
    ]);

    const elsewhere = await world.created('acme-root', 'elsewhere.example.com');
    expectField(await bind('acme-root', id, elsewhere), 'domain_id', 'err.guard.cert.not_covering');
    const foreign = await world.created('acme-other', 'a.shop.example.com');
    expect((await bind('acme-root', id, foreign)).status).toBe(404);
    expectField(await bind('acme-support', id, foreign), 'domain_id', 'err.guard.cert.other_owner');
    expect((await bind('acme-root', 999_999, domain_id)).status).toBe(404);

    const detail = (await get('acme-root', `/api/guard/domains/${domain_id}`)).body.data;
    expect(detail.cert_id).toBe(id);
    expect(detail.certs).toEqual([
      expect.objectContaining({ id, name: 'Shop', certificate_type: 1, common_name: 'shop.example.com' }),
    ]);
    expect(JSON.stringify(detail)).not.toContain('BEGIN');

    expectField(
      await world.call('PUT', `${LIST}/${id}`, { as: 'acme-root', body: other }),
      'cert',
      'err.guard.cert.not_covering',
    );
    const off = () => world.call('DELETE', `${LIST}/${id}/bind/${domain_id}`, { as: 'acme-root' });
    expect((await off()).body.data).toBeNull();
    expect((await off()).status).toBe(404);
    expect((await get('acme-root', `/api/guard/domains/${domain_id}`)).body.data).not.toHaveProperty('certs');
  });

  it('comes with a new domain or not at all', async () => {
    const standard = await uploaded('acme-child', shop);
    const again = await uploaded('acme-child', renewed);
    const national = await uploaded('acme-child', sm2);
    const foreign = await uploaded('acme-other', shop);
    const uncovering = await uploaded('acme-child', other);
    const create = (cert_ids: number[], more = {}) =>
      world.create('acme-child', 'new.shop.example.com', { cert_ids, ...more });
    expectField(await create([foreign]), 'cert_ids.0', 'err.guard.domain.cert_unknown');
    expectField(await create([standard, 999_999]), 'cert_ids.1', 'err.guard.domain.cert_unknown');
    expectField(await create([uncovering]), 'cert_ids.0', 'err.guard.cert.not_covering');
    expectField(await create([national]), 'cert_ids.0', 'err.guard.cert.not_covering');
    expectField(await create([standard, again]), 'cert_ids.1', 'err.guard.domain.cert_same_class');
    expectField(await create([standard], { cert_id: again }), 'cert_id', 'err.guard.domain.cert_same_class');
    expect(await world.total('acme-child', 'keyword=new.shop')).toBe(0);

    const domain_id = (await create([standard, standard], { cert_id: standard })).body.data.domain_id;
    const detail = (await get('acme-child', `/api/guard/domains/${domain_id}`)).body.data;
    expect(detail.certs.map((cert: { id: number }) => cert.id)).toEqual([standard]);
    const both = await world.create('acme-child', 'shop.example.com', { cert_ids: [standard, national] });
    expectField(both, 'domain', 'err.guard.domain.taken');
    await world.call('DELETE', `/api/guard/domains/${domain_id}`, { as: 'acme-child' });
    expect((await get('acme-child', `${LIST}/${standard}/domains`)).body.data).toEqual([]);
  });

  it('lists what expires first, and what covers a name', async () => {
    const list = (await get('acme-child', `${LIST}/expiring`)).body.data.list;
    const times = list.map((cert: { expired_at: number }) => cert.expired_at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const covering = (await get('acme-child', `${LIST}/expiring?domain=deep.shop.example.com`)).body.data;
    expect(covering.total).toBe(2);
    expect(covering.list[0]).toMatchObject({
      names: ['shop.example.com', '*.shop.example.com'],
      domain_count: 0,
      first_domain: '',
    });
    expect((await get('acme-child', `${LIST}/expiring?domain=a.b.shop.example.com`)).body.data.total).toBe(0);
  });

  it('never leaves a binding to a deleted certificate', async () => {
    const domain_id = await world.created('acme-root', 'race.shop.example.com');
    for (let round = 0; round < 10; round++) {
      const id = await uploaded('acme-root', shop);
      const remove = world.call('DELETE', `${LIST}/${id}`, { as: 'acme-root' });
      const [bound, removed] = await Promise.all([bind('acme-root', id, domain_id), remove]);
      expect(removed.status).toBe(200);
      expect([200, 404]).toContain(bound.status);
      expect((await get('acme-root', `/api/guard/domains/${domain_id}`)).body.data.cert_id).toBe(0);
    }
  });
});

describe('distribution', () => {
  it('of certificates and of their domains at once goes through without one waiting for the other', async () => {
    const sm = openssl.pair({ kind: 'sm2', names: ['*.shop.example.com'] });
    const [first, second] = [await uploaded('acme-root', shop), await uploaded('acme-root', sm)];
    const domain_ids = await Promise.all(
      [0, 1, 2].map((i) => world.created('acme-root', `once-${i}.shop.example.com`)),
    );
    for (const domain_id of domain_ids) await world.judge('acme-support', domain_id, 4);
    const works = [
      (domain_id: string) => bind('acme-root', first, domain_id),
      (_: string, i: number) =>
        world.call('PUT', `${LIST}/${first}`, { as: 'acme-root', body: i % 2 ? shop : renewed }),
      (domain_id: string, i: number) =>
        world.call('PUT', `/api/guard/domains/${domain_id}`, { as: 'acme-root', body: { mode: i } }),
      (domain_id: string) => bind('acme-root', second, domain_id),
      (_: string, i: number) =>
        world.create('acme-root', `both-${i}.shop.example.com`, {
          cert_ids: i % 2 ? [first, second] : [second, first],
        }),
    ];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => works[i % works.length]?.(domain_ids[i % 3] ?? '', i)),
    );
    expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([200, 201]));
  });

  it('makes one release for each approved domain a certificate changes', async () => {
    const id = await uploaded('acme-root', shop);
    const approved = await world.created('acme-root', 'a.shop.example.com'.replace('a.', 'rel-a.'));
    const waiting = await world.created('acme-root', 'rel-b.shop.example.com');
    await world.judge('acme-support', approved, 4);
    for (const domain_id of [approved, waiting]) await bind('acme-root', id, domain_id);
    await world.call('PUT', `${LIST}/${id}`, { as: 'acme-root', body: { name: 'Only a name' } });
    await world.call('PUT', `${LIST}/${id}`, { as: 'acme-root', body: renewed });
    await world.call('DELETE', `${LIST}/${id}`, { as: 'acme-support' });

    expect((await releasesOf('acme-root', waiting)).total).toBe(0);
    const { list } = await releasesOf('acme-root', approved);
    expect(list.map(({ number, causes: [cause] }: Release) => [number, cause?.action, cause?.actor_name])).toEqual([
      [4, 'guard.cert.delete', 'acme-support'],
      [3, 'guard.cert.edit', 'acme-root'],
      [2, 'guard.cert.edit', 'acme-root'],
      [1, 'guard.domain.audit', 'acme-support'],
    ]);
    const url = `/api/guard/domains/${approved}/releases`;
    const second = (await get('acme-root', `${url}/2`)).body.data;
    expect(second.config).toMatchObject({
      domain: 'rel-a.shop.example.com',
      certificates: [{ id, fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    });
    const stored = await world.db
      .selectFrom('artefacts')
      .select('content')
      .where('object_id', '=', approved)
      .where('number', '=', 2)
      .executeTakeFirstOrThrow();
    expect(createHash('sha256').update(stored.content).digest('hex')).toBe(second.hash);
    expect(list[0].hash).toBe(list[3].hash);

    const changes = (await get('acme-root', `${url}/2/diff`)).body.data;
    expect(changes).toMatchObject({ from: 1, to: 2, changes: { certificates: { old: [], new: [{ id }] } } });
    expect((await get('acme-root', `${url}/4/diff?from=1`)).body.data.changes).toEqual({});
    expect((await get('acme-root', `${url}/1/diff`)).body.data.changes.domain.old).toBeNull();
    for (const none of [`${url}/5`, `${url}/0`, `${url}/x`, `${url}/2/diff?from=9`]) {
      expect((await get('acme-root', none)).status, none).toBe(404);
    }
    expect((await get('acme-other', url)).body).toEqual(
      (await get('acme-other', '/api/guard/domains/no/releases')).body,
    );
  });
});

describe('private keys', () => {
  // The files of the store, what the process prints and a backup are searched in lib/sys/secrets.test.ts.
  it('stand nowhere in clear: not in a row, a record or an answer', async () => {
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
