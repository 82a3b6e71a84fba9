'use client';

import { useTranslations } from 'next-intl';

/** Where a channel sends to, as far as that may be told. */
export const placeOf = (origin: string): string => origin.replace(/^mailto:/, '').replaceAll(',', ', ');

const STATUS = /^answered with status (\d{3})$/;

/** Why a message did not arrive, in the reader's language where the reason is a known one; else as it was told. */
export function useReasonWords(): (error: string) => string {
  const t = useTranslations('analytics.alert-channels.reasons');
  return (error) => {
    const status = STATUS.exec(error)?.[1];
    if (status) return t('status', { status });
    const key = error.replaceAll(' ', '_');
    return /^\w+$/.test(key) && t.has(key) ? t(key) : error;
  };
}
