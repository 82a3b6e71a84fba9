import { expect, it } from 'vitest';
import { type AlertRule, AlertRuleInput } from '@/lib/analytics/alert-rules/contract';
import { NEW_RULE, valuesOf } from './rule-values';

it('a rule that is begun lacks nothing but its name', () => {
  expect(AlertRuleInput.safeParse(NEW_RULE).error?.issues.map(({ path }) => path)).toEqual([['name']]);
  expect(AlertRuleInput.parse({ ...NEW_RULE, name: 'One' })).toEqual({ ...NEW_RULE, name: 'One' });
});

it('a stored rule is sent back as it is', () => {
  const body = AlertRuleInput.parse({ ...NEW_RULE, name: 'One', threshold: 7.5, channel_ids: [3] });
  const facts = { id: 7, domain: '', judged_until: 1, user_id: 'u', user_name: 'owner', ctime: 1, utime: 2 };
  expect(valuesOf({ ...body, ...facts } as AlertRule)).toEqual(body);
});
