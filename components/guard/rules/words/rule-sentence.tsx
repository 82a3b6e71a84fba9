'use client';

import { useTranslations } from 'next-intl';
import type { RuleKind } from '../rule-link';
import { type SaidRule, sentenceOf } from './sentence';
import { useRuleWords } from './use-rule-words';

/** A rule as one sentence in the language around, what matters in it bold. */
export function RuleSentence({ kind, rule }: { kind: RuleKind; rule: SaidRule }) {
  const translate = useTranslations();
  const { t, locale } = useRuleWords();
  const { key, values } = sentenceOf(t, locale, kind, rule);
  return (
    <p lang={locale} className="leading-(--lh-read) break-words">
      {translate.rich(key, { ...values, b: (words) => <b className="font-semibold">{words}</b> })}
    </p>
  );
}
