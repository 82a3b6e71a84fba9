import type { Attack, Target } from '../attack';

const AT_ONCE = 48;
/** Among those that take the longest to compile of what is accepted. */
const PATTERN = `(?i)${'\\pL'.repeat(16)}`;
const CONDITIONS = 10;

const messageOf = (answer: { status: number; body: { err_key?: string } }) =>
  `${answer.status} ${answer.body?.err_key}`;

async function save(target: Target, policy_id: string): Promise<void> {
  const matches = Array.from({ length: CONDITIONS }, (_, i) => ({
    field: 'path',
    op: 'regex',
    data: `${PATTERN}${i}`,
  }));
  const body = { name: 'Patterns', matches: [...matches.slice(1), { field: 'path', op: 'regex', data: '(' }] };
  while (target.goesOn()) {
    const answer = await target.call('POST', `/api/guard/policies/${policy_id}/rules/preview`, {
      as: 'acme-root',
      body: { kind: 'acl', ...body },
    });
    const isRefused = answer.body?.err_key === 'err.guard.rule.pattern' || [429, 503].includes(answer.status);
    target.expect(isRefused, `the last condition is refused after all others (${messageOf(answer)})`);
  }
}

export const attack: Attack = {
  name: 'rule-patterns',
  promises: 'Many rules with many regular expressions are compiled one at a time.',
  async run(target) {
    const made = await target.call('POST', '/api/guard/policies', {
      as: 'acme-root',
      body: { name: `P ${Date.now()}` },
    });
    await Promise.all(Array.from({ length: AT_ONCE }, () => save(target, made.body.data.policy_id)));
  },
};
