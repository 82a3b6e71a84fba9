'use client';

import { useTranslations } from 'next-intl';
import type { ChartWindow } from '@/components/charts/contract';
import { rangeText } from '@/components/charts/time-format';
import { useFormat, useNow } from '@/components/layout/use-format';
import { State } from '@/components/ui/mark';

type Props = {
  window: ChartWindow;
  total: number;
  failed: number;
  elapsedMs: number;
  /** 0-1. */
  cacheRatio: number;
  answeredAt: number;
  isStale: boolean;
};

/** Under the title: the window, its buckets, what the answer cost and how old it is. */
export function StatusLine({ window, total, failed, elapsedMs, cacheRatio, answeredAt, isStale }: Props) {
  const t = useTranslations('analytics.dashboard');
  const format = useFormat();
  const now = useNow(5000);
  const parts = [
    <span key="window" className="tabular-nums">
      {rangeText(window.stime, window.etime, format.timeZone)}
    </span>,
    <span key="buckets">{t(`buckets_${window.granularity}`)}</span>,
    <span key="cost" className="tabular-nums max-sm:hidden">
      {t('charts_in', { n: total, ms: Math.round(elapsedMs), percent: Math.round(cacheRatio * 100) })}
    </span>,
    ...(failed > 0
      ? [
          <State key="failed" meaning="blocked" shape="crossed" className="text-ink-2">
            {t('failed', { n: failed })}
          </State>,
        ]
      : []),
    <State key="age" meaning={isStale ? 'pending' : 'approved'} shape={isStale ? 'half' : 'full'}>
      {isStale ? t('stale', { time: format.clock(answeredAt) }) : t('fresh', { ago: format.ago(answeredAt, now) })}
    </State>,
  ];
  return (
    <div
      role="status"
      aria-live="off"
      aria-label={t('status')}
      className="-mt-2 mb-2.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-12 text-ink-3"
    >
      {parts.flatMap((part, i) =>
        i === 0
          ? [part]
          : [
              <span key={`dot ${part.key}`} aria-hidden="true">
                ·
              </span>,
              part,
            ],
      )}
    </div>
  );
}
