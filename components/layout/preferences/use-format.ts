'use client';

import { useTimeZone, useTranslations } from 'next-intl';
import { useEffect, useMemo, useState } from 'react';
import {
  formatBytes,
  formatClock,
  formatDate,
  formatExactTime,
  formatNumber,
  formatPercent,
  formatShort,
  formatTableTime,
  type Instant,
  relativeTime,
} from '@/lib/i18n/format';
import { useLanguage } from './intl-provider';

/** The formats of lib/i18n/format.ts, bound to the reader's language and zone. */
export function useFormat() {
  const { locale } = useLanguage();
  const timeZone = useTimeZone() ?? 'UTC';
  const t = useTranslations('common.time');
  return useMemo(
    () => ({
      locale,
      timeZone,
      number: (value: number | null | undefined, digits?: number) => formatNumber(value, locale, digits),
      short: (value: number | null | undefined) => formatShort(value, locale),
      percent: (value: number | null | undefined, digits?: number) => formatPercent(value, locale, digits),
      bytes: (value: number | null | undefined) => formatBytes(value, locale),
      tableTime: (value: Instant, withSeconds?: boolean) => formatTableTime(value, timeZone, withSeconds),
      exactTime: (value: Instant) => formatExactTime(value, timeZone),
      date: (value: Instant) => formatDate(value, timeZone),
      clock: (value: Instant) => formatClock(value, timeZone),
      /** "3 min ago" below one hour, else the table form. In prose only. */
      ago: (value: Instant, now: number) => {
        const relative = relativeTime(value, now);
        return relative ? t(relative.unit, { count: relative.count }) : formatTableTime(value, timeZone);
      },
    }),
    [locale, timeZone, t],
  );
}

/** Names one after another, with what the reader's language puts between them. */
export function useList(): (names: readonly (string | number)[]) => string {
  const t = useTranslations('common');
  return (names) => names.join(t('between'));
}

/** The present moment, renewed every `everyMs`, for relative times. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
