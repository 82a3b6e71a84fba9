'use client';

import { useTimeZone, useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { TimeInput } from '@/components/data-table/filters/time-input';
import { focusFirstError } from '@/components/form/focus-first-error';
import { TimeZoneField } from '@/components/layout/preferences/time-zone-field';
import { Button } from '@/components/ui/controls/button';
import { Field } from '@/components/ui/controls/field';
import { Input } from '@/components/ui/controls/input';
import { Segmented } from '@/components/ui/controls/segmented';
import { Select } from '@/components/ui/controls/select';
import { Dialog } from '@/components/ui/overlays/dialog';
import type { DashboardState } from './range';
import { isWindow, type RangeName, spanOf, UNITS, type Unit } from './range';

type Props = {
  state: Pick<DashboardState, 'time_window' | 'stime' | 'etime'>;
  /** The zone of the page, where it has one of its own. */
  zone?: string;
  onZone?: (zone: string) => void;
  onClose: () => void;
  onSpan: (name: RangeName) => void;
  onWindow: (from: number, to: number) => void;
};

const KINDS = ['relative', 'absolute'] as const;

type Refusal = { field: 'n' | 'from' | 'to'; message: string };

/** Any span that ends now, or two ends in the zone of the reader's choice. */
export function CustomRange({ state, zone: own, onZone, onClose, onSpan, onWindow }: Props) {
  const t = useTranslations('analytics.dashboard');
  const common = useTranslations('common');
  const zone = useTimeZone() ?? 'UTC';
  const isFixed = isWindow(state.stime, state.etime);
  const span = spanOf(state.time_window) ?? { n: 24, unit: 'h' as const, ms: UNITS.d };
  const [kind, setKind] = useState<(typeof KINDS)[number]>(isFixed ? 'absolute' : 'relative');
  const [n, setN] = useState(String(span.n));
  const [unit, setUnit] = useState<Unit>(span.unit);
  const [start, setStart] = useState<string | null>(() => String(isFixed ? state.stime : Date.now() - span.ms));
  const [end, setEnd] = useState<string | null>(() => String(isFixed ? state.etime : Date.now()));
  const [refused, setRefused] = useState<Refusal | null>(null);

  const formId = useId();
  // A time that cannot be read keeps the form from being sent.
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const refuse = (field: Refusal['field'], message: string) => {
      setRefused({ field, message });
      focusFirstError(form);
    };
    const name: RangeName = `last_${Number(n)}${unit}`;
    const [a, b] = [start === null ? null : Number(start), end === null ? null : Number(end)];
    if (kind === 'relative') return spanOf(name) ? onSpan(name) : refuse('n', t('bad_span'));
    if (a !== null && b !== null && isWindow(a, b)) onWindow(a, b);
    else refuse(a === null ? 'from' : 'to', t('bad_range'));
  };
  const clear = () => setRefused(null);
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      clear();
      set(value);
    };
  const errorOf = (field: Refusal['field']) => (refused?.field === field ? refused.message : undefined);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('custom_title')}
      description={kind === 'relative' ? t('custom_span') : t('custom_text', { zone })}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary">
            {t('apply')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={apply}>
        <Segmented
          name={t('custom_title')}
          value={kind}
          onChange={change(setKind)}
          segments={KINDS.map((value) => ({ value, label: t(`kind_${value}`) }))}
        />
        {kind === 'relative' ? (
          <div className="mt-3 grid grid-cols-2 gap-3">
            <Field label={t('last')} error={errorOf('n')}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="numeric"
                  value={n}
                  onChange={(event) => change(setN)(event.target.value)}
                />
              )}
            </Field>
            <Field label={t('unit')}>
              {(control) => (
                <Select
                  {...control}
                  value={unit}
                  onChange={change(setUnit)}
                  options={(Object.keys(UNITS) as Unit[]).map((value) => ({ value, label: t(`unit_${value}`) }))}
                />
              )}
            </Field>
          </div>
        ) : (
          <div className="mt-3 grid grid-cols-2 gap-3 max-sm:grid-cols-1">
            <Field label={t('from')} error={errorOf('from')} group>
              {(aria) => (
                <TimeInput name={t('from')} aria={aria} value={start} onChange={change(setStart)} onType={clear} />
              )}
            </Field>
            <Field label={t('to')} error={errorOf('to')} group>
              {(aria) => <TimeInput name={t('to')} aria={aria} value={end} onChange={change(setEnd)} onType={clear} />}
            </Field>
          </div>
        )}
        <div className="mt-3">
          <TimeZoneField own={own} onChange={onZone} />
        </div>
      </form>
    </Dialog>
  );
}
