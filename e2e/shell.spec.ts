import type { Page } from '@playwright/test';
import type { NavItem } from '../components/layout/navigation/nav-items';
import { navItems } from '../lib/generated/nav';
import { Openssl } from '../lib/guard/certs/testing';
import { callApi, dress, expect, expectAccessible, expectFits, LOOKS, signIn, test } from './fixtures';
import { api, makeCert, makeDomain, unique } from './objects';
import { openAs, settled } from './pages/console';

const openssl = new Openssl();
test.afterAll(() => openssl.close());

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

// The first screen of every resource is checked here alone; each resource's own journeys check what lies behind it.
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
    await signIn(page, site, 'acme', 'acme-root');
    const host = `${unique('shell')}.example.org`;
    await makeDomain(page, site, host);
    await makeCert(page, site, host, openssl.pair({ subject: `/CN=${host}`, names: [host] }));
    await api(page, site, 'POST', '/api/sys/api-keys', { name: host });
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
        await expectFits(page);
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
  // Only a page of the same origin may ask.
  await page.goto(`${site.origin('acme')}/guard/policies`);
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
