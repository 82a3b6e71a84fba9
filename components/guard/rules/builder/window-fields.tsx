'use client';

import { useTranslations } from 'next-intl';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { TimeInput } from '@/components/data-table/filters/time-input';
import { FormField } from '@/components/form/fields';
import type { RuleValues } from '../kind';
import { PhaseState } from '../words/phase-state';

const SIDES = [
  { name: 'stime', label: 'from', hint: 'open_start' },
  { name: 'etime', label: 'until', hint: 'open_end' },
] as const;

/** From when until when a rule is in effect, in the reader's zone, and whether that is now. */
export function WindowFields({ form }: { form: UseFormReturn<RuleValues> }) {
  const t = useTranslations('guard.rules.builder');
  const [stime, etime] = useWatch({ control: form.control, name: ['stime', 'etime'] });
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-3 sm:grid-cols-2">
        {SIDES.map(({ name, label, hint }) => (
          <FormField key={name} form={form} name={name} label={t(label)} hint={t(hint)} group>
            {({ value, set }) => (
              <TimeInput
                name={t(label)}
                value={typeof value === 'number' && value > 0 ? String(value) : null}
                onChange={(millis) => set(millis === null ? 0 : Number(millis))}
              />
            )}
          </FormField>
        ))}
      </div>
      {stime || etime ? <PhaseState stime={stime} etime={etime} /> : null}
    </div>
  );
}
