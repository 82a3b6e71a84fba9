'use client';

import { DayPicker } from 'react-day-picker';
import { enUS, zhCN } from 'react-day-picker/locale';
import type { Locale } from '@/lib/i18n/locales';
import { buttonClass } from './button';

const TEXTS: Record<Locale, typeof enUS> = { 'en-US': enUS, 'zh-CN': zhCN };

type Day = { year: number; month: number; day: number };

/** Only the day counts: noon is on it in every zone. */
const dateOf = ({ year, month, day }: Day) => new Date(year, month - 1, day, 12);
const dayOf = (date: Date): Day => ({ year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() });

/** One day of a month, by pointer or arrow keys. Months count from 1. */
export function Calendar({
  locale,
  value,
  today,
  onChange,
}: {
  locale: Locale;
  value: Day | null;
  today: Day;
  onChange: (day: Day) => void;
}) {
  const chosen = value ? dateOf(value) : undefined;
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      fixedWeeks
      locale={TEXTS[locale]}
      today={dateOf(today)}
      defaultMonth={chosen}
      selected={chosen}
      onSelect={(date) => onChange(dayOf(date))}
      classNames={CLASSES}
    />
  );
}

const nav = buttonClass({ variant: 'quiet', size: 'small', square: true });

const CLASSES = {
  months: 'relative',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: nav,
  button_next: nav,
  chevron: 'size-4 fill-current',
  month_caption: 'flex h-7 items-center justify-center font-medium tabular-nums',
  month_grid: 'mt-1 border-collapse',
  weekday: 'h-7 w-8 text-center font-normal text-12 text-ink-3',
  day: 'p-0 text-center tabular-nums',
  day_button:
    'size-8 rounded-2 hover:bg-hover [[data-outside]>&]:text-ink-3 [[data-today]>&]:font-semibold [[aria-selected=true]>&]:bg-accent [[aria-selected=true]>&]:text-on-accent',
};
