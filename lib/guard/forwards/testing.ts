import { expect } from 'vitest';
import { type Domains, startDomains } from '@/lib/guard/domains/testing';

export const FORWARDS = '/api/guard/forwards';

/** Calls of the endpoints, about ports of `game.example.com` where no other domain is named. */
export type Forwards = Omit<Domains, 'create'> & Awaited<ReturnType<typeof callsOf>>;

async function callsOf(world: Domains) {
  const domain_id = await world.created('acme-root', 'game.example.com');
  const child_domain = await world.created('acme-child', 'mail.example.com');
  let next = 20_000;
  const nextPort = () => next++;
  const input = (more: object) => ({ domain: 'game.example.com', domain_id, port: nextPort(), ...more });
  const create = (more: object = {}, as = 'acme-root') => world.call('POST', FORWARDS, { as, body: input(more) });
  return {
    domain_id,
    child_domain,
    nextPort,
    create,
    edit: (id: number, body: object, as = 'acme-root', query = '') =>
      world.call('PUT', `${FORWARDS}/${id}${query}`, { as, body }),
    remove: (id: number, as = 'acme-root') => world.call('DELETE', `${FORWARDS}/${id}`, { as }),
    async made(more: object = {}, as = 'acme-root') {
      const answer = await create(more, as);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body.data;
    },
  };
}

/** A Parapet with a domain of Acme's root and one of its child. */
export async function startForwards(): Promise<Forwards> {
  const world = await startDomains();
  return { ...world, ...(await callsOf(world)) };
}
