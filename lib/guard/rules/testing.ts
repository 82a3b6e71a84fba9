import { type Domains, startDomains } from '@/lib/guard/domains/testing';
import type { Answer } from '@/test/parapet';

export const CC = {
  kind: 'cc',
  type: 'cc_rule',
  table: 'cc_rules',
  rule: {
    name: 'Sign-in',
    matches: [{ field: 'path', op: 'prefix', data: '/login' }],
    limit: { threshold: 10, period: 60, scope: 'ip' },
    action: { action_type: 'block', duration: 600 },
  },
  defaults: { stats: {} },
} as const;

export const ACL = {
  kind: 'acl',
  type: 'acl_rule',
  table: 'acl_rules',
  rule: {
    name: 'Sign-in',
    matches: [{ field: 'path', op: 'prefix', data: '/login' }],
    action: { action_type: 'block', content: '', duration: 600 },
  },
  defaults: {},
} as const;

export type RuleKind = typeof CC | typeof ACL;
export const KINDS: readonly RuleKind[] = [CC, ACL];

/** A Parapet in which acme-root has a policy, with calls to its rules of a kind. */
export async function startRules() {
  const world = await startDomains();
  const policy_id = world.policies.get('acme-root') ?? '';
  const policy = async (as: string, name: string): Promise<string> => {
    const { body } = await world.call('POST', '/api/guard/policies', { as, body: { name } });
    return body.data.policy_id;
  };
  const rulesOf = ({ kind, rule }: RuleKind, policy: string, as = 'acme-root') => {
    const list = `/api/guard/policies/${policy}/${kind}/rules`;
    const at = (id: unknown) => `${list}/${id}`;
    return {
      path: list,
      create: (change: object = {}) => world.call('POST', list, { as, body: { ...rule, ...change } }),
      list: (query = '') => world.call('GET', `${list}?${query}`, { as }),
      view: (id: unknown) => world.call('GET', at(id), { as }),
      edit: (id: unknown, body: object, query = '') => world.call('PUT', `${at(id)}?${query}`, { as, body }),
      remove: (id: unknown) => world.call('DELETE', at(id), { as }),
      status: (id: unknown, status: unknown) => world.call('PUT', `${at(id)}/status`, { as, body: { status } }),
      move: (id: unknown, policy_id: unknown) => world.call('POST', `${at(id)}/move`, { as, body: { policy_id } }),
    };
  };
  return { ...world, policy_id, policy, rulesOf };
}

export type Rules = Awaited<ReturnType<typeof startRules>>;

/** The last artefact of a policy, as nodes read it. */
export async function artefactOf({ db }: Pick<Domains, 'db'>, policy_id: string) {
  const found = db.selectFrom('artefacts').select(['content', 'number']).where('kind', '=', 'policy');
  const row = await found.where('object_id', '=', policy_id).orderBy('number', 'desc').executeTakeFirst();
  return row && { number: row.number, ...JSON.parse(row.content) };
}

export const idOf = (answer: Answer): number => answer.body.data.rule_id;
