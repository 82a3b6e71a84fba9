import type { Page } from '@playwright/test';
import type { NavItem } from '../components/layout/navigation/nav-items';
import { navItems } from '../lib/generated/nav';
import { callApi, dress, expect, expectAccessible, LOOKS, type Site, signIn, test } from './fixtures';

const ITEMS: readonly NavItem[] = navItems;

const mainNav = (page: Page) => page.getByRole('navigation', { name: /^(Main|主导航)$/ });
const hrefs = (page: Page) =>
  mainNav(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

async function openAs(page: Page, site: Site, who: string, path = '/') {
  await signIn(page, site, 'acme', who);
  return page.goto(`${site.origin('acme')}${path}`);
}

/** The page has its title and has asked for nothing new for a moment. */
async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  const asked = () => page.evaluate(() => performance.getEntriesByType('resource').length);
  let before = -1;
  await expect
    .poll(
      async () => {
        const now = await asked();
        const isQuiet = now === before;
        before = now;
        return isQuiet;
      },
      { intervals: [300] },
    )
    .toBe(true);
}

/** A little of everything, so that lists are not all empty. */
async function furnish(page: Page, site: Site) {
  await signIn(page, site, 'acme', 'acme-root');
  const origin = site.origin('acme');
  const { body } = await callApi(page, origin, 'POST', '/api/guard/policies', { name: `Shell ${Date.now()}` });
  await callApi(page, origin, 'POST', '/api/guard/domains', {
    domain: `shell-${Date.now()}.example.org`,
    policy_id: body.data.policy_id,
    src_sites: [{ addr: '127.0.0.1', port: 443, protocol: 'https' }],
  });
}

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
    await openAs(page, site, who);
    await settled(page);
    const session = await callApi(page, site.origin('acme'), 'GET', '/session');
    const { permissions, is_platform } = session.body.data as { permissions: string[]; is_platform: boolean };
    const expected = ITEMS.filter(
      (item) =>
        (item.permission === 'session' || permissions.includes(item.permission)) && (is_platform || !item.platform),
    ).map((item) => item.href);
    const shown = await hrefs(page);
    expect([...shown].sort()).toEqual([...expected].sort());
    expect(shown).toEqual(expect.arrayContaining(sees));
    expect(shown.filter((href) => never.includes(href ?? ''))).toEqual([]);
    for (const { href, permission, platform } of ITEMS.filter((item) => !expected.includes(item.href))) {
      await page.goto(`${site.origin('acme')}${href}`);
      await settled(page);
      const reason = platform && !is_platform ? 'platform' : permission;
      await expect(page.getByRole('main'), `${href} says why`).toContainText(reason);
    }
  });
}

test('the palette goes anywhere by keyboard', async ({ page, site }) => {
  await openAs(page, site, 'acme-support', '/guard/approvals');
  await settled(page);
  const box = page.getByRole('combobox', { name: /^(Search or jump to|搜索或跳转)$/ });
  const openPalette = async () => {
    await page.keyboard.press('Control+k');
    await expect(box).toBeFocused();
  };
  await openPalette();
  await expectAccessible(page);
  await page.keyboard.type('polic');
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/guard\/policies/);
  await expect(box).toBeHidden();

  await openPalette();
  await page.keyboard.type('nothing is called so');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await openPalette();
  await page.keyboard.type('theme dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await openPalette();
  await page.keyboard.type('中文');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await openPalette();
  await page.keyboard.type('approvals');
  await expect(page.getByRole('option', { name: '域名审核' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/guard\/approvals/);
});

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

for (const look of LOOKS) {
  test(`every page passes axe and the content policy in ${look.locale}, ${look.theme}`, async ({ page, site }) => {
    test.setTimeout(30_000 + ITEMS.length * 15_000);
    const violations: string[] = [];
    await page.exposeFunction('reportViolation', (what: string) => violations.push(what));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        (window as unknown as { reportViolation(what: string): void }).reportViolation(
          `${violatedDirective} ${blockedURI}`,
        ),
      );
    });
    await furnish(page, site);
    await dress(page, site.origin('acme'), look);
    await signIn(page, site, 'acme', 'acme-support');
    for (const { href } of ITEMS) {
      await test.step(href, async () => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(`${site.origin('acme')}${href}`);
        await settled(page);
        await expectAccessible(page);
        await page.setViewportSize({ width: 390, height: 844 });
        await settled(page);
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      });
    }
    expect(violations).toEqual([]);
  });
}

const QUERIES = [
  'page=abc&size=999&keyword=%00&page_size=5',
  'page=-1&size=0x10&sort[]=a&sort[]=b&tab=__proto__&id=constructor',
  'id=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&dialog=%27%22&open=..%2F..%2F',
  'range=last_99999999d&stime=NaN&etime=-1&start_time=1e400&end_time=%F0%9F%92%A9&compare=maybe',
  'audit_status=9&audit_status=1&columns=%7B%7D&density=%5B%5D&filter=%7B%22a%22%3A&view=null&domain_id=undefined',
  `keyword=${'x'.repeat(3000)}&%E2%80%AE=1&&&==&?`,
];

test('an address that cannot be decoded is refused before any page', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-support');
  for (const target of ['/guard/policies?%E0%A4%A=1', '/guard/%ff']) {
    const status = await page.evaluate(async (url) => (await fetch(url)).status, `${site.origin('acme')}${target}`);
    expect([target, status]).toEqual([target, 400]);
  }
});

test('no address breaks a page', async ({ page, site }) => {
  test.setTimeout(30_000 + ITEMS.length * QUERIES.length * 5_000);
  await signIn(page, site, 'acme', 'acme-support');
  for (const { href } of ITEMS) {
    for (const query of QUERIES) {
      await test.step(`${href}?${query.slice(0, 60)}`, async () => {
        const answer = await page.goto(`${site.origin('acme')}${href}?${query}`);
        expect(answer?.status()).toBe(200);
        await settled(page);
        await expect(page.getByText('This page broke')).toHaveCount(0);
      });
    }
  }
});
