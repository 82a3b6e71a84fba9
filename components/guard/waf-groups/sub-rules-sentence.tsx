'use client';

import { useTranslations } from 'next-intl';
import { Fragment } from 'react';
import type { WafGroup, WafRule } from '@/lib/guard/waf-groups/contract';
import { ANY } from '@/lib/guard/waf-groups/vocabulary';
import { operatorOf } from './operators';

/** Sub-rules that a sentence tells in full. */
const SHOWN = 3;

type Said = Pick<WafRule, 'zone' | 'sub_field' | 'pattern_type' | 'is_not' | 'pattern'>;

function SubRule({ rule }: { rule: Said }) {
  const t = useTranslations('guard.waf-groups');
  const zone = t(rule.sub_field === '' ? `any.${rule.zone}` : `zones.${rule.zone}`);
  return t.rich(rule.sub_field === '' ? 'sub_rule.any' : 'sub_rule.named', {
    zone,
    operator: t(`operators.${operatorOf(rule)}`),
    f: () => <code className="text-12 wrap-anywhere">{rule.sub_field}</code>,
    p: () => <code className="text-12 wrap-anywhere whitespace-pre-wrap">{rule.pattern || '…'}</code>,
  });
}

/** What a group matches, in one sentence; of many sub-rules the first. `rule_count`: how many there are, where these are not all. */
export function SubRulesSentence({
  group: { rules, rule_count = rules.length, sub_rule_condition },
}: {
  group: Pick<WafGroup, 'sub_rule_condition'> & { rules: readonly Said[]; rule_count?: number };
}) {
  const t = useTranslations('guard.waf-groups');
  if (rules.length === 0) return <span className="text-ink-3">{t('matches_nothing')}</span>;
  const shown = rules.slice(0, SHOWN);
  return (
    <span className="leading-(--lh-read)">
      {shown.map((rule, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sub-rules are in their order and have nothing else before they are saved
        <Fragment key={i}>
          {i > 0 ? <span className="text-ink-3">{t(sub_rule_condition === ANY ? 'or' : 'and')}</span> : null}
          <SubRule rule={rule} />
        </Fragment>
      ))}
      {rule_count > shown.length ? (
        <span className="text-ink-3">{` ${t('and_more', { count: rule_count - shown.length })}`}</span>
      ) : null}
    </span>
  );
}
