'use client';

import { useTranslations } from 'next-intl';
import { lazy, Suspense, useId, useState } from 'react';
import { useFormat } from '@/components/layout/preferences/use-format';
import { IconButton } from '@/components/ui/controls/button';
import { type FieldAria, FieldError } from '@/components/ui/controls/field';
import { Input } from '@/components/ui/controls/input';
import { useLeave } from '@/components/ui/controls/use-leave';
import { Popover } from '@/components/ui/overlays/popover';
import { whenOnline } from '@/components/ui/states/when-online';
import { formatMinute, isNoDay, millisAt, partsOf } from '@/lib/i18n/format';

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
  aria,
  onChange,
  onType,
}: {
  name: string;
  value: string | null | undefined;
  /** Of a field that says more about the time than whether it can be read. */
  aria?: FieldAria;
  onChange: (millis: string | null) => void;
  /** With each key, whether or not what is there can be read. */
  onType?: () => void;
}) {
  const t = useTranslations('common.zone');
  const { locale, timeZone } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const noteId = useId();
  const at = millisOf(value);
  const shown = at === null ? '' : formatMinute(at, timeZone);
  const isUnreadable = typed !== null && typed !== '' && millisAt(typed, timeZone) === null;
  const unreadable = isNoDay(typed ?? '') ? t('no_day') : t('unreadable', { example: EXAMPLE });

  const type = (text: string) => {
    setTyped(text);
    setLeft(false);
    onType?.();
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
  // What cannot be read stays to be mended, and its form is not sent without it.
  const leave = useLeave(() => (isUnreadable ? setLeft(true) : setTyped(null)));
  const input = (
    <Input
      ref={(element) => element?.setCustomValidity(isUnreadable ? unreadable : '')}
      id={aria?.id}
      aria-label={name}
      aria-describedby={isUnreadable && isLeft ? noteId : aria?.['aria-describedby']}
      className="tabular-nums"
      placeholder={EXAMPLE}
      autoComplete="off"
      value={typed ?? shown}
      aria-invalid={isUnreadable || aria?.['aria-invalid'] === true}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
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
  return (
    <div className="flex min-w-0 flex-col gap-[5px]">
      {input}
      {isUnreadable && isLeft ? <FieldError id={noteId}>{unreadable}</FieldError> : null}
    </div>
  );
}
