import type { Page } from '@playwright/test';
import { Openssl } from '@/lib/guard/certs/testing';
import { expect, expectAccessible, type Site, setMode, signIn, test } from '../fixtures';
import { makeCert, makeDomain, makePolicy, unique } from '../objects';
import { openAs, settled } from '../pages/console';
import { dialog } from '../pages/dialog';
import { late } from '../pages/late';
import { hasTexts, openPalette, paletteBox, paletteReady } from '../pages/palette';

const openssl = new Openssl();
test.afterAll(() => openssl.close());

test('the palette goes anywhere by keyboard', async ({ page, site }) => {
  await openAs(page, site, 'acme-support', '/guard/approvals');
  await settled(page);
  await openPalette(page);
  await expectAccessible(page);
  await page.keyboard.type('polic');
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/guard\/policies/);
  await expect(paletteBox(page)).toBeHidden();

  await openPalette(page);
  await page.keyboard.type('nothing is called so');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(paletteBox(page)).toBeHidden();
  await openPalette(page);
  await page.keyboard.type('theme dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await openPalette(page);
  await page.keyboard.type('中文');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await openPalette(page);
  await page.keyboard.type('approvals');
  await expect(page.getByRole('option', { name: '域名审核' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/guard\/approvals/);
});

test('the palette finds a page by words that are not its name', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', '/guard/policies');
  await settled(page);
  const expectPage = async (word: string, name: string) => {
    await paletteBox(page).fill(word);
    await expect(page.getByRole('group').first().getByRole('option', { name })).toBeVisible();
  };
  await openPalette(page);
  for (const [word, name] of [
    ['policy', 'Policies'],
    ['blacklist', 'IP lists'],
    ['whitelist', 'IP lists'],
    ['sign-ins', 'Audit log'],
    ['operations', 'Audit log'],
    ['permissions', 'Roles'],
  ] as const) {
    await expectPage(word, name);
  }
  await paletteBox(page).fill('create key');
  await expect(page.getByRole('group', { name: 'Actions' }).getByRole('option', { name: 'Issue key' })).toBeVisible();
  await page.keyboard.press('Escape');
  await setMode(page, site.origin('acme'), { locale: 'zh-CN', theme: 'light' });
  await page.reload();
  await settled(page);
  await openPalette(page);
  for (const [word, name] of [
    ['黑名单', '黑白名单'],
    ['白名单', '黑白名单'],
    ['登录记录', '审计日志'],
    ['操作记录', '审计日志'],
    ['权限', '角色'],
  ] as const) {
    await expectPage(word, name);
  }
});

/** What the palette finds by name, each with the page it leads to. */
async function makeObjects(page: Page, site: Site) {
  await signIn(page, site, 'acme', 'acme-root');
  const stamp = unique('found');
  const host = `${stamp}.example.org`;
  const other = `${unique('cert')}.example.net`;
  const policy_id = await makePolicy(page, site, `Policy ${stamp}`, 'A note that is too long for the end of a row');
  const domain_id = await makeDomain(page, site, host, { policy_id, asset_name: 'A note '.repeat(30).trim() });
  const cert = await makeCert(page, site, `Cert ${stamp}`, openssl.pair({ subject: `/CN=${other}`, names: [other] }));
  return [
    { group: 'Domains', typed: `${stamp}.ex`, name: host, path: `/guard/domains/${domain_id}` },
    { group: 'Policies', typed: `policy ${stamp}`, name: `Policy ${stamp}`, path: `/guard/policies/${policy_id}` },
    { group: 'Certificates', typed: `cert ${stamp}`, name: `Cert ${stamp}`, path: `/guard/certs/${cert}` },
    { group: 'Actions', typed: 'add domain', name: 'Add domain', path: '/guard/domains/new' },
  ];
}

test('the palette finds a domain, a policy, a certificate and an action by keyboard', async ({ page, site }) => {
  const objects = await makeObjects(page, site);
  await page.goto(`${site.origin('acme')}/guard/policies`);
  await settled(page);
  for (const { group, typed, name, path } of objects) {
    await openPalette(page);
    await page.keyboard.type(typed);
    const found = page.getByRole('group', { name: group }).getByRole('option', { name });
    await expect(found).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${site.origin('acme')}${path}`);
    await expect(paletteBox(page)).toBeHidden();
  }
});

test('the palette finds a role by its name in the language shown', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await setMode(page, site.origin('acme'), { locale: 'zh-CN', theme: 'light' });
  await page.goto(`${site.origin('acme')}/guard/policies`);
  await settled(page);
  for (const typed of ['租户只读', 'Tenant viewer']) {
    await openPalette(page);
    await page.keyboard.type(typed);
    await page.getByRole('group', { name: '角色' }).getByRole('option', { name: '租户只读' }).click();
    await expect(page).toHaveURL(/\/sys\/roles\/12$/);
  }
});

test('a palette opened again right after a click takes what is typed', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', '/guard/policies');
  await settled(page);
  await openPalette(page);
  await page.keyboard.type('certificates');
  const row = await page.getByRole('option').first().boundingBox();
  await page.mouse.click((row?.x ?? 0) + 40, (row?.y ?? 0) + 10);
  // By its parts: a whole press waits until the page is at rest.
  for (const key of ['Control', 'k']) await page.keyboard.down(key);
  for (const key of ['k', 'Control']) await page.keyboard.up(key);
  await page.keyboard.type('lists');
  await expect(paletteBox(page)).toHaveValue('lists');
});

test('the palette leads to the sheet of keyboard shortcuts', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', '/guard/policies');
  await settled(page);
  await openPalette(page);
  await page.keyboard.type('shortcuts');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the palette finds the same by touch on a phone', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const objects = await makeObjects(page, site);
  await page.goto(`${site.origin('acme')}/guard/policies`);
  await settled(page);
  for (const { group, typed, name, path } of objects) {
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    await paletteBox(page).fill(typed);
    const found = page.getByRole('group', { name: group }).getByRole('option', { name });
    await expect(found.getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
    expect((await dialog(page).boundingBox())?.width).toBeLessThanOrEqual(390);
    await found.click();
    await expect(page).toHaveURL(`${site.origin('acme')}${path}`);
    await expect(paletteBox(page)).toBeHidden();
  }
  await page.getByRole('button', { name: 'Search or jump to' }).click();
  await expectAccessible(page);
});

test('what is chosen in the palette stays chosen when more is found', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await page.goto(`${site.origin('acme')}/guard/policies`);
  await settled(page);
  // Domains come before actions, and answer once the action is chosen.
  const release = await late(page, '**/console/api/guard/domains?*', (route) => {
    const json = { code: 0, message: 'ok', data: { list: [{ domain_id: 'x', domain: 'add-domain.example.org' }] } };
    return route.fulfill({ json });
  });
  await openPalette(page);
  await page.keyboard.type('add domain');
  const action = page.getByRole('option', { name: 'Add domain', exact: true });
  await expect(action).toHaveAttribute('aria-selected', 'true');
  release();
  await expect(page.getByRole('option', { name: 'add-domain.example.org' })).toBeVisible();
  await expect(action).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/guard\/domains\/new$/);
});

test('the palette is there before it is asked for', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', '/guard/policies');
  await paletteReady(page);
  // The first key makes the page ask for its own dialogs, which never come here.
  await page.route('**/*.js', () => {});
  await openPalette(page);
  await expect(page.getByRole('option').first()).toBeVisible();
});

test('what is typed while the palette is on its way is searched for, and is no key of the page', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await openAs(page, site, 'acme-root', '/guard/policies');
  await settled(page);
  const arrive = await late(page, '**/*.js');
  await page.keyboard.press('Control+k');
  // The first of them leads to the search of the list, which would take the others.
  await page.keyboard.type('/jcertx');
  await page.keyboard.press('Backspace');
  arrive();
  await expect(paletteBox(page)).toHaveValue('/jcert');
  await page.keyboard.type('s');
  await expect(paletteBox(page)).toHaveValue('/jcerts');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('whoever saves data loads the palette with its first opening', async ({ page, site }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await page.clock.install();
  await openAs(page, site, 'acme-root', '/guard/policies');
  await page.clock.runFor(10_000);
  await settled(page);
  expect(await hasTexts(page)).toBe(false);
  await openPalette(page);
  await expect(page.getByRole('option').first()).toBeVisible();
});
