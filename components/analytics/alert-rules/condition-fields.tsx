'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useWord } from '@/components/audit/word';
import { FormField, NumberField, SelectField } from '@/components/form/fields';
import { parseNumber } from '@/components/form/parse-number';
import { Input } from '@/components/ui/controls/input';
import { Segmented } from '@/components/ui/controls/segmented';
import { WINDOWS } from '@/lib/analytics/alert-rules/vocabulary';
import { COMPARISONS, METRIC_UNITS, METRICS, POLICY_TYPES } from '@/lib/analytics/alerts/vocabulary';
import type { RuleValues } from './rule-values';
import { useRuleWords } from './use-rule-words';

type Form = UseFormReturn<RuleValues>;

const MIB = 1024 ** 2;
const QUIET = [5, 15, 30, 60, 120, 240, 720, 1440, 10_080];

const inMib = (bytes: unknown) => (typeof bytes === 'number' ? String(bytes / MIB) : String(bytes ?? ''));

/** Bytes, written in MiB as people do. */
function BytesField({ form }: { form: Form }) {
  const t = useTranslations('analytics.alert-rules');
  // What is typed, which the bytes alone do not say: "1." on the way to "1.5".
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <FormField form={form} name="threshold" label={t('fields.threshold')}>
      {({ value, set, onBlur, ref, aria }) => (
        <Input
          {...aria}
          ref={ref}
          inputMode="decimal"
          autoComplete="off"
          className="tabular-nums"
          end={<span className="text-ink-3">MiB</span>}
          value={typed ?? inMib(value)}
          onBlur={() => {
            setTyped(null);
            onBlur();
          }}
          onChange={({ target }) => {
            setTyped(target.value);
            const number = parseNumber(target.value);
            set(typeof number === 'number' ? Math.round(number * MIB) : number);
          }}
        />
      )}
    </FormField>
  );
}

function Threshold({ form, metric }: { form: Form; metric: keyof typeof METRIC_UNITS }) {
  const t = useTranslations('analytics.alert-rules');
  const unit = METRIC_UNITS[metric];
  if (unit === 'bytes') return <BytesField form={form} />;
  return <NumberField form={form} name="threshold" label={t('fields.threshold')} unit={t(`unit.${unit}`)} />;
}

/** What a rule measures, and when that is too much or too little. */
export function ConditionFields({ form }: { form: Form }) {
  const t = useTranslations('analytics.alert-rules');
  const word = useWord();
  const { duration } = useRuleWords();
  const [type, metric] = useWatch({ control: form.control, name: ['policy_type', 'metric'] });
  const isSpike = type === 'spike';
  return (
    <>
      <FormField form={form} name="policy_type" label={t('fields.policy_type')} hint={t(`formula.${type}`)} group>
        {({ value, set }) => (
          <div>
            <Segmented
              name={t('fields.policy_type')}
              value={String(value)}
              onChange={set}
              segments={POLICY_TYPES.map((one) => ({
                value: one as string,
                label: word('words.alert_policy_type', one),
              }))}
            />
          </div>
        )}
      </FormField>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          form={form}
          name="metric"
          label={t('fields.metric')}
          options={METRICS.map((value) => ({ value, label: word('words.alert_metric', value) }))}
        />
        <SelectField
          form={form}
          name="window_minutes"
          label={t('fields.window')}
          options={WINDOWS.map((value) => ({ value, label: duration(value) }))}
        />
        <SelectField
          form={form}
          name="comparison"
          label={t('fields.comparison')}
          options={COMPARISONS.map((value) => ({ value, label: word('words.alert_comparison', value) }))}
        />
        {isSpike ? (
          <>
            <NumberField form={form} name="deviations" label={t('fields.deviations')} />
            <NumberField form={form} name="baseline_days" label={t('fields.baseline_days')} unit={t('days')} />
          </>
        ) : (
          <Threshold form={form} metric={metric} />
        )}
        <NumberField
          form={form}
          name="min_volume"
          label={t('fields.min_volume')}
          hint={t('hints.min_volume')}
          unit={t('unit.count')}
        />
        <QuietField form={form} />
      </div>
    </>
  );
}

function QuietField({ form }: { form: Form }) {
  const t = useTranslations('analytics.alert-rules');
  const { duration } = useRuleWords();
  const quiet = useWatch({ control: form.control, name: 'quiet_minutes' }) ?? 60;
  const all = QUIET.includes(quiet) ? QUIET : [...QUIET, quiet].sort((a, b) => a - b);
  return (
    <SelectField
      form={form}
      name="quiet_minutes"
      label={t('fields.quiet_minutes')}
      hint={t('hints.quiet_minutes')}
      options={all.map((value) => ({ value, label: duration(value) }))}
    />
  );
}
