'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FormField } from '@/components/form/fields';
import { parseNumber } from '@/components/form/parse-number';
import { Input } from '@/components/ui/controls/input';
import { Select } from '@/components/ui/controls/select';
import type { RuleValues } from '../kind';
import { type DurationUnit, inUnit, SECONDS_OF, unitOf } from './duration';

const UNITS = Object.keys(SECONDS_OF) as DurationUnit[];

/** How long the client meets the action: a number of seconds, minutes, hours or days, kept in seconds. */
export function DurationField({ form }: { form: UseFormReturn<RuleValues> }) {
  const t = useTranslations('guard.rules.builder');
  const [wanted, setUnit] = useState<DurationUnit>();
  return (
    <FormField form={form} name="action.duration" label={t('duration')} hint={t('duration_hint')} optional={true}>
      {({ value, set, onBlur, ref, aria }) => {
        const unit = unitOf(value, wanted);
        const shown = inUnit(value, unit);
        const write = (typed: number | string | undefined, of: DurationUnit) =>
          set(typeof typed === 'number' ? typed * SECONDS_OF[of] : typed);
        return (
          <div className="flex gap-2">
            <Input
              {...aria}
              ref={ref}
              inputMode="decimal"
              autoComplete="off"
              boxClassName="w-24!"
              className="tabular-nums"
              value={String(shown ?? '')}
              onBlur={onBlur}
              onChange={(event) => {
                setUnit(unit);
                write(parseNumber(event.target.value), unit);
              }}
            />
            <Select<DurationUnit>
              aria-label={t('unit')}
              className="w-28!"
              value={unit}
              options={UNITS.map((one) => ({ value: one, label: t(`units.${one}`) }))}
              onChange={(next) => {
                setUnit(next);
                write(shown, next);
              }}
            />
          </div>
        );
      }}
    </FormField>
  );
}
