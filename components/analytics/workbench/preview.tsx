'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { Chart, type ChartState } from '@/components/charts/frame/chart';
import { InLanguage } from '@/components/layout/preferences/in-language';
import { LOCALE_NAMES } from '@/lib/i18n/locales';
import type { Subject } from './entries';
import { type Island, islandsOf } from './islands';
import type { Bench } from './use-bench';
import type { Shown } from './use-document';

const WIDTH = { '390': 390, '480': 480, full: undefined } as const;
/** What names nothing: a result without a page is shown in the words it is written in. */
const NO_TEXTS = 'charts.mark';

/** The texts of a page of charts; made of parts, as a quoted path would bring all of them along with the page. */
const textsOf = (page: Subject['page']) => (page === null ? NO_TEXTS : ['analytics', page].join('.'));

function keyOf(raw: unknown): string {
  const key = typeof raw === 'object' && raw !== null && 'chart_key' in raw ? raw.chart_key : undefined;
  return typeof key === 'string' && key !== '' ? key : 'chart';
}

/** The document drawn by the product's own chart, in each theme and language asked for. */
export function Preview({ bench, raw, window }: { bench: Bench } & Shown) {
  const t = useTranslations('analytics.workbench');
  const { subject, state } = bench;
  const node: ChartState = useMemo(
    () => ({
      raw,
      isFetching: raw === undefined,
      updatedAt: subject?.answered_at ?? 0,
      window,
    }),
    [raw, subject?.answered_at, window],
  );
  if (!subject) return null;
  return (
    <div className="flex flex-col gap-3">
      {islandsOf(state.theme, state.lang).map((island) => (
        <section
          key={`${island.theme} ${island.locale}`}
          aria-label={t('island', { theme: t(`themes.${island.theme}`), language: LOCALE_NAMES[island.locale] })}
          lang={island.locale}
          data-theme={island.theme}
          data-density={state.density}
          className="rounded-2 border border-line bg-canvas p-3 text-ink"
          style={{ maxWidth: WIDTH[state.width], fontFamily: 'var(--font-ui)' }}
        >
          <Drawn island={island} subject={subject} node={node} chart_key={keyOf(raw)} />
        </section>
      ))}
    </div>
  );
}

type DrawnProps = { island: Island; subject: Subject; node: ChartState; chart_key: string };

function Drawn({ island, subject, node, chart_key }: DrawnProps) {
  return (
    <InLanguage locale={island.locale} timeZone={subject.tz}>
      <Chart chart_key={chart_key} namespace={textsOf(subject.page)} state={node} showProblems onRetry={() => {}} />
    </InLanguage>
  );
}
