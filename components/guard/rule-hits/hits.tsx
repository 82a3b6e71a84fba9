'use client';

import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Link } from '@/components/ui/controls/link';

type Unknown = 'unknown' | 'unknown_of_kind' | 'unnamed';

/**
 * How often rules matched; the reason in words where events cannot say it, a dash until it is known. `href` leads to the
 * requests behind it.
 */
export function Hits({
  hits,
  reason = 'unknown',
  href,
}: {
  hits: number | null | undefined;
  reason?: Unknown;
  href?: string;
}) {
  const t = useTranslations('guard.rule-hits');
  const format = useFormat();
  if (typeof hits === 'number') {
    if (hits === 0 || !href) return format.number(hits);
    return (
      <Link href={href} className="hover:underline">
        {format.number(hits)}
      </Link>
    );
  }
  if (hits === null) return <span className="text-12 text-ink-3">{t(reason)}</span>;
  return (
    <span className="text-ink-3" aria-hidden="true">
      —
    </span>
  );
}
