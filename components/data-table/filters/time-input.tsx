'use client';

import { useTranslations } from 'next-intl';
import { lazy, Suspense, useState } from 'react';
import { useFormat } from '@/components/layout/preferences/use-format';
import { IconButton } from '@/components/ui/controls/button';
import { Input } from '@/components/ui/controls/input';
import { Popover } from '@/components/ui/overlays/popover';
import { whenOnline } from '@/components/ui/states/when-online';
import { formatMinute, millisAt, partsOf } from '@/lib/i18n/format';

const Calendar = lazy(
  whenOnline(() => import('@/components/ui/controls/calendar').then(({ Calendar }) => ({ default: Calendar }))),
);

const EXAMPLE = '2026-11-20 09:00';

/** The API takes seconds too, and so do addresses of pages. */
const millisOf = (text: string | null | undefined) => {
  const raw = Number(text);
  if (!text || Number.isNaN(raw)) return null;
  return raw < 1e11 ? raw * 1000 : raw;
};

const dayIn = (millis: number, zone: string) => {
  const { year, month, day } = partsOf(millis, zone);
  return { year: Number(year), month: Number(month), day: Number(day) };
};

/** A moment in the reader's zone, typed or picked, as Unix milliseconds in text; null when empty. */
export function TimeInput({
  name,
  value,
  onChange,
}: {
  name: string;
  value: string | null | undefined;
  onChange: (millis: string | null) => void;
}) {
  const t = useTranslations('common.zone');
  const { locale, timeZone } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const at = millisOf(value);
  const shown = at === null ? '' : formatMinute(at, timeZone);

  const type = (text: string) => {
    setTyped(text);
    const millis = millisAt(text, timeZone);
    if (millis !== null) onChange(String(millis));
    else if (text === '') onChange(null);
  };
  const pick = ({ year, month, day }: { year: number; month: number; day: number }) => {
    const time = at === null ? '00:00' : shown.slice(-5);
    setTyped(null);
    setOpen(false);
    onChange(String(millisAt(`${year}-${month}-${day} ${time}`, timeZone)));
  };
  return (
    <Input
      aria-label={name}
      className="tabular-nums"
      placeholder={EXAMPLE}
      autoComplete="off"
      value={typed ?? shown}
      aria-invalid={typed !== null && typed !== '' && millisAt(typed, timeZone) === null}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setTyped(null)}
      end={
        <Popover
          name={t('pick', { field: name })}
          open={isOpen}
          onOpenChange={setOpen}
          className="p-3"
          trigger={<IconButton icon="calendar" size="small" name={t('pick', { field: name })} />}
        >
          <Suspense fallback={<div className="h-[260px] w-[224px]" />}>
            <Calendar
              locale={locale}
              value={at === null ? null : dayIn(at, timeZone)}
              today={dayIn(Date.now(), timeZone)}
              onChange={pick}
            />
          </Suspense>
        </Popover>
      }
    />
  );
}
