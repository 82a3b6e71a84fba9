import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { BLOCKED, makeTraffic, PASSED } from '../attack';
import { expect, signIn, test, visit } from '../fixtures';
import { makePolicy, unique } from '../objects';
import { late } from '../pages/late';

const OVERVIEW = '/analytics/overview';

test('a page of charts fills the screen, and comes back', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await visit(page, site.origin('acme') + OVERVIEW);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation).toBeVisible();
  await page.keyboard.press('f');
  await expect(navigation).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The window grows in its own time.
  const beside = async () => {
    const { width } = (await page.getByRole('main').boundingBox()) ?? { width: 0 };
    return (await page.evaluate(() => innerWidth)) - width;
  };
  await expect.poll(beside).toBe(0);
  await page.evaluate(() => document.exitFullscreen());
  await expect(navigation).toBeVisible();
});

test('a page of charts is printed dark on white without what one presses', async ({ page, site }) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.body.dataset.printed = document.documentElement.dataset.theme;
    };
  });
  await signIn(page, site, 'acme', 'acme-root');
  await page.context().addCookies([{ name: 'theme', value: 'dark', url: site.origin('acme') }]);
  await visit(page, `${site.origin('acme')}/analytics/ops`);
  const lists = page.locator('#content section [style*="max-height"]');
  await expect(lists.first()).toBeVisible();
  // Each has more in it than it shows.
  await lists.evaluateAll((all) => {
    for (const list of all) (list as HTMLElement).style.maxHeight = '20px';
  });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'light');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeHidden();
  const cut = () => lists.evaluateAll((all) => all.filter((list) => list.scrollHeight > list.clientHeight).length);
  await expect.poll(cut).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await page.evaluate(() => delete document.body.dataset.printed);
  await page.keyboard.press('Control+p');
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'light');
});

/** The colours that charts are drawn in. */
const inks = () => {
  const parts = [...document.querySelectorAll('#content [aria-hidden] > div > svg :is(path, text)')];
  const colours = parts.flatMap((part) => [part.getAttribute('fill'), part.getAttribute('stroke')]);
  return [...new Set(colours)].filter((colour) => colour?.startsWith('#')).sort();
};

/** What charts are drawn in once everybody has answered an event: the browser prints before anything later is done. */
const inksAfter = (page: Page, event: string) =>
  page.evaluate(`(async () => {
    dispatchEvent(new Event('${event}'));
    for (let turn = 0; turn < 20; turn++) await null;
    return (${inks})();
  })()`);

test('the browser itself prints charts dark on white', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const { overview } = await makeTraffic(page, site, browser);
  const inksIn = async (theme: string) => {
    await page.context().addCookies([{ name: 'theme', value: theme, url: site.origin('acme') }]);
    await visit(page, overview);
    await expect(page.locator('link[media="print"]')).toBeAttached();
    await expect.poll(() => page.evaluate(inks)).not.toEqual([]);
    return page.evaluate(inks);
  };
  const light = await inksIn('light');
  const dark = await inksIn('dark');
  expect(dark).not.toEqual(light);
  expect(await inksAfter(page, 'beforeprint')).toEqual(light);
  expect(await inksAfter(page, 'afterprint')).toEqual(dark);
});

test('a page of charts is printed once all of them are drawn', async ({ page, browser, site }) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.body.dataset.printed = String(document.querySelectorAll('#content [data-skeleton]').length);
    };
  });
  await signIn(page, site, 'acme', 'acme-root');
  const { overview } = await makeTraffic(page, site, browser);
  const answer = await late(page, '**/api/analytics/batch');
  await page.goto(overview);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  await expect(page.locator('link[media="print"]')).toBeAttached();
  await page.waitForTimeout(1_000);
  await expect(page.locator('body')).not.toHaveAttribute('data-printed');
  answer();
  await expect(page.locator('body')).toHaveAttribute('data-printed', '0');
});

test('the browser itself prints a list whole, dark on white, without what one presses', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, site, 'acme', 'acme-root');
  const { domain_id } = await makeTraffic(page, site, browser);
  await page.context().addCookies([{ name: 'theme', value: 'dark', url: site.origin('acme') }]);
  await visit(page, `${site.origin('acme')}/analytics/events?time_window=last_1h&domain_id=${domain_id}`);
  await expect(page.locator('[data-row-open]')).toHaveCount(BLOCKED + PASSED);
  await expect(page.locator('link[media="print"]')).toBeAttached();
  // Narrower than the list is on a screen, and lower than its rows.
  await page.setViewportSize({ width: 720, height: 300 });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const cut = () =>
    page
      .locator('#content, #content div:has(> table)')
      .evaluateAll(
        (boxes) =>
          boxes.filter((box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)
            .length,
      );
  await expect.poll(cut).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

/** The words of a saved file, read where the console's rules for styles do not apply. */
async function wordsOf(page: Page, file: string): Promise<string> {
  const elsewhere = await page.context().newPage();
  const words = await elsewhere.evaluate(
    (text) => {
      const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
      return { error: parsed.querySelector('parsererror')?.textContent, text: parsed.documentElement.textContent };
    },
    readFileSync(file, 'utf8'),
  );
  await elsewhere.close();
  expect(words.error).toBeUndefined();
  return words.text ?? '';
}

async function saved(page: Page, chart: string, item: string): Promise<string> {
  await page.getByRole('button', { name: `More for ${chart}` }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  return (await download).path();
}

test('charts that are drawn and lists are saved as graphics', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await makePolicy(page, site, unique('Drawn'));
  await visit(page, `${site.origin('acme')}/analytics/ops`);
  expect(await wordsOf(page, await saved(page, 'Operations over time', 'Download SVG'))).toContain('Operations');

  const list = 'Most active users';
  const panel = page.locator('section', { has: page.getByRole('heading', { name: list }) });
  const name = (await panel.getByRole('listitem').first().locator('[title]').first().textContent()) ?? '';
  expect(name).not.toBe('');
  expect(await wordsOf(page, await saved(page, list, 'Download SVG'))).toContain(name);
  const png = readFileSync(await saved(page, list, 'Download PNG'));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // Title, window and a row at twice their size.
  expect(png.readUInt32BE(16)).toBeGreaterThan(1_000);
  expect(png.readUInt32BE(20)).toBeGreaterThan(180);
});
