import type { Chart } from './chart';
import { PAGES, type PageName } from './contract';
import { overviewCharts } from './pages/overview';

const CHARTS: readonly Chart[] = [...overviewCharts];

const byPage = new Map<PageName, Map<string, Chart>>(
  PAGES.map((page) => [page, new Map(CHARTS.filter((c) => c.page === page).map((c) => [c.key, c]))]),
);

/** The chart a page knows by this key. */
export function findChart(page: PageName, key: string): Chart | undefined {
  return byPage.get(page)?.get(key);
}

/** Every chart of a page, in the order of the page. */
export function chartsOf(page: PageName): Chart[] {
  return [...(byPage.get(page)?.values() ?? [])];
}
