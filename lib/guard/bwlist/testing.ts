import { expect } from 'vitest';
import type { Domains } from '@/lib/guard/domains/testing';
import type { Ip, IpSet } from './contract';

export const SETS = '/api/guard/bwlist/sets';
export const IPS = '/api/guard/bwlist/ips';

/** The calls that tests of lists share. */
export function listCalls({ call }: Pick<Domains, 'call'>) {
  const create = (as: string, more: object = {}) =>
    call('POST', SETS, { as, body: { name: 'Office', ip_set_type: 1, ...more } });
  const addBatch = (as: string, id: number, ips: readonly unknown[]) =>
    call('POST', `${SETS}/${id}/ips/batch`, { as, body: { ips } });
  return {
    create,
    addBatch,
    /** Creates a list and answers it. */
    async created(as: string, more: object = {}): Promise<IpSet> {
      const answer = await create(as, more);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body.data;
    },
    add: (as: string, id: number, body: object) => call('POST', `${SETS}/${id}/ips`, { as, body }),
    /** Adds addresses and answers their ids. */
    async added(as: string, id: number, ...addresses: string[]): Promise<number[]> {
      const answer = await addBatch(
        as,
        id,
        addresses.map((ip_addr) => ({ ip_addr })),
      );
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body.data;
    },
    read: async (as: string, id: number): Promise<IpSet> => (await call('GET', `${SETS}/${id}`, { as })).body.data,
    async ips(as: string, id: number, query = ''): Promise<{ list: Ip[]; total: number }> {
      const answer = await call('GET', `${SETS}/${id}/ips?${query}`, { as });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body.data;
    },
  };
}

export type ListCalls = ReturnType<typeof listCalls>;

/** So many different addresses. */
export const addresses = (n: number, from = 0): string[] =>
  Array.from({ length: n }, (_, i) => `10.${(from + i) >> 16}.${((from + i) >> 8) & 255}.${(from + i) & 255}`);
