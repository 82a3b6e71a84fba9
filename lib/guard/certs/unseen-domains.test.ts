import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, expectField, startDomains } from '@/lib/guard/domains/testing';
import { Openssl } from './testing';
import { certCalls, LIST, shopPairs } from './testing-calls';

const openssl = new Openssl();
const { shop, other } = shopPairs(openssl);
const bare = openssl.pair({ names: ['shop.example.com'] });

let world: Domains;
beforeAll(async () => {
  world = await startDomains();
});
afterAll(async () => {
  await world.close();
  openssl.close();
});

const { uploaded, bind, get } = certCalls(() => world);

describe('domains of the account that the owner of a certificate does not see', () => {
  it('are in no answer of theirs, and keep the certificate from losing their names', async () => {
    const id = await uploaded('acme-child', shop);
    const hidden = await world.created('acme-root', 'hidden.shop.example.com');
    expect((await bind('acme-root', id, hidden)).status).toBe(200);
    const own = await world.created('acme-child', 'shop.example.com');
    expect((await bind('acme-child', id, own)).status).toBe(200);

    const domains = async (as: string) => (await get(as, `${LIST}/${id}/domains`)).body.data;
    const overview = async (as: string) => {
      const { list } = (await get(as, `${LIST}/expiring?size=100`)).body.data;
      return list.find((cert: { id: number }) => cert.id === id);
    };
    expect(await domains('acme-child')).toEqual([expect.objectContaining({ domain_id: own })]);
    expect(await overview('acme-child')).toMatchObject({ domain_count: 1, first_domain: 'shop.example.com' });
    for (const as of ['acme-root', 'acme-support']) {
      expect(await domains(as), as).toHaveLength(2);
      expect(await overview(as), as).toMatchObject({ domain_count: 2, first_domain: 'hidden.shop.example.com' });
    }

    const replaced = (as: string, pair: object, language = 'en-US') =>
      world.call('PUT', `${LIST}/${id}`, { as, body: pair, headers: { 'Accept-Language': language } });
    const refused = async (...given: Parameters<typeof replaced>) => {
      const answer = await replaced(...given);
      expectField(answer, 'cert', 'err.guard.cert.not_covering');
      return answer.body.message;
    };
    expect(await refused('acme-child', other)).toContain('shop.example.com');
    expect(await refused('acme-child', other)).not.toContain('hidden');
    expect(await refused('acme-child', bare)).toBe(
      'The certificate does not cover a domain of another user that it is bound to.',
    );
    expect(await refused('acme-child', bare, 'zh-CN')).toBe('证书不包含其绑定的另一用户的域名。');
    expect(await refused('acme-root', bare)).toBe('The certificate does not cover hidden.shop.example.com.');

    await world.call('DELETE', `${LIST}/${id}/bind/${own}`, { as: 'acme-child' });
    expect(await domains('acme-child')).toEqual([]);
    expect(await overview('acme-child')).toMatchObject({ domain_count: 0, first_domain: '' });
  });
});
