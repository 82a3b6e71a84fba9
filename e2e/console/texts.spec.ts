import { expect, setMode, signIn, test } from '../fixtures';

const TEXTS = '**/texts.*.json';

/** Pages without a parameter; `page` of the fixtures fails where a text is missing, since the browser says so. */
const PAGES = [
  '/analytics/overview',
  '/guard/approvals',
  '/guard/certs/new',
  '/guard/domains/new',
  '/profile',
  '/sys/api-keys/new',
  '/sys/audit/operations',
  '/sys/audit/sign-ins',
  '/sys/roles/permissions',
  '/sys/roles/new',
  '/sys/users/new',
];

test('every page brings its texts along, in both languages', async ({ page, site }) => {
  const origin = site.origin('acme');
  await signIn(page, site, 'acme', 'acme-root');
  for (const locale of ['en-US', 'zh-CN'] as const) {
    await setMode(page, origin, { locale, theme: 'light' });
    for (const path of PAGES) {
      await page.goto(`${origin}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  }
});

test('another page waits for the texts, and is loaded anew where they do not come', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const link = page.getByRole('navigation').getByRole('link', { name: 'Certificates' });
  await page.route(TEXTS, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.goto(`${site.origin('acme')}/guard/policies`);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Certificates' })).toBeVisible();
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toContain('/guard/policies');

  await page.unroute(TEXTS);
  await page.route(TEXTS, (route) => route.fulfill({ status: 404 }));
  await page.goto(`${site.origin('acme')}/guard/policies`);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Certificates' })).toBeVisible();
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toContain('/guard/certs');
});
