import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, MODES, type Site, setMode, signIn, test, visit } from '../fixtures';
import { makeDomain, sendEvents, unique } from '../objects';

/** Every width at which a page shows columns; a phone has no room for both. */
const WIDTHS = [640, 700, 760, 900, 1024, 1199, 1200, 1440, 1920];

async function eventsOf(page: Page, site: Site, browser: Browser, facts: object = {}): Promise<string> {
  const host = `${unique('beside')}.example.com`;
  const domain_id = await makeDomain(page, site, host);
  const events = ['/', '/cart', '/search'].map((path, n) => ({
    ...{ time: Date.now() - 60_000 - n * 1_000, request_id: `${host}-${n}`, host, path, method: 'POST' },
    ...{ client_ip: '198.51.100.23', status: 403, action: 'block', rule_id: 941100, ...facts },
  }));
  await sendEvents(browser, site, host, events);
  return `/analytics/events?domain_id=${domain_id}`;
}

/** What of the page lies below the drawer, in px. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const drawer = document.querySelector('[role=dialog]')?.getBoundingClientRect();
    const content = document.querySelector('#content')?.getBoundingClientRect();
    return drawer && content ? Math.max(0, Math.round(content.right - drawer.left)) : null;
  });

for (const mode of MODES) {
  test(`an open drawer narrows the page and covers nothing of it, in ${mode.locale}`, async ({
    page,
    browser,
    site,
  }) => {
    await signIn(page, site, 'acme', 'acme-root');
    const paths = [await eventsOf(page, site, browser), '/sys/audit/operations'];
    await setMode(page, site.origin('acme'), mode);
    for (const path of paths) {
      await visit(page, `${site.origin('acme')}${path}`);
      await page.locator('[data-row-open]').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => covered(page), `${path} at ${width} px`).toBe(0);
        await expectFits(page);
      }
      await expectAccessible(page);
      await page.getByRole('dialog').press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      const width = async () => (await page.locator('#content').boundingBox())?.width;
      await expect.poll(width, `${path} once it is closed`).toBe(1920 - 216);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  });
}

test('a list of events beside a drawer says a row on two lines, all of it', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await visit(page, `${site.origin('acme')}${await eventsOf(page, site, browser)}`);
  const row = page.locator('tr[data-row]').first();
  const heads = page.getByRole('columnheader');
  await expect(heads.filter({ hasText: 'Verdict' })).toBeVisible();
  const one = await row.boundingBox();
  expect(one?.height).toBe(32);
  await row.locator('[data-row-open]').click();
  await expect(heads.filter({ hasText: 'Verdict' })).toBeHidden();
  for (const text of ['Blocked', 'POST', '198.51.100.23', '403', '941100']) await expect(row).toContainText(text);
  const table = page.getByRole('table');
  await expect
    .poll(() => table.evaluate((it) => it.scrollWidth - (it.parentElement?.clientWidth ?? 0)))
    .toBeLessThanOrEqual(0);
  await expect.poll(async () => (await row.boundingBox())?.height).toBeGreaterThan(one?.height ?? 0);
  const time = await row.locator('[data-row-open]').textContent();
  await page.getByRole('dialog').press('ArrowDown');
  await expect(page.locator('tr[data-selected]')).not.toContainText(time ?? '');
});

test('what a request has not leaves nothing on two lines', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const path = await eventsOf(page, site, browser, { action: 'pass', status: 200, rule_id: 0 });
  await visit(page, `${site.origin('acme')}${path}`);
  const row = page.locator('tr[data-row]').first();
  await expect(row).toContainText('—');
  await row.locator('[data-row-open]').click();
  await expect(page.getByRole('columnheader').filter({ hasText: 'Verdict' })).toBeHidden();
  await expect(row).toContainText('198.51.100.23');
  await expect(row).not.toContainText('—');
});
