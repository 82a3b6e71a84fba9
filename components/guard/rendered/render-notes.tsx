'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useWord } from '@/components/audit/word';
import { openRuleHref } from '@/components/guard/rules/rule-link';
import { useRuleWords } from '@/components/guard/rules/words/use-rule-words';
import { Button } from '@/components/ui/controls/button';
import { Link } from '@/components/ui/controls/link';
import type { Rendered } from '@/lib/guard/rendered/contract';
import { grouped, type NotedRule } from './grouped';

/** Rules of one note that are shown at first. */
const SHOWN = 20;

type Of = { domain_id: string; policy_id: string };

/** Where a rule is changed. WAF groups open by their tag, which a note does not know, so theirs is the tab. */
function hrefOf({ kind, id }: NotedRule, { domain_id, policy_id }: Of): string {
  if (kind === 'brute_force') {
    return `/guard/domains/${encodeURIComponent(domain_id)}?tab=brute-force&dialog=rule.${id}`;
  }
  if (kind === 'waf') return `/guard/policies/${encodeURIComponent(policy_id)}?tab=waf`;
  return openRuleHref(kind, policy_id, id);
}

/** The rules of a note, each with its link; of many only some at first. */
function Rules({ rules, of }: { rules: readonly NotedRule[]; of: Of }) {
  const t = useTranslations('guard.rendered');
  const word = useWord();
  const words = useRuleWords();
  const [isWhole, setWhole] = useState(false);
  return (
    <ul className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
      {(isWhole ? rules : rules.slice(0, SHOWN)).map((rule) => (
        <li key={`${rule.kind} ${rule.id} ${rule.field}`}>
          <Link className="link" href={hrefOf(rule, of)}>
            {t('rule', { kind: word('words.rendered_rule', rule.kind), id: String(rule.id) })}
          </Link>
          {rule.field === undefined ? null : (
            <span className="text-ink-2">{t('field', { field: words.field(rule.field) })}</span>
          )}
        </li>
      ))}
      {isWhole || rules.length <= SHOWN ? null : (
        <li>
          <Button variant="quiet" size="small" onClick={() => setWhole(true)}>
            {t('all_rules', { count: rules.length })}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** What a node does otherwise than the objects say, in words. */
export function RenderNotes({ notes, ...of }: { notes: Rendered['notes'] } & Of) {
  const t = useTranslations('guard.rendered');
  const word = useWord();
  return (
    <div>
      <h3>{t('notes')}</h3>
      <ul aria-label={t('notes')} className="mt-1.5 flex flex-col divide-y divide-line">
        {grouped(notes).map(({ key, rules }) => (
          <li key={key} className="max-w-180 py-2">
            {word('words.render_note', key)}
            {rules.length > 0 ? <Rules rules={rules} of={of} /> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
