'use client';

import { useTranslations } from 'next-intl';
import type { UseFormReturn } from 'react-hook-form';
import { useWord } from '@/components/audit/word';
import { NumberField, SelectField, TextField } from '@/components/form/fields';
import { LIMIT_SCOPES } from '@/lib/guard/rules/vocabulary';
import type { RuleValues } from '../kind';

/** How many requests in how many seconds are one too many, and which are counted together under which name. */
export function LimitFields({ form }: { form: UseFormReturn<RuleValues> }) {
  const t = useTranslations('guard.rules.builder');
  const word = useWord();
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <NumberField form={form} name="limit.threshold" label={t('threshold')} unit={t('requests')} />
      <NumberField form={form} name="limit.period" label={t('period')} unit={t('seconds')} />
      <SelectField
        form={form}
        name="limit.scope"
        label={t('scope')}
        placeholder={word('words.limit_scope', 'ip')}
        options={LIMIT_SCOPES.map((value) => ({ value, label: word('words.limit_scope', value) }))}
      />
      <TextField form={form} name="stats.name" label={t('stats')} hint={t('stats_hint')} optional maxLength={100} />
    </div>
  );
}
