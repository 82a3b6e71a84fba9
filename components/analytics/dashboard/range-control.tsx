'use client';

import { useTimeZone, useTranslations } from 'next-intl';
import { useState } from 'react';
import { TimeInput } from '@/components/data-table/filters/time-input';
import { Button, IconButton } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, FieldError } from '@/components/ui/field';
import { Segmented } from '@/components/ui/segmented';
import { isWindow, RANGES, type RangeName } from './range';
import type { Dashboard } from './use-dashboard';

/** One range for the whole page: four relative ones and a custom one. */
export function RangeControl({
  dashboard,
  names = RANGES,
  fill,
}: {
  dashboard: Dashboard;
  names?: readonly RangeName[];
  fill?: boolean;
}) {
  const t = useTranslations('analytics.dashboard');
  const [isOpen, setOpen] = useState(false);
  const { state, setRange, setWindow } = dashboard;
  const isCustom = isWindow(state.stime, state.etime);
  const segments = [
    ...names.map((name) => ({ value: name as RangeName | 'custom', label: t(name) })),
    ...(names === RANGES ? [{ value: 'custom' as const, label: t('custom') }] : []),
  ];
  return (
    <>
      <Segmented
        name={t('range')}
        value={isCustom ? 'custom' : state.time_window}
        onChange={(value) => (value === 'custom' ? setOpen(true) : setRange(value))}
        segments={segments}
        fill={fill}
      />
      {isCustom ? (
        <IconButton icon="edit" variant="secondary" name={t('custom_title')} onClick={() => setOpen(true)} />
      ) : null}
      {isOpen ? (
        <CustomRange
          from={state.stime}
          to={state.etime}
          onClose={() => setOpen(false)}
          onApply={(from, to) => {
            setWindow(from, to);
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}

type CustomProps = {
  from: number | null;
  to: number | null;
  onClose: () => void;
  onApply: (from: number, to: number) => void;
};

const DAY = 86_400_000;

function CustomRange({ from, to, onClose, onApply }: CustomProps) {
  const t = useTranslations('analytics.dashboard');
  const common = useTranslations('common');
  const zone = useTimeZone() ?? 'UTC';
  const [start, setStart] = useState<string | null>(() => String(from ?? Date.now() - DAY));
  const [end, setEnd] = useState<string | null>(() => String(to ?? Date.now()));
  const [isRefused, setRefused] = useState(false);
  const apply = () => {
    const [a, b] = [start === null ? null : Number(start), end === null ? null : Number(end)];
    if (a !== null && b !== null && isWindow(a, b)) onApply(a, b);
    else setRefused(true);
  };
  const change = (set: (value: string | null) => void) => (value: string | null) => {
    setRefused(false);
    set(value);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('custom_title')}
      description={t('custom_text', { zone })}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" onClick={apply}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Field label={t('from')} group>
          {() => <TimeInput name={t('from')} value={start} onChange={change(setStart)} />}
        </Field>
        <Field label={t('to')} group>
          {() => <TimeInput name={t('to')} value={end} onChange={change(setEnd)} />}
        </Field>
      </div>
      <div className="mt-2 min-h-5" role="alert">
        {isRefused ? <FieldError>{t('bad_range')}</FieldError> : null}
      </div>
    </Dialog>
  );
}
