import type { Locale } from '@/lib/i18n/locales';
import { plainText, translator } from '@/lib/i18n/translate';
import { chartPages } from '../charts/catalogue';
import type { PageName } from '../charts/contract';
import { type AnyChart, isRecordChart } from '../charts/records/record-chart';
import { schemaOf } from '../charts/result';
import { dayLimit } from '../charts/run';
import { GRAIN_MS } from '../store/store';
import type { ChartPageVO } from './contract';

function described(page: PageName, chart: AnyChart, locale: Locale): ChartPageVO['charts'][number] {
  const t = translator(locale);
  // The page's own word, or the one that all pages share.
  const word = (key: string) => plainText(locale, `analytics.${page}.${key}`) || t(`charts.${key}`);
  const { dimensions, measures } = schemaOf(chart, false);
  return {
    key: chart.key,
    render_hint: chart.render_hint,
    title: t(`analytics.${page}.charts.${chart.key}.title`),
    explanation: t(`analytics.${page}.charts.${chart.key}.explanation`),
    dimensions: dimensions.map((one) => ({ ...one, title: word(`dimensions.${one.name}`) })),
    measures: measures.map((one) => ({ ...one, title: word(`measures.${one.name}`) })),
    ranked: chart.ranked ?? false,
    paged: chart.events !== undefined,
    longest_window_ms: !isRecordChart(chart) && dayLimit(chart) ? GRAIN_MS['1d'] : null,
  };
}

/** Every page of charts, described in one language. */
export function chartPagesIn(locale: Locale): ChartPageVO[] {
  const t = translator(locale);
  return chartPages().map(({ page, charts, layout }) => ({
    page,
    title: t(`analytics.${page}.title`),
    purpose: t(`analytics.${page}.purpose`),
    permission: `analytics.${page}.view`,
    layout,
    charts: charts.map((chart) => described(page, chart, locale)),
  }));
}
