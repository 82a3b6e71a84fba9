import { readFileSync } from 'node:fs';
import { expect, signIn, test, visit } from '../fixtures';
import { makePolicy, unique } from '../objects';

const OVERVIEW = '/analytics/overview';

test('a page of charts fills the screen, and comes back', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await visit(page, site.origin('acme') + OVERVIEW);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation).toBeVisible();
  await page.keyboard.press('f');
  await expect(navigation).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { width } = (await page.getByRole('main').boundingBox()) ?? { width: 0 };
  expect(width).toBe(await page.evaluate(() => innerWidth));
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
  await visit(page, site.origin('acme') + OVERVIEW);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'light');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await page.evaluate(() => delete document.body.dataset.printed);
  await page.keyboard.press('Control+p');
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'light');
});

test('a chart is saved as scalable graphics', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await makePolicy(page, site, unique('Drawn'));
  await visit(page, `${site.origin('acme')}/analytics/ops`);
  await page.getByRole('button', { name: 'More for Operations over time' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download SVG' }).click();
  const file = await (await download).path();
  const svg = readFileSync(file, 'utf8');
  // Read where the console's rules for styles do not apply.
  const elsewhere = await page.context().newPage();
  const words = await elsewhere.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    return { error: parsed.querySelector('parsererror')?.textContent, text: parsed.documentElement.textContent };
  }, svg);
  expect(words.error).toBeUndefined();
  expect(words.text).toContain('Operations');
});
