'use client';

import { useTranslations } from 'next-intl';
import { Tag } from '@/components/ui/content/tag';
import { cx } from '@/components/ui/cx';
import { type Domain, SWITCHES } from '@/lib/guard/domains/contract';

/** What a domain switched on (spec 2.3, switches); with `all`, what it did not as well. */
export function ProtectionTags({ switches, all }: { switches: Domain['switches']; all?: boolean }) {
  const t = useTranslations('guard.domains');
  const shown = SWITCHES.filter((key) => all || switches[key] === 1);
  if (shown.length === 0) return <span className="text-ink-3">{t('unprotected')}</span>;
  return (
    <span className={cx('inline-flex flex-wrap gap-1 align-middle', !all && 'sm:flex-nowrap')}>
      {shown.map((key) => (
        <Tag key={key} off={switches[key] !== 1}>
          {t(`switches.${key}`)}
        </Tag>
      ))}
    </span>
  );
}
