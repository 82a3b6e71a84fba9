'use client';

import { useTranslations } from 'next-intl';
import type { UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import { FormField } from '@/components/form/fields';
import { browserZone } from '@/components/layout/preferences/time-zone';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { Combobox } from '@/components/ui/controls/combobox';
import { Input } from '@/components/ui/controls/input';
import { NEW_SCHEDULE, type RuleValues } from './rule-values';

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const HOUR = 60;

const asClock = (minute: unknown) => {
  const of = Number(minute) % (24 * HOUR);
  return `${String(Math.floor(of / HOUR)).padStart(2, '0')}:${String(of % HOUR).padStart(2, '0')}`;
};

/** Minutes of the day; midnight as an end is the end of the day. */
function minuteOf(clock: string, isEnd: boolean): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  const minute = hours * HOUR + minutes;
  return isEnd && minute === 0 ? 24 * HOUR : minute;
}

type Form = UseFormReturn<RuleValues>;

function Days({ form }: { form: Form }) {
  const t = useTranslations('analytics.alert-rules.schedule');
  return (
    <FormField form={form} name="schedule.days" label={t('days')} hint={t('days_hint')} group>
      {({ value, set, aria }) => {
        const chosen = Array.isArray(value) ? (value as number[]) : [];
        const others = (day: number) => chosen.filter((one) => one !== day);
        return (
          // biome-ignore lint/a11y/useSemanticElements: the field has its heading already; a legend would repeat it
          <div role="group" aria-labelledby={`${aria.id}-label`} className="flex flex-wrap gap-x-4 gap-y-1.5">
            {DAYS.map((day) => (
              <Checkbox
                key={day}
                label={t(`day.${day}`)}
                checked={chosen.includes(day)}
                aria-invalid={day === 1 ? aria['aria-invalid'] : undefined}
                onChange={(on) => set(on ? [...others(day), day].sort() : others(day))}
              />
            ))}
          </div>
        );
      }}
    </FormField>
  );
}

/** The hours in which a rule judges, or none, and then always. */
export function ScheduleFields({ form }: { form: Form }) {
  const t = useTranslations('analytics.alert-rules.schedule');
  const schedule = useWatch({ control: form.control, name: 'schedule' });
  const turn = (on: boolean) => {
    const next = on ? { ...NEW_SCHEDULE, time_zone: browserZone() } : null;
    form.setValue('schedule', next, { shouldDirty: true });
  };
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
  const known = schedule && !zones.includes(schedule.time_zone) ? [schedule.time_zone, ...zones] : zones;
  return (
    <div className="flex flex-col gap-3">
      <Checkbox label={t('only')} checked={Boolean(schedule)} onChange={turn} />
      {schedule ? (
        <div className="flex flex-col gap-3 border-line border-l-2 pl-4">
          <Days form={form} />
          <div className="grid gap-3 sm:grid-cols-[120px_120px_minmax(0,1fr)]">
            {(['start_minute', 'end_minute'] as const).map((name) => (
              <FormField key={name} form={form} name={`schedule.${name}`} label={t(name)}>
                {({ value, set, onBlur, aria }) => (
                  <Input
                    {...aria}
                    type="time"
                    value={asClock(value)}
                    onBlur={onBlur}
                    onChange={(event) => set(minuteOf(event.target.value, name === 'end_minute'))}
                  />
                )}
              </FormField>
            ))}
            <FormField form={form} name="schedule.time_zone" label={t('time_zone')}>
              {({ value, set, onBlur, aria }) => (
                <Combobox
                  {...aria}
                  value={String(value ?? '')}
                  options={known.map((name) => ({ value: name, label: name }))}
                  onBlur={onBlur}
                  onChange={set}
                />
              )}
            </FormField>
          </div>
        </div>
      ) : null}
    </div>
  );
}
