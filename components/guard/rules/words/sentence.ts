import { countryName } from '@/components/charts/result/geo-codes';
import { fieldOf, isList, isUnary, listed, OPERATORS } from '@/lib/guard/rules/vocabulary';
import type { Locale } from '@/lib/i18n/locales';
import type { RuleValues } from '../kind';
import type { RuleKind } from '../rule-link';

/** What of a rule is in its sentence. */
export type SaidRule = Pick<RuleValues, 'matches' | 'limit' | 'action'>;
type Values = Record<string, string | number>;
/** The texts of a language: a next-intl translator at the root. */
export type Texts = { (key: string, values?: Values): string; has: (key: string) => boolean };
/** A text and what goes into it. */
export type Said = { key: string; values: Values };

/** More values than these are counted. */
const LISTED = 3;
const MINUTE = 60;
const UNITS = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', MINUTE],
] as const;

const HAN = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

/** Words one after another: Han takes no space beside Han, everything else one. */
function joined(words: readonly string[]): string {
  return words.reduce((text, word) => {
    const isHan = HAN.test(text.at(-1) ?? '') && HAN.test(word[0] ?? '');
    return text === '' || isHan ? text + word : `${text} ${word}`;
  }, '');
}

/** Seconds in words: above a minute in the largest unit of which they are a whole number. */
export function durationText(t: Texts, seconds: number): string {
  const unit = seconds > MINUTE ? UNITS.find(([, size]) => seconds % size === 0) : undefined;
  return t(`guard.rules.span.${unit?.[0] ?? 'seconds'}`, { count: seconds / (unit?.[1] ?? 1) });
}

/** The word for what a condition is about, with the part that it names, such as a header. */
export function fieldText(t: Texts, field: string): string {
  const known = fieldOf(field);
  if (!known) return field;
  const word = t(`guard.rules.match_field.${field.split(':', 1)[0]}`);
  return known.name ? joined([word, known.name]) : word;
}

function valueText(t: Texts, locale: Locale, kind: string | undefined, value: string): string {
  if (kind === 'country' && /^[A-Z]{2}$/.test(value)) return countryName(value, locale);
  if (value === '') return '…';
  return /^[^\s,，]+$/u.test(value) ? value : t('guard.rules.quoted', { value });
}

/** A condition as it is read; what it is compared with is cut where it is a long list. */
export function conditionText(
  t: Texts,
  locale: Locale,
  { field, op, data = '' }: RuleValues['matches'][number],
): string {
  const words = [fieldText(t, field), OPERATORS.includes(op) ? t(`words.match_op.${op}`) : op];
  if (isUnary(op)) return joined(words);
  const values = (isList(op) ? listed(data) : [data]).map((one) => valueText(t, locale, fieldOf(field)?.value, one));
  const few = values.slice(0, LISTED).join(t('guard.rules.between'));
  const [total, rest] = [values.length, values.length - LISTED];
  return joined([...words, few, ...(rest > 0 ? [t('guard.rules.and_more', { total, rest })] : [])]);
}

/** All conditions of a rule as they are read. */
export const conditionsText = (t: Texts, locale: Locale, matches: RuleValues['matches']): string =>
  matches.map((match) => conditionText(t, locale, match)).join(t('guard.rules.and'));

/** A text as it is; anything else may have been typed as JSON, and says nothing. */
const textOf = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
const secondsOf = (value: unknown) => (typeof value === 'number' && value > 0 ? value : 0);

/** What a rule does, and for how long. */
function effectText(t: Texts, kind: RuleKind, { action_type, duration }: Record<string, unknown>): string {
  const action = textOf(action_type, '…');
  const effect = `guard.rules.effect.${kind}.${action}`;
  if (!t.has(`${effect}.once`)) return action;
  const seconds = secondsOf(duration);
  return seconds > 0 ? t(`${effect}.timed`, { duration: durationText(t, seconds) }) : t(`${effect}.once`);
}

/** A limit as it is read in a table; empty where there is none. */
export function limitText(t: Texts, { threshold, period }: Record<string, unknown> = {}): string {
  if (typeof threshold !== 'number' || typeof period !== 'number') return '';
  return t('guard.rules.limit', { threshold, period: durationText(t, period) });
}

/** A rule as one sentence, whatever of it is there already. */
export function sentenceOf(t: Texts, locale: Locale, kind: RuleKind, { matches, limit, action }: SaidRule): Said {
  const conditions = conditionsText(t, locale, matches);
  const isBeforeHan = locale === 'zh-CN' && !HAN.test(conditions.at(-1) ?? '');
  return {
    key: `guard.rules.said.${kind}`,
    values: {
      conditions: isBeforeHan ? `${conditions} ` : conditions,
      scope: textOf(limit?.scope, 'ip'),
      threshold: typeof limit?.threshold === 'number' ? limit.threshold : 0,
      period: durationText(t, secondsOf(limit?.period)),
      effect: effectText(t, kind, action),
    },
  };
}
