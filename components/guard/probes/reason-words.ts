'use client';

import { useTranslations } from 'next-intl';

/** Why a connection did not come about, in the reader's language where the reason is a known one; else as it came. */
export function useReasonWords(): (reason: string) => string {
  const t = useTranslations('guard.probes.errors');
  return (reason) => {
    const key = reason.replaceAll(' ', '_');
    return /^\w+$/.test(key) && t.has(key) ? t(key) : reason;
  };
}
