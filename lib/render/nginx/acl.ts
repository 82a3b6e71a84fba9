import { refusesMany } from './bodies';
import { plainOf } from './conditions';
import type { PolicyContent } from './content';
import type { Pages } from './pages';
import {
  ARGUMENTS,
  type Conditioned,
  chained,
  conditioned,
  deny,
  isLength,
  noted,
  type Place,
  type RuleNumbers,
  within,
} from './sec-rules';
import type { Note, NoteKey } from './vocabulary';
import { messageOf } from './vocabulary';

type Rule = PolicyContent['acl_rules'][number];

/** The access rules of a policy as rules of ModSecurity, in the order in which they are asked. */
export function aclRules(rules: readonly Rule[], { policy_id, tags }: Place, numbers: RuleNumbers, pages: Pages) {
  const lines: string[] = [];
  const notes: Note[] = [];
  /** Whether requests with more arguments than ModSecurity reads are refused, which would pass a rule on one of the rest. */
  let isCounted = false;
  for (const rule of rules) {
    const about = { kind: 'acl', id: rule.rule_id } as const;
    const allows = rule.action.action_type === 'allow';
    const found = conditioned(rule.matches, numbers, `acl_${rule.rule_id}`, { allows });
    if ('unsupported' in found) {
      notes.push({ key: 'field_unsupported', rule: about, field: found.unsupported });
      continue;
    }
    const { action, said } = actionOf(rule, pages);
    const message = messageOf({ kind: 'acl', id: rule.rule_id, policy_id });
    const named = [`msg:'${message}'`, ...tags, `tag:'rule/acl/${rule.rule_id}'`];
    const write = ({ before, asked, phase }: Conditioned, id: number) => {
      const actions = [`id:${id}`, `phase:${phase}`, 't:none', ...action, ...named];
      const own = [...before, ...chained([...asked, ...within(rule)], actions)];
      if (!isCounted && isRefusal(rule) && own.some((line) => line.includes(ARGUMENTS))) {
        lines.push(refusesMany(numbers.fresh(), ARGUMENTS, 1));
        isCounted = true;
      }
      lines.push(...own);
    };
    write(found, numbers.own(rule.rule_id));
    notes.push(...noted([...found.notes, ...said], about));
    if (!rule.matches.some((match) => isLength(plainOf(match)))) continue;
    const unsized = conditioned(rule.matches, numbers, `acl_${rule.rule_id}_unsized`, { allows, isUnsized: true });
    if (!('unsupported' in unsized)) write(unsized, numbers.fresh());
  }
  return { lines, notes };
}

const isRefusal = ({ action }: Rule): boolean => action.action_type !== 'allow' && action.action_type !== 'monitor';

function actionOf({ action }: Rule, pages: Pages): { action: string[]; said: NoteKey[] } {
  const lasting: NoteKey[] = action.duration > 0 ? ['duration_once'] : [];
  switch (action.action_type) {
    case 'allow':
      return { action: ['allow', 'nolog'], said: [...lasting, 'allow_limited'] };
    case 'monitor':
      return { action: ['pass', 'log', 'auditlog'], said: lasting };
    default: {
      const page = action.content === '' ? 403 : pages.add(action.content);
      const said: NoteKey[] = page === undefined ? [...lasting, 'many_pages'] : lasting;
      return { action: deny(page ?? 403), said };
    }
  }
}
