'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { type Meaning, meaningStyle } from '@/components/ui/content/meaning';
import { cx } from '@/components/ui/cx';
import type { PlanUsage } from '@/lib/plan/plans/contract';

/** The share of a quota from which on there is little left. */
const NEARLY = 0.8;

function meaningOf(used: number, limit: number): Meaning {
  if (used >= limit) return 'rejected';
  return used > limit * NEARLY ? 'pending' : 'unaudited';
}

/** How much of a quota is used: in words, and as a bar where it has a limit. */
export function QuotaBar({ quota, limit, used }: PlanUsage['quotas'][number]) {
  const t = useTranslations('plan.plans');
  const word = useWord();
  const meaning = meaningOf(used, limit ?? Number.POSITIVE_INFINITY);
  const share = limit ? Math.min(1, used / limit) : 1;
  const left = meaning === 'rejected' ? 'full' : meaning === 'pending' ? 'nearly' : 'some';
  return (
    <div style={meaningStyle(meaning)}>
      {/* Without a bar under them only their nearness says which figure is of which quota. */}
      <div className={cx('flex flex-wrap items-baseline gap-x-2', limit !== null && 'justify-between')}>
        <span className="font-medium">{word('words.quota', quota)}</span>
        <span className="text-12 text-ink-2 tabular-nums">
          {limit === null ? t('used_unlimited', { used }) : t('used', { used, limit })}
        </span>
      </div>
      {limit === null ? null : (
        <>
          <div aria-hidden="true" className="mt-1.5 h-2 bg-(--line)">
            <div className="h-2 bg-(--k)" style={{ width: `${share * 100}%` }} />
          </div>
          <p className="mt-1 text-12 text-(--kf)">{t(`left.${left}`, { left: Math.max(0, limit - used) })}</p>
        </>
      )}
    </div>
  );
}
