import { expect, it } from 'vitest';
import { ACL } from '@/components/guard/acl-rules/spec';
import { CC } from '@/components/guard/cc-rules/spec';
import { TEMPLATES } from './templates';

const SPECS = { cc: CC, acl: ACL };
/** What the reader fills in. */
const CHOSEN: Readonly<Record<string, string>> = { block_country: 'CN,DE', allow_monitor: '203.0.113.7' };

it.each(TEMPLATES)('$id is a rule that the API takes, once what only the reader knows is filled in', (template) => {
  const { first, endpoints } = SPECS[template.kind];
  const begun = { ...first, ...template.draft({ name: 'A name', content: 'Back soon' }) };
  const chosen = CHOSEN[template.id];
  const taken = endpoints.create.body?.safeParse(begun);
  const refused = taken?.error?.issues.map(({ path }) => path.join('.')) ?? [];
  expect(refused).toEqual(chosen === undefined ? [] : ['matches.0.data']);
  const filled = begun.matches.map((match) => ({ ...match, data: match.data || chosen }));
  expect(endpoints.create.body?.safeParse({ ...begun, matches: filled }).success).toBe(true);
});

it.each([CC, ACL])('a new rule of kind $kind lacks its name and what it is about', ({ first, endpoints }) => {
  const refused = endpoints.create.body?.safeParse(first).error?.issues.map(({ path }) => path.join('.'));
  expect(refused).toEqual(['name', 'matches.0.data']);
});
