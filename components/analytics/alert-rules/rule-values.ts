import type { ValuesOf } from '@/components/form/use-endpoint-form';
import { type AlertRule, AlertRuleInput, alertRules } from '@/lib/analytics/alert-rules/contract';
import { ENABLED } from '@/lib/analytics/alert-rules/vocabulary';

/** The form holds a whole rule, which a change of all its fields is too. */
export const editWhole = { ...alertRules.edit, body: AlertRuleInput };
export type RuleValues = ValuesOf<typeof editWhole>;

/** A rule that is begun: one that most sites want. */
export const NEW_RULE: RuleValues = {
  name: '',
  domain_id: '',
  policy_type: 'threshold',
  metric: 'share_5xx',
  comparison: 'above',
  threshold: 5,
  deviations: 3,
  baseline_days: 7,
  window_minutes: 5,
  min_volume: 100,
  quiet_minutes: 60,
  schedule: null,
  channel_ids: [],
  status: ENABLED,
};

/** What of a stored rule is edited. */
export function valuesOf(rule: AlertRule): RuleValues {
  const { id: _id, domain: _domain, judged_until: _until, user_id: _user, user_name: _name, ...rest } = rule;
  const { ctime: _ctime, utime: _utime, ...values } = rest;
  return values;
}

/** Hours of working days, where somebody begins a schedule. */
export const NEW_SCHEDULE = { days: [1, 2, 3, 4, 5], start_minute: 9 * 60, end_minute: 18 * 60 };
