'use client';

import { useTranslations } from 'next-intl';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { FormField } from '@/components/form/fields';
import { parseNumber } from '@/components/form/parse-number';
import { useFormat, useNow } from '@/components/layout/preferences/use-format';
import { Input } from '@/components/ui/controls/input';
import { Segmented } from '@/components/ui/controls/segmented';

const PRESETS = [7, 30, 90, 365] as const;
const DAY_MS = 86_400_000;

/** How many days a key works from now: one of a few, or any number up to the most there is. */
export function ExpiryField<V extends FieldValues>({
  form,
  name,
}: {
  form: { control: Control<V> };
  name: FieldPath<V>;
}) {
  const t = useTranslations('sys.api-keys.expiry');
  const format = useFormat();
  const now = useNow();
  const ends = (days: number) => (days > 0 && days < 1e5 ? t('ends', { date: format.date(now + days * DAY_MS) }) : '');
  return (
    <FormField form={form} name={name} label={t('label')}>
      {({ value, set, onBlur, ref, aria }) => (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <Segmented
              name={t('presets')}
              value={String(value)}
              onChange={(days) => set(Number(days))}
              segments={PRESETS.map((days) => ({ value: String(days), label: t('days', { count: days }) }))}
            />
            <Input
              {...aria}
              ref={ref}
              inputMode="numeric"
              autoComplete="off"
              className="tabular-nums"
              boxClassName="w-28!"
              end={<span className="text-ink-3">{t('unit')}</span>}
              value={value === undefined ? '' : String(value)}
              onBlur={onBlur}
              onChange={(event) => set(parseNumber(event.target.value))}
            />
          </div>
          {aria['aria-invalid'] ? null : <span className="text-12 text-ink-3">{ends(Number(value))}</span>}
        </>
      )}
    </FormField>
  );
}
