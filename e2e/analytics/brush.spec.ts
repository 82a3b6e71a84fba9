import type { Locator, Page } from '@playwright/test';
import { makeTraffic, panel } from '../attack';
import { expect, signIn, test, visit } from '../fixtures';

const DAY = 86_400_000;
const FIVE_MINUTES = 300_000;

const ends = (page: Page) => {
  const { searchParams } = new URL(page.url());
  return { stime: Number(searchParams.get('stime')), etime: Number(searchParams.get('etime')) };
};

async function placed(course: Locator) {
  await course.scrollIntoViewIfNeeded();
  const box = await course.boundingBox();
  if (!box) throw new Error('there is no course');
  return { ...box, middle: box.y + box.height / 2 };
}

async function drag(page: Page, from: number, to: number, y: number) {
  await page.mouse.move(from, y);
  await page.mouse.down();
  await page.mouse.move(to, y, { steps: 6 });
}

test('a course is dragged over up to its edges, given up with Escape, and taken back', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, site, 'acme', 'acme-root');
  const { overview } = await makeTraffic(page, site, browser);
  const asked = overview.replace('last_1h', 'last_24h');
  await visit(page, asked);
  const course = panel(page, 'Requests by verdict').getByRole('slider');
  const { x, width, middle } = await placed(course);

  await drag(page, x + width / 2, x + width - 30, middle);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(ends(page)).toEqual({ stime: 0, etime: 0 });

  // Beyond both edges it is the window as it is, and not a bucket more: percentiles end at 24 hours.
  await drag(page, x + 5, x + width + 60, middle);
  await page.mouse.up();
  await expect(page).toHaveURL(/stime=\d+&etime=\d+/);
  const { stime, etime } = ends(page);
  expect(etime - stime).toBe(DAY);
  await page.goBack();
  await expect(page).toHaveURL(asked);
});

test('a part of a course is chosen and zoomed into from the keyboard', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const { overview } = await makeTraffic(page, site, browser);
  await visit(page, overview.replace('last_1h', 'last_24h'));
  const course = panel(page, 'Requests by verdict').getByRole('slider');
  await course.focus();
  await expect(course).toHaveAttribute('aria-valuetext', /hold Shift/);
  await page.keyboard.press('ArrowRight');
  // The traffic is in the third bucket from the end, or in one beside it, so that there is a course to be focused afterwards.
  await page.keyboard.press('ArrowLeft');
  for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+ArrowLeft');
  await expect(course).toHaveAttribute('aria-valuetext', /Press Enter to zoom in/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/stime=\d+&etime=\d+/);
  const { stime, etime } = ends(page);
  expect(etime - stime).toBe(4 * FIVE_MINUTES);
  expect(stime % FIVE_MINUTES).toBe(0);
  await expect(course).toBeFocused();
});

test('a course is dragged over by a finger', async ({ browser, site }) => {
  const tablet = await browser.newContext({ hasTouch: true, viewport: { width: 1024, height: 768 } });
  const page = await tablet.newPage();
  await signIn(page, site, 'acme', 'acme-root');
  const { overview } = await makeTraffic(page, site, browser);
  await visit(page, overview.replace('last_1h', 'last_24h'));
  const { x, width, middle } = await placed(panel(page, 'Requests by verdict').getByRole('slider'));
  const client = await tablet.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y: middle }] });
  await touch('touchStart', x + width * 0.4);
  for (let n = 1; n <= 8; n++) await touch('touchMove', x + width * (0.4 + n * 0.05));
  await touch('touchEnd');
  await expect(page).toHaveURL(/stime=\d+&etime=\d+/);
  const { stime, etime } = ends(page);
  expect(etime - stime).toBeGreaterThan(DAY / 4);
  expect(etime - stime).toBeLessThan(DAY / 2 + FIVE_MINUTES);
  await tablet.close();
});
