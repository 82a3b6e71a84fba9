import { expect } from 'vitest';
import type { Domains } from '@/lib/guard/domains/testing';
import type { Openssl } from './testing';

export const LIST = '/api/guard/certs';

/** Pairs for one name, of two ages and two kinds, and one for another. */
export function shopPairs(openssl: Openssl) {
  const names = ['shop.example.com', '*.shop.example.com'];
  return {
    shop: openssl.pair({ names }),
    renewed: openssl.pair({ names, days: 90 }),
    other: openssl.pair({ subject: '/CN=other.example.com' }),
    sm2: openssl.pair({ kind: 'sm2', names: ['shop.example.com'] }),
  };
}

/** What tests of certificates ask again and again. */
export function certCalls(world: () => Domains) {
  const upload = (as: string, pair: object, name = 'Shop') =>
    world().call('POST', LIST, { as, body: { name, ...pair } });
  return {
    upload,
    /** Id of a certificate that was stored. */
    async uploaded(as: string, pair: object, name?: string): Promise<number> {
      const answer = await upload(as, pair, name);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body.data.id;
    },
    bind: (as: string, id: number, domain_id: string) =>
      world().call('POST', `${LIST}/${id}/bind`, { as, body: { domain_id } }),
    get: (as: string, url: string) => world().call('GET', url, { as }),
  };
}
