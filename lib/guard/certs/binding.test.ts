import { createHash, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Domains, expectField, startDomains } from '@/lib/guard/domains/testing';
import type { Release } from '@/lib/guard/releases/contract';
import { Openssl } from './testing';
import { certCalls, LIST, shopPairs } from './testing-calls';

const openssl = new Openssl();
const { shop, renewed, other, sm2 } = shopPairs(openssl);

let world: Domains;
beforeAll(async () => {
  world = await startDomains();
});
afterAll(async () => {
  await world.close();
  openssl.close();
});

const { uploaded, bind, get } = certCalls(() => world);
const releasesOf = async (as: string, domain_id: string) =>
  (await get(as, `/api/guard/domains/${domain_id}/releases`)).body.data;

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
    // The history of the domain finds them by its id.
    const history = (await get('acme-root', `/api/sys/audit-logs?keyword=${wildcard}`)).body.data.list;
    const ofCert = history.filter((row: { resource_type: string }) => row.resource_type === 'cert');
    expect(ofCert.map((row: { resource_id: string }) => row.resource_id)).toEqual([String(id), String(id)]);

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

describe('deleting a certificate', () => {
  it('is in the history of each domain that loses it, by whoever deleted it, for those who may see it', async () => {
    const id = await uploaded('acme-root', shop);
    const domain_ids: string[] = [];
    for (let i = 0; i < 30; i++) domain_ids.push(await world.created('acme-root', `lost-${i}.shop.example.com`));
    for (const domain_id of domain_ids) await bind('acme-root', id, domain_id);
    const unbound = await world.created('acme-root', 'kept.shop.example.com');
    await world.call('DELETE', `${LIST}/${id}`, { as: 'acme-support' });
    await world.runtime.jobs.settled();

    const historyOf = async (as: string, of: string) => {
      const { list } = (await get(as, `/api/sys/audit-logs?keyword=${of}`)).body.data;
      return list.filter((row: { resource_type: string }) => row.resource_type === 'cert');
    };
    for (const [i, domain_id] of domain_ids.entries()) {
      const [lost, ...earlier] = await historyOf('acme-root', domain_id);
      const domain = `lost-${i}.shop.example.com`;
      expect(lost).toMatchObject({
        ...{ action: 'guard.cert.edit', actor_name: 'acme-support', on_behalf_user_name: 'acme-root' },
        ...{ resource_id: String(id), resource_label: `Shop, ${domain}`, status: 1 },
        detail: { changes: { domain: { old: domain, new: null } }, also: domain_id },
      });
      expect(earlier).toHaveLength(1);
    }
    expect(await historyOf('acme-root', unbound)).toEqual([]);
    expect(await historyOf('borealis-root', domain_ids[0] ?? '')).toEqual([]);
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

  it('a change of half of a certificate is refused when the other half was replaced meanwhile', async () => {
    const id = await uploaded('acme-root', shop);
    const put = (body: object) => world.call('PUT', `${LIST}/${id}`, { as: 'acme-root', body });
    const { certReader } = world.runtime;
    const read: (...given: unknown[]) => Promise<never> = certReader.read.bind(certReader) as never;
    vi.spyOn(certReader, 'read').mockImplementationOnce(async (...given) => {
      const content = await read(...given);
      expect((await put(renewed)).status).toBe(200);
      return content;
    });
    const answer = await put({ cert: shop.cert });
    expect([answer.status, answer.body.err_key]).toEqual([400, 'err.guard.cert.changed']);
    const { body } = await get('acme-root', `${LIST}/${id}/facts`);
    expect(body.data.cert.serial_number).toBe(new X509Certificate(renewed.cert).serialNumber);
  });

  it('makes one release for each approved domain a certificate changes', async () => {
    const id = await uploaded('acme-root', shop);
    const approved = await world.created('acme-root', 'a.shop.example.com'.replace('a.', 'rel-a.'));
    const waiting = await world.created('acme-root', 'rel-b.shop.example.com');
    await world.judge('acme-support', approved, 4);
    for (const domain_id of [approved, waiting]) await bind('acme-root', id, domain_id);
    await world.call('PUT', `${LIST}/${id}`, { as: 'acme-root', body: { name: 'Only a name' } });
    await world.runtime.jobs.settled();
    await world.call('PUT', `${LIST}/${id}`, { as: 'acme-root', body: renewed });
    await world.runtime.jobs.settled();
    await world.call('DELETE', `${LIST}/${id}`, { as: 'acme-support' });

    expect((await releasesOf('acme-root', waiting)).total).toBe(0);
    const list = (await releasesOf('acme-root', approved)).list.filter(({ kind }: Release) => kind !== 'policy');
    const causes = ({ kind, number, causes: [cause] }: Release) => [kind, number, cause?.action, cause?.actor_name];
    expect(list.map(causes)).toEqual([
      ['domain', 3, 'guard.cert.delete', 'acme-support'],
      ['cert', 2, 'guard.cert.edit', 'acme-root'],
      ['domain', 2, 'guard.cert.edit', 'acme-root'],
      ['domain', 1, 'guard.domain.audit', 'acme-support'],
    ]);
    const url = `/api/guard/domains/${approved}/releases`;
    const second = (await get('acme-root', `${url}/2`)).body.data;
    expect(second.config).toMatchObject({
      domain: 'rel-a.shop.example.com',
      certificates: [{ id, certificate_type: 1 }],
    });
    const renewal = (await get('acme-root', `${url}/cert.${id}.2/diff`)).body.data.changes;
    expect(renewal.fingerprint.new).toMatch(/^[0-9a-f]{64}$/);
    expect(renewal.fingerprint.new).not.toBe(renewal.fingerprint.old);
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
    expect((await get('acme-root', `${url}/3/diff?from=1`)).body.data.changes).toEqual({});
    expect((await get('acme-root', `${url}/1/diff`)).body.data.changes.domain.old).toBeNull();
    for (const none of [`${url}/4`, `${url}/0`, `${url}/x`, `${url}/2/diff?from=9`]) {
      expect((await get('acme-root', none)).status, none).toBe(404);
    }
    expect((await get('acme-other', url)).body).toEqual(
      (await get('acme-other', '/api/guard/domains/no/releases')).body,
    );
  });
});
