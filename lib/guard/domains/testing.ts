import { expect } from 'vitest';
import type { Scope } from '@/lib/tenancy/scope';
import { type Answer, type Parapet, startParapet } from '@/test/parapet';

export const LIST = '/api/guard/domains';
export const ORIGIN = { addr: '192.0.2.1', port: 443, protocol: 'https' };

const OWNERS = ['acme-support', 'acme-root', 'acme-child', 'acme-other', 'borealis-root'];

/** A Parapet in which everybody who adds domains has a policy, with the calls that tests of domains share. */
export async function startDomains(env: Record<string, string> = {}) {
  const parapet = await startParapet({ env });
  const policies = await makePolicies(parapet);
  const db = parapet.runtime.store.read;
  /** What a write brings to nodes has arrived when it answers. */
  const call: Parapet['call'] = async (method, path, request) => {
    const answer = await parapet.call(method, path, request);
    if (method !== 'GET') await parapet.runtime.jobs.settled();
    return answer;
  };

  const input = (as: string, domain: string, more: object = {}) => ({
    domain,
    policy_id: policies.get(as) ?? '',
    src_sites: [ORIGIN],
    ...more,
  });
  const create = (as: string, domain: string, more: object = {}) =>
    call('POST', LIST, { as, body: input(as, domain, more) });

  return {
    ...parapet,
    call,
    /** The same without waiting for what follows the commit. */
    direct: parapet.call,
    db,
    policies,
    input,
    create,
    /** Creates a domain and answers its id. */
    async created(as: string, domain: string, more: object = {}): Promise<string> {
      const answer = await create(as, domain, more);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body.data.domain_id;
    },
    async total(as: string, query = ''): Promise<number> {
      return (await call('GET', `${LIST}?${query}`, { as })).body.data.total;
    },
    async scopeOf(user_name: string, tier: Scope['tier']): Promise<Scope> {
      const found = db.selectFrom('users').select(['oem_id', 'user_id']).where('user_name', '=', user_name);
      return { ...(await found.executeTakeFirstOrThrow()), tier };
    },
    judge: (as: string, domain_id: string, audit_status: unknown) =>
      call('PUT', `${LIST}/${domain_id}/audit`, { as, body: { audit_status } }),
  };
}

export type Domains = Awaited<ReturnType<typeof startDomains>>;

async function makePolicies(parapet: Parapet): Promise<Map<string, string>> {
  const policies = new Map<string, string>();
  for (const as of OWNERS) {
    const { body } = await parapet.call('POST', '/api/guard/policies', { as, body: { name: `of ${as}` } });
    policies.set(as, body.data.policy_id);
  }
  return policies;
}

export function expectField(answer: Answer, field: string, err_key = 'err.request.invalid'): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(400);
  expect(answer.body).toMatchObject({ err_key, data: { field } });
}
