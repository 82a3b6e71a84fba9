'use client';

import { useTranslations } from 'next-intl';

/** Where a channel sends to, as far as that may be told. */
export const placeOf = (origin: string): string => origin.replace(/^mailto:/, '').replaceAll(',', ', ');

/** Mail addresses as people separate them, as one address of the web; nothing where there is none. */
export const mailtoOf = (typed: string): string => {
  const addresses = typed.split(/[\s,;，；、]+/).filter((one) => one !== '');
  return addresses.length === 0 ? '' : `mailto:${addresses.join(',')}`;
};

const STATUS = /^answered with status (\d{3})$/;
/** A chat service or a mail server said no, in words of its own. */
const REFUSED = /^refused(:| for) (.+)$/s;

/** Why a message did not arrive, in the reader's language where the reason is a known one; else as it was told. */
export function useReasonWords(): (error: string) => string {
  const t = useTranslations('analytics.alert-channels.reasons');
  return (error) => {
    const status = STATUS.exec(error)?.[1];
    if (status) return t('status', { status });
    const [, kind, words] = REFUSED.exec(error) ?? [];
    if (words) return t(kind === ':' ? 'refused' : 'refused_for', { words });
    const key = error.replaceAll(' ', '_');
    return /^\w+$/.test(key) && t.has(key) ? t(key) : error;
  };
}
