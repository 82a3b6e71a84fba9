import { chartPages } from '../charts/catalogue';
import { PAGES } from '../charts/contract';

const pages = chartPages().map(({ page, charts }) => ({ page, keys: charts.map(({ key }) => key) }));
const description = `Charts of each page: ${pages.map(({ page, keys }) => `${page}: ${keys.join(', ')}`).join('; ')}.`;
const chart = [...new Set(pages.flatMap(({ keys }) => keys))].sort();

/** Which charts there are, for the reference. */
export const documentation = {
  batch: { description },
  pageBatch: { description, path: { page: PAGES } },
  chart: { description, path: { page: PAGES, chart } },
};
