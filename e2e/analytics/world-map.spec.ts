import { panel } from '../attack';
import { expect, expectAccessible, expectFits, MODES, setMode, signIn, test, visit } from '../fixtures';
import { makeDomain, sendEvents, unique } from '../objects';

const TITLES = { 'en-US': 'Requests by country or region', 'zh-CN': '请求的国家/地区分布' };
/** Addresses of networks whose country is no secret. */
const AMERICAN = '8.8.8.8';
const CHINESE = '223.5.5.5';

const square = (code: string, x: number) => ({ code, path: `M${x} 100L${x + 200} 100L${x + 200} 300L${x} 300Z` });
const SHAPES = [square('US', 100), square('CN', 500), square('FR', 750)];

test('countries are on the map that the operator supplied, and lead on from there', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const host = `${unique('map')}.example.com`;
  const domain_id = await makeDomain(page, site, host);
  const from = (client_ip: string, n: number) => ({
    ...{ time: Date.now() - 600_000 - n * 1_000, request_id: `${host}-${n}`, host, method: 'GET', path: '/' },
    ...{ client_ip, status: 200, bytes_out: 1_000, latency_ms: 12, action: 'pass' },
  });
  const events = [from(AMERICAN, 0), ...[1, 2, 3, 4].map((n) => from(CHINESE, n))];
  await sendEvents(browser, site, host, events);
  const address = `${site.origin('acme')}/analytics/access?time_window=last_1h&domain_id=${domain_id}`;

  await visit(page, address);
  const chart = panel(page, TITLES['en-US']);
  await expect(chart.getByRole('button', { name: /China/ })).toBeVisible();
  // Parapet comes without borders.
  await expect(chart.locator('[data-country]')).toHaveCount(0);

  const outline = 'M0 0L1000 0L1000 400L0 400Z';
  const data = { width: 1_000, height: 400, outline, shapes: SHAPES };
  await page.route('**/api/analytics/boundaries', (route) => route.fulfill({ json: { code: 0, message: 'ok', data } }));
  await visit(page, address);
  await expect(chart.locator('[data-country]')).toHaveCount(3);
  await expect(chart.locator('[data-country=CN] title')).toHaveText(/China.*: 4/);
  await expect(chart.locator('[data-country=CN]')).toHaveAttribute('fill', 'var(--chart-seq-7)');
  await expect(chart.locator('[data-country=FR]')).toHaveAttribute('fill', /^url/);
  await expect(chart).toContainText('Boundaries are illustrative');
  await expectAccessible(page);
  const [american, chinese] = [chart.locator('[data-country=US]'), chart.locator('[data-country=CN]')];
  // The country and its row belong together, whichever place the row has.
  await american.click();
  await expect(page.getByRole('dialog', { name: /United States/ })).toBeVisible();
  const row = chart.getByRole('button', { name: /United States/ });
  await expect(row).toHaveAttribute('data-opened');
  await expect(american).toHaveAttribute('data-opened');
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await expect(american).not.toHaveAttribute('data-opened');
  await american.click({ button: 'right' });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await chinese.click();
  const popover = page.getByRole('dialog', { name: /China/ });
  await popover.getByRole('button', { name: 'Filter this page' }).click();
  await expect(page).toHaveURL(/filter=country:CN/);
  await expect(chart.locator('[data-country=US]')).toHaveAttribute('fill', /^url/);

  for (const mode of MODES) {
    await setMode(page, site.origin('acme'), mode);
    await visit(page, address);
    await expect(panel(page, TITLES[mode.locale]).locator('[data-country]')).toHaveCount(3);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});
