import { chartPages as declared } from '@/lib/generated/chart-pages';
import { PAGES, type PageLayout, type PageName } from './contract';
import type { AnyChart } from './records/record-chart';

/** A page: a folder of charts/pages with what it shows and where. */
type ChartPage = { charts: readonly AnyChart[]; layout: PageLayout };

/** A page that nobody declared has no charts. */
const pages: Readonly<Partial<Record<PageName, ChartPage>>> = declared;

const byPage = new Map(
  Object.entries(pages).map(([page, { charts }]) => [page, new Map(charts.map((chart) => [chart.key, chart]))]),
);

/** The chart a page knows by this key. */
export function findChart(page: PageName, key: string): AnyChart | undefined {
  return byPage.get(page)?.get(key);
}

/** Every chart of a page, in the order of their declarations. */
export function chartsOf(page: PageName): readonly AnyChart[] {
  return pages[page]?.charts ?? [];
}

/** The pages that show something, in the order of the console. */
export function chartPages(): ({ page: PageName } & ChartPage)[] {
  return PAGES.flatMap((page) => {
    const found = pages[page];
    return found ? [{ page, ...found }] : [];
  });
}
