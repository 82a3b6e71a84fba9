'use client';

import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/layout/preferences/use-format';
import { inBuckets } from './minutes';

const BUCKET = 15;
const MINUTE_MS = 60_000;
const HIGH = 56;

/** Requests of a day, each bar a quarter of an hour. */
export function Course({ stime, minutes }: { stime: number; minutes: readonly number[] }) {
  const t = useTranslations('guard.rule-preview');
  const format = useFormat();
  const bars = inBuckets(minutes, BUCKET);
  const most = Math.max(1, ...bars);
  const peak = bars.indexOf(most);
  const heightOf = (n: number) => (n === 0 ? 0 : Math.max(1, (n / most) * HIGH));
  const outline = bars.map((n, i) => `L${i} ${HIGH - heightOf(n)}H${i + 1}`).join('');
  const clock = (minute: number) => format.clock(stime + minute * MINUTE_MS).slice(0, 5);
  const said = peak < 0 ? t('course_none') : t('course', { most: format.number(most), at: clock(peak * BUCKET) });
  return (
    <div>
      <svg
        role="img"
        aria-label={said}
        viewBox={`0 0 ${bars.length} ${HIGH}`}
        preserveAspectRatio="none"
        className="block h-14 w-full"
      >
        <path d={`M0 ${HIGH}${outline}V${HIGH}Z`} fill="var(--monitor)" shapeRendering="crispEdges" />
      </svg>
      <div
        aria-hidden="true"
        className="mt-1 flex justify-between border-line border-t pt-0.5 text-11 text-ink-3 tabular-nums"
      >
        {[0, minutes.length / 2, minutes.length].map((minute) => (
          <span key={minute}>{clock(minute)}</span>
        ))}
      </div>
    </div>
  );
}
