import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, MODES, type Site, setMode, signIn, test, visit } from '../fixtures';
import { makeDomain, sendEvents, unique } from '../objects';
import { row } from '../pages/list';

const TRAFFIC = '**/api/analytics/domain-traffic?*';
const REQUESTS = 1_204;

/** A domain with requests in the last three hours, most of them in the first of these; answers its name. */
async function busyDomain(page: Page, site: Site, browser: Browser): Promise<string> {
  const host = `${unique('busy')}.example.com`;
  await makeDomain(page, site, host);
  const hoursAgo = (n: number) => (n < 1_000 ? 3 : n < 1_100 ? 2 : 1);
  const events = Array.from({ length: REQUESTS }, (_, n) => ({
    time: Date.now() - hoursAgo(n) * 3_600_000,
    request_id: `${host}-${n}`,
    host,
    path: '/',
    status: 200,
  }));
  await sendEvents(browser, site, host, events);
  return host;
}

const listOf = (site: Site, keyword: string) => `${site.origin('acme')}/guard/domains?keyword=${keyword}`;

test('a domain shows how much traffic it had, and leads to the requests', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-other');
  const host = await busyDomain(page, site, browser);
  const quiet = `${unique('quiet')}.example.com`;
  await makeDomain(page, site, quiet);
  await visit(page, listOf(site, quiet));
  await expect(row(page, quiet)).toContainText('No requests in 24 hours');

  await visit(page, listOf(site, host));
  const link = row(page, host).getByRole('link', {
    name: /^1,204 requests in 24 hours, highest 1,000 in the hour from/,
  });
  await expect(link).toContainText('1,204');
  await expectAccessible(page);
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events');
  await expect(page.getByText('of 1,204')).toBeVisible();
});

test('the list of domains does not wait for their traffic, nor need it', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-other');
  const host = await busyDomain(page, site, browser);
  let answer: (() => void) | undefined;
  await page.route(TRAFFIC, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.fulfill({
      status: 503,
      json: { code: 4104, err_key: 'err.analytics.chart_failed', message: '', data: {} },
    });
  });
  await page.goto(listOf(site, host));
  const policy = row(page, host).getByText(/^Policy-/);
  await expect(policy).toBeVisible();
  await expect(row(page, host).getByRole('cell', { name: '…' })).toBeVisible();
  await expect(async () => {
    answer?.();
    await expect(row(page, host).getByTitle('The number of requests did not load')).toBeVisible({ timeout: 100 });
  }).toPass();
});

test('a hidden column asks for nothing', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-other');
  const host = `${unique('hidden')}.example.com`;
  await makeDomain(page, site, host);
  await visit(page, listOf(site, host));
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Requests, 24 h' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Requests, 24 h' })).toHaveCount(0);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.reload();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => url.includes('domain-traffic'))).toEqual([]);
});

test('a phone shows the figure alone', async ({ page, browser, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, site, 'acme', 'acme-other');
  const host = await busyDomain(page, site, browser);
  await visit(page, listOf(site, host));
  const entry = page.getByRole('listitem').filter({ hasText: host });
  await expect(entry).toContainText('1,204 requests');
  await expect(entry.getByRole('link')).toHaveCount(0);
  await expectFits(page);
});

for (const mode of MODES) {
  test(`traffic of domains is accessible in ${mode.locale}, ${mode.theme}`, async ({ page, browser, site }) => {
    await signIn(page, site, 'acme', 'acme-other');
    const host = await busyDomain(page, site, browser);
    await setMode(page, site.origin('acme'), mode);
    await visit(page, listOf(site, host));
    await expect(row(page, host).getByRole('link', { name: /1,204/ })).toBeVisible();
    await expectAccessible(page);
  });
}
