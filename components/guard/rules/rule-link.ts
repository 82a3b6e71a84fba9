import { z } from 'zod';
import type { AclRuleInput } from '@/lib/guard/acl-rules/contract';
import type { CcRuleInput } from '@/lib/guard/cc-rules/contract';

export type RuleKind = 'cc' | 'acl';

type Inputs = { cc: z.input<typeof CcRuleInput>; acl: z.input<typeof AclRuleInput> };

/** Any part of a rule, as the API takes it. */
export type RuleDraft<K extends RuleKind = RuleKind> = Partial<Inputs[K]>;

/** More than the API would take is no draft. */
const MAX_LENGTH = 32 * 1024;

const open = z.record(z.string(), z.unknown());
/** What the form can show, right or wrong. */
const Shape = z
  .looseObject({
    name: z.string(),
    describe: z.string(),
    matches: z.array(z.looseObject({ field: z.string(), op: z.string(), data: z.string().optional() })),
    stime: z.number(),
    etime: z.number(),
    limit: open,
    action: open,
    stats: open,
  })
  .partial();

/** The page of a policy with the rule builder open; `draft` is in the form already. */
export function ruleHref<K extends RuleKind>(kind: K, policy_id: string, draft?: RuleDraft<K>): string {
  const search = new URLSearchParams({ tab: kind, rule: 'new' });
  if (draft) search.set('draft', JSON.stringify(draft));
  return `/guard/policies/${encodeURIComponent(policy_id)}?${search}`;
}

/** The page of a policy with one of its rules open, on the tab of its kind. */
export function openRuleHref(kind: RuleKind | 'waf', policy_id: string, rule_id: number): string {
  const chosen = kind === 'waf' ? `dialog=waf.${rule_id}` : `rule=${rule_id}`;
  return `/guard/policies/${encodeURIComponent(policy_id)}?tab=${kind}&${chosen}`;
}

/** A value as a draft, unchanged; the path of what the form could not show, where there is such a thing. */
export function draftOf(value: unknown): { draft: RuleDraft } | { wrong: string } {
  const found = Shape.safeParse(value);
  if (found.success) return { draft: value as RuleDraft };
  return { wrong: found.error.issues[0]?.path.join('.') ?? '' };
}

/** The draft of a link's `draft` parameter; undefined where it is none. */
export function parseDraft(text: string): RuleDraft | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    const found = draftOf(JSON.parse(text));
    return 'draft' in found ? found.draft : undefined;
  } catch {
    return undefined;
  }
}
