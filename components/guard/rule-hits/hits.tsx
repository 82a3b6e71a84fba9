'use client';

import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/layout/preferences/use-format';

type Unknown = 'unknown' | 'unknown_of_kind' | 'unnamed';

/** How often rules matched; a dash where that is not known, with the reason where events cannot say it. */
export function Hits({ hits, reason = 'unknown' }: { hits: number | null | undefined; reason?: Unknown }) {
  const t = useTranslations('guard.rule-hits');
  const format = useFormat();
  if (typeof hits === 'number') return format.number(hits);
  return (
    <span className="text-ink-3" title={hits === null ? t(reason) : undefined}>
      <span aria-hidden="true">—</span>
      {hits === null ? <span className="sr-only">{t(reason)}</span> : null}
    </span>
  );
}
