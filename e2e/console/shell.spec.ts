import type { Page } from '@playwright/test';
import type { NavItem } from '@/components/layout/navigation/nav-items';
import { navItems } from '@/lib/generated/nav';
import { callApi, expect, expectAccessible, test } from '../fixtures';
import { openAs, settled } from '../pages/console';

const ITEMS: readonly NavItem[] = navItems;

const mainNav = (page: Page) => page.getByRole('navigation', { name: /^(Main|主导航)$/ });
const hrefs = (page: Page) =>
  mainNav(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

const PEOPLE = [
  { who: 'acme-viewer', sees: ['/guard/policies'], never: ['/guard/approvals'] },
  {
    who: 'acme-editor',
    sees: ['/guard/policies'],
    never: ['/guard/approvals', '/guard/domains', '/analytics/overview'],
  },
  { who: 'acme-support', sees: ['/guard/policies', '/guard/approvals'], never: [] },
];

for (const { who, sees, never } of PEOPLE) {
  test(`${who} sees the pages that can apply to them`, async ({ page, site }) => {
    await openAs(page, site, who, '/');
    await settled(page);
    const session = await callApi(page, site.origin('acme'), 'GET', '/session');
    const { permissions, is_platform } = session.body.data as { permissions: string[]; is_platform: boolean };
    const granted = ['session', ...permissions];
    const expected = ITEMS.filter(
      ({ permission, platform }) =>
        [permission].flat().some((one) => granted.includes(one)) && (is_platform || !platform),
    ).map((item) => item.href);
    const shown = await hrefs(page);
    const inSidebar = ITEMS.filter(({ href, under }) => expected.includes(href) && !expected.includes(under ?? ''));
    expect([...shown].sort()).toEqual(inSidebar.map(({ href }) => href).sort());
    expect(shown).toEqual(expect.arrayContaining(sees));
    expect(shown.filter((href) => never.includes(href ?? ''))).toEqual([]);
    for (const { href, permission, platform } of ITEMS.filter((item) => !expected.includes(item.href))) {
      await page.goto(`${site.origin('acme')}${href}`);
      await settled(page);
      const [reason = ''] = platform && !is_platform ? ['platform'] : [permission].flat();
      await expect(page.getByRole('main'), `${href} says why`).toContainText(reason);
    }
  });
}

test('the first tab stop leads past the navigation', async ({ page, site }) => {
  await openAs(page, site, 'acme-support', '/guard/policies');
  await settled(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the system theme follows the system', async ({ page, site }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await openAs(page, site, 'acme-support', '/guard/policies');
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'system');
  const light = await ground();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(ground).not.toBe(light);
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await expect.poll(ground).toBe(light);
});

test('no tooltip covers the menu that its button opened', async ({ page, site }) => {
  await openAs(page, site, 'acme-support', '/guard/policies');
  await settled(page);
  const button = page.getByRole('button', { name: 'Theme' });
  await button.hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await button.click();
  await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeVisible();
  await page.mouse.move(400, 600);
  await button.hover();
  // Longer than a tooltip waits.
  await page.waitForTimeout(800);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});

test('on a phone the navigation is a sheet', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, site, 'acme-support', '/guard/policies');
  await settled(page);
  const open = page.getByRole('button', { name: 'Open navigation' });
  await open.click();
  const sheet = page.getByRole('dialog', { name: 'Parapet' });
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await sheet.getByRole('link', { name: /^Approvals/ }).click();
  await expect(page).toHaveURL(/\/guard\/approvals/);
  await expect(sheet).toBeHidden();
});

test('an unknown page says so, signed in or not', async ({ page, site }) => {
  for (const path of ['/guard/nothing', '/no/such/page', '/guard/policies/../nothing']) {
    const answer = await page.goto(`${site.origin('acme')}${path}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
  const answer = await openAs(page, site, 'acme-support', '/guard/nothing');
  expect(answer?.status()).toBe(404);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(mainNav(page)).toBeVisible();
});
