import type { RuleDraft, RuleKind } from './rule-link';

type Named = { name: string; content: string };
type Template<K extends RuleKind = RuleKind> = {
  [Kind in K]: { id: string; kind: Kind; draft: (named: Named) => RuleDraft<Kind> };
}[K];

const page = (sentence: string) => `<!doctype html><meta charset="utf-8"><h1>${sentence}</h1>`;

/** What a rule of each kind most often does. */
export const BLOCKED: RuleDraft<'acl'> = { action: { action_type: 'block', content: '', duration: 0 } };
export const ALLOWED: RuleDraft<'acl'> = { action: { action_type: 'allow', content: '', duration: 0 } };
export const LIMITED: RuleDraft<'cc'> = {
  limit: { threshold: 600, period: 60, scope: 'ip' },
  action: { action_type: 'limit', duration: 60 },
};

/** What people make most often. What only the reader knows, such as the country, is left empty for them to fill in. */
export const TEMPLATES = [
  {
    id: 'block_country',
    kind: 'acl',
    draft: ({ name }) => ({
      name,
      matches: [{ field: 'country', op: 'in', data: '' }],
      ...BLOCKED,
    }),
  },
  {
    id: 'protect_login',
    kind: 'cc',
    draft: ({ name }) => ({
      name,
      matches: [
        { field: 'path', op: 'prefix', data: '/login' },
        { field: 'method', op: 'eq', data: 'POST' },
      ],
      limit: { threshold: 10, period: 60, scope: 'ip' },
      action: { action_type: 'limit', duration: 600 },
    }),
  },
  {
    id: 'limit_api',
    kind: 'cc',
    draft: ({ name }) => ({
      name,
      matches: [{ field: 'path', op: 'prefix', data: '/api/' }],
      ...LIMITED,
    }),
  },
  {
    id: 'allow_monitor',
    kind: 'acl',
    draft: ({ name }) => ({
      name,
      matches: [{ field: 'ip', op: 'in', data: '' }],
      ...ALLOWED,
    }),
  },
  {
    id: 'maintenance_page',
    kind: 'acl',
    draft: ({ name, content }) => ({
      name,
      matches: [{ field: 'path', op: 'prefix', data: '/' }],
      action: { action_type: 'page', content: page(content), duration: 0 },
    }),
  },
] as const satisfies readonly Template[];
