import { ALL, CAPTCHA, LOG, REGEX } from '@/lib/guard/waf-groups/vocabulary';
import { isCostly } from './conditions';
import type { Group, SubRule } from './content';
import { isAscii } from './escape';
import {
  type Asked,
  chained,
  deny,
  foundBefore,
  NORMALISED,
  noted,
  type Place,
  partOf,
  type RuleNumbers,
  textAsked,
} from './sec-rules';
import type { Note, NoteKey } from './vocabulary';
import { messageOf } from './vocabulary';

const VARIABLES: Readonly<Record<string, string>> = {
  URL: 'REQUEST_FILENAME',
  QUERY: 'QUERY_STRING',
  ARGS: 'ARGS',
  HEADER: 'REQUEST_HEADERS',
  COOKIE: 'REQUEST_COOKIES',
  BODY: 'REQUEST_BODY',
  METHOD: 'REQUEST_METHOD',
};
/** Patterns of types 1 to 4 compare as these operators of conditions do. */
const OPERATORS = { 1: 'contains', 2: 'eq', 3: 'prefix', 4: 'suffix', [REGEX]: 'regex' } as const;

/** The WAF rule groups of a policy. They read the body, so they come after every access rule. */
export function wafGroups(groups: readonly Group[], { policy_id, tags }: Place, numbers: RuleNumbers) {
  const lines: string[] = [];
  const notes: Note[] = [];
  for (const group of groups) {
    const about = { kind: 'waf', id: group.rule_id } as const;
    const message = messageOf({ kind: 'waf', id: group.rule_id, policy_id });
    const actions = (id: number) => [
      ...[`id:${id}`, 'phase:2', 't:none', ...actionOf(group)],
      ...[`msg:'${message}'`, ...tags, `tag:'rule/waf/${group.rule_id}'`],
    ];
    const asked = group.rules.map((rule, i) => askedOf(rule, `waf_${group.rule_id}_${i}`, numbers));
    lines.push(...asked.flatMap((one) => one.before));
    const all = asked.map((one) => one.asked);
    if (group.sub_rule_condition === ALL) lines.push(...chained(all, actions(numbers.own(group.rule_id))));
    else {
      const ids = all.map((_, i) => (i === 0 ? numbers.own(group.rule_id) : numbers.fresh()));
      lines.push(...all.flatMap((one, i) => chained([one], actions(ids[i] ?? numbers.fresh()))));
    }
    notes.push(...noted(saidOf(group), about));
  }
  return { lines, notes };
}

function askedOf(rule: SubRule, flag: string, numbers: RuleNumbers): { before: string[]; asked: Asked } {
  const variables = partOf(VARIABLES[rule.zone] ?? 'ARGS', rule.sub_field);
  const operator = OPERATORS[rule.pattern_type as keyof typeof OPERATORS] ?? 'contains';
  const compared = textAsked(variables, operator, rule.pattern, !rule.is_not);
  // A group may look for `../` itself, so a path is asked both as it came and as origins read it.
  const readings = rule.zone === 'URL' ? { readings: [[], NORMALISED] } : {};
  return foundBefore({ ...compared, ...readings, phase: 2 }, { flag, isTurned: rule.is_not, phase: 2, numbers });
}

const actionOf = ({ action }: Group): string[] => (action === LOG ? ['pass', 'log', 'auditlog'] : deny(403));

function saidOf({ action, rules }: Group): NoteKey[] {
  const isBytes = rules.some((rule) => rule.pattern_type === REGEX && !isAscii(rule.pattern));
  const isGivenUp = rules.some((rule) => rule.pattern_type === REGEX && isCostly('regex', rule.pattern));
  return [
    ...(action === CAPTCHA ? (['captcha_static'] as const) : []),
    ...(isBytes ? (['expression_bytes'] as const) : []),
    ...(isGivenUp ? (['expression_gives_up'] as const) : []),
  ];
}
