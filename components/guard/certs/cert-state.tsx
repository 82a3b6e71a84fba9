'use client';

import { useTranslations } from 'next-intl';
import { useFormat, useNow } from '@/components/layout/preferences/use-format';
import { type MarkShape, State } from '@/components/ui/content/mark';
import type { Meaning } from '@/components/ui/content/meaning';
import { type ExpiryState, expiryOf } from './expiry';

const MARKS: Record<ExpiryState, { meaning: Meaning; shape: MarkShape }> = {
  expired: { meaning: 'rejected', shape: 'crossed' },
  soon: { meaning: 'pending', shape: 'half' },
  ok: { meaning: 'unaudited', shape: 'full' },
};

/** Mark, colour and words for the end of a certificate: "Expires soon", "12 days left". */
export function useExpiryMark() {
  const t = useTranslations('guard.certs.expiry');
  const now = useNow();
  return (expired_at: number) => {
    const { state, days } = expiryOf(expired_at, now);
    return { state, ...MARKS[state], word: t(state), left: t(state === 'expired' ? 'ago' : 'left', { days }) };
  };
}

/** Whether a certificate still holds, and how many days that is; with `date` also the day it ends. */
export function CertState({ expired_at, date }: { expired_at: number; date?: boolean }) {
  const t = useTranslations('guard.certs.expiry');
  const format = useFormat();
  const { meaning, shape, word, left } = useExpiryMark()(expired_at);
  return (
    <span title={format.exactTime(expired_at)}>
      <State meaning={meaning} shape={shape}>
        {word}
        <span className="text-12 text-ink-3 tabular-nums">
          {date ? t('both', { first: format.date(expired_at), second: left }) : left}
        </span>
      </State>
    </span>
  );
}
