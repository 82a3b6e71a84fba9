'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { rangeText } from '@/components/charts/format/time-format';
import type { ChartWindow } from '@/components/charts/result/contract';
import { useFormat, useNow } from '@/components/layout/preferences/use-format';
import { State } from '@/components/ui/content/mark';
import { cx } from '@/components/ui/cx';

type Props = {
  /** What the page is narrowed to, which only paper has to be given here: on a screen the filter says it. */
  domain: string | null;
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
export function StatusLine({ domain, window, total, failed, elapsedMs, cacheRatio, answeredAt, isStale }: Props) {
  const t = useTranslations('analytics.dashboard');
  const format = useFormat();
  const now = useNow(5000);
  return (
    <ul
      aria-label={t('status')}
      className="-ml-4 flex min-w-0 flex-1 flex-wrap items-center gap-y-0.5 text-12 text-ink-3 [clip-path:inset(0_0_0_1rem)]"
    >
      {domain === null ? null : (
        <Part on="paper" className="hidden">
          {domain}
        </Part>
      )}
      <Part className="tabular-nums">{rangeText(window.stime, window.etime, format.timeZone)}</Part>
      <Part>{t(`buckets_${window.granularity}`)}</Part>
      <Part on="screen" className="tabular-nums max-sm:hidden">
        {t('charts_in', { n: total, ms: Math.round(elapsedMs), percent: Math.round(cacheRatio * 100) })}
      </Part>
      {failed > 0 ? (
        <Part>
          <State meaning="blocked" shape="crossed" className="text-ink-2">
            {t('failed', { n: failed })}
          </State>
        </Part>
      ) : null}
      <Part>
        <State meaning={isStale ? 'pending' : 'approved'} shape={isStale ? 'half' : 'full'}>
          {isStale ? t('stale', { time: format.clock(answeredAt) }) : t('fresh', { ago: format.ago(answeredAt, now) })}
        </State>
      </Part>
    </ul>
  );
}

/** A part and the dot before it, which is cut off with the edge where a line begins. */
function Part({ on, className, children }: { on?: 'paper' | 'screen'; className?: string; children: ReactNode }) {
  return (
    <li
      data-paper={on === 'paper' ? '' : undefined}
      data-screen={on === 'screen' ? '' : undefined}
      className={cx("before:inline-block before:w-4 before:text-center before:content-['·']", className)}
    >
      {children}
    </li>
  );
}
