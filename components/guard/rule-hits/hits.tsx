'use client';

import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/layout/preferences/use-format';

type Unknown = 'unknown' | 'unknown_of_kind' | 'unnamed';

/** How often rules matched; the reason in words where events cannot say it, a dash until it is known. */
export function Hits({ hits, reason = 'unknown' }: { hits: number | null | undefined; reason?: Unknown }) {
  const t = useTranslations('guard.rule-hits');
  const format = useFormat();
  if (typeof hits === 'number') return format.number(hits);
  if (hits === null) return <span className="text-12 text-ink-3">{t(reason)}</span>;
  return (
    <span className="text-ink-3" aria-hidden="true">
      —
    </span>
  );
}
