'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/controls/field';
import { Segmented } from '@/components/ui/controls/segmented';
import { RANGES } from '../dashboard/range';

export type NamedRange = (typeof RANGES)[number];

/** One of the ranges that the dashboards have by name. */
export function RangeField({ value, onChange }: { value: NamedRange; onChange: (range: NamedRange) => void }) {
  const t = useTranslations('analytics.dashboard');
  const ranges = useTranslations('analytics.dashboard.ranges');
  return (
    <Field label={t('range')} group>
      {() => (
        <Segmented
          name={t('range')}
          value={value}
          onChange={onChange}
          segments={RANGES.map((range) => ({ value: range, label: ranges(range) }))}
        />
      )}
    </Field>
  );
}
