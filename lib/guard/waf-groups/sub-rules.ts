import { AppError } from '@/lib/api/errors';
import { faultInPattern } from '@/lib/guard/rules/pattern';
import type { Behalf } from '@/lib/queues/behalf';
import type { WafRule, WafRuleInput } from './contract';
import type { RuleFields } from './repository';
import { REGEX, ZONES } from './vocabulary';

/**
 * Throws names_nothing for a `sub_field` in a zone that has none, and err.guard.rule.pattern for a regular expression that cannot
 * be matched in linear time. Compiling one takes a few milliseconds, between which others are served.
 */
export async function requireSense(behalf: Behalf, rules: readonly WafRuleInput[]): Promise<void> {
  const pause = behalf.slices();
  for (const [i, { zone, sub_field, pattern_type, pattern }] of rules.entries()) {
    if (sub_field !== '' && ZONES[zone].names === '') {
      throw new AppError('err.guard.waf.names_nothing', { field: `rules.${i}.sub_field`, values: { zone } });
    }
    if (pattern_type !== REGEX) continue;
    const fault = faultInPattern(pattern);
    if (fault) throw new AppError('err.guard.rule.pattern', { field: `rules.${i}.pattern`, values: fault });
    await pause();
  }
}

const FIELDS = ['zone', 'sub_field', 'pattern_type', 'pattern', 'describe', 'is_not'] as const;

/**
 * The sub-rules that a group has from `now` on. One whose number it had already stays the one it was, and was changed now only
 * where it says something else.
 */
export function nextRules(before: readonly WafRule[], given: readonly WafRuleInput[], now: number): RuleFields[] {
  return given.map((rule) => {
    const was = before.find((one) => one.rule_id === rule.rule_id);
    if (!was) return { ...rule, ctime: now, utime: now };
    const { group_id: _group_id, ...kept } = was;
    return { ...kept, ...rule, utime: FIELDS.every((field) => was[field] === rule[field]) ? was.utime : now };
  });
}
