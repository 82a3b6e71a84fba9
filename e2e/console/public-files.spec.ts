import { expect, expectAccessible, setMode, signIn, test } from '../fixtures';

test('icons, manifest and the files for robots answer through the front server', async ({ page, site }) => {
  const origin = site.origin('acme');
  await page.goto(`${origin}/login`);
  const files = {
    'favicon.ico': 'image/x-icon',
    'icon.svg': 'image/svg+xml',
    'apple-touch-icon.png': 'image/png',
    'icon-512.png': 'image/png',
  };
  const others = { 'manifest.webmanifest': 'application/manifest+json', 'robots.txt': 'text/plain; charset=UTF-8' };
  for (const [name, type] of Object.entries({ ...files, ...others })) {
    const answer = await page.evaluate(async (url) => {
      const { status, headers } = await fetch(url);
      return { status, type: headers.get('content-type'), caching: headers.get('cache-control') };
    }, `${origin}/${name}`);
    expect(answer, name).toEqual({ status: 200, type, caching: 'public, max-age=86400' });
  }
  const links = page.locator('head link:is([rel="icon"], [rel="manifest"])');
  expect((await links.evaluateAll((all) => all.map((link) => link.getAttribute('rel')))).sort()).toEqual([
    'icon',
    'manifest',
  ]);
});

test('an address that leads nowhere keeps the console around it, in both languages', async ({ page, site }) => {
  const origin = site.origin('acme');
  const missing = `${origin}/guard/nowhere/at/all`;
  const anonymous = await page.goto(missing);
  expect(anonymous?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);

  await signIn(page, site, 'acme', 'acme-root');
  for (const [locale, title] of [
    ['en-US', 'Page not found'],
    ['zh-CN', '不存在'],
  ] as const) {
    await setMode(page, origin, { locale, theme: 'light' });
    const answer = await page.goto(missing);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    await expect(page.getByRole('link', { name: locale === 'en-US' ? 'Domains' : '域名' })).toBeVisible();
    await expectAccessible(page);
  }
});

test('a page below a list leads back to it on a phone', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page, site, 'acme', 'acme-root');
  await page.goto(`${site.origin('acme')}/guard/domains/new`);
  await page.getByRole('link', { name: 'Back to Domains' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Domains' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Domains' })).toHaveCount(0);
});
