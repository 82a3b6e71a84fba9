import type { Page } from '@playwright/test';
import { callApi, expect, expectAccessible, MODES, PASSWORD, type Site, setMode, signIn, test } from '../fixtures';
import { unique } from '../objects';
import { answered, answering, atRest, whenAlive, withoutScripts } from '../pages/answering';
import { settled } from '../pages/console';
import { late } from '../pages/late';
import { expectSignedIn, submitSignIn } from '../pages/sign-in';

const openLogin = (page: Page, site: Site, search = '') => page.goto(`${site.origin('acme')}/login${search}`);

test('a person signs in by form and out again', async ({ page, site }) => {
  await openLogin(page, site);
  await expect(page.getByText('Acme Cloud')).toBeVisible();
  await submitSignIn(page, 'acme-root', PASSWORD);
  await expectSignedIn(page);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'sid')).toMatchObject({ httpOnly: true, sameSite: 'Strict' });

  await page.getByRole('button', { name: 'Account of acme-root' }).first().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`${site.origin('acme')}/guard/policies`);
  await expect(page).toHaveURL(/\/login\?next=%2Fguard%2Fpolicies$/);
  await submitSignIn(page, 'acme-root', PASSWORD);
  await expect(page).toHaveURL(`${site.origin('acme')}/guard/policies`);
});

test('says what is missing and what was wrong, never which of the two', async ({ page, site }) => {
  await openLogin(page, site);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your user name.')).toBeVisible();
  await expect(page.getByLabel('User name')).toBeFocused();
  const answers: (string | null)[] = [];
  for (const [who, password] of [
    ['acme-root', 'not the password'],
    ['nobody-of-that-name', PASSWORD],
  ] as const) {
    await submitSignIn(page, who, password);
    await expect(page.getByRole('alert').filter({ hasText: 'wrong' })).toBeVisible();
    answers.push(await page.getByRole('alert').filter({ hasText: 'wrong' }).textContent());
  }
  expect(answers[0]).toBe(answers[1]);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await submitSignIn(page, 'acme-root', PASSWORD);
  await expectSignedIn(page);
});

test('nothing moves when the password was wrong', async ({ page, site }) => {
  await openLogin(page, site);
  const places = () =>
    Promise.all(
      [
        page.getByLabel('User name'),
        page.getByLabel('Password', { exact: true }),
        page.locator('form [type=submit]'),
      ].map((each) => each.boundingBox()),
    );
  // A font that comes late moves what it is the font of.
  await answered(page);
  const before = await places();
  await submitSignIn(page, 'acme-root', 'not the password');
  await expect(page.getByRole('alert').filter({ hasText: 'wrong' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await places()).toEqual(before);
});

test('a wrong current password is where the writer is led back to', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await page.goto(`${site.origin('acme')}/password`);
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password', { exact: true }).fill('a better one 9');
  await page.getByLabel('New password again').fill('a better one 9');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Current password')).toBeFocused();
});

test('what was typed before the page came alive counts', async ({ page, site }) => {
  const release = await late(page, '**/*.js');
  await page.goto(`${site.origin('acme')}/login`, { waitUntil: 'commit' });
  await page.getByLabel('User name').fill('acme-root');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  release();
  // React marks the elements it has taken over.
  await page.waitForFunction(() => Object.keys(document.forms[0] ?? {}).some((key) => key.startsWith('__react')));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectSignedIn(page);
});

test('guessing is slowed down, and the page counts the wait', async ({ page, site }) => {
  await openLogin(page, site);
  await page.evaluate(async () => {
    const body = JSON.stringify({ username: 'guessed-at', password: 'bm90IGl0' });
    const headers = { 'X-Console': '1', 'Content-Type': 'application/json' };
    for (let i = 0; i < 10; i++) await fetch('/console/session', { method: 'POST', headers, body });
  });
  await submitSignIn(page, 'guessed-at', 'not it');
  const alert = page.getByRole('alert').filter({ hasText: 'Too many attempts.' });
  await expect(alert).toContainText(/You can try again in \d+ s\./);
  const before = await alert.textContent();
  await expect(alert).not.toHaveText(before ?? '');
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
});

test('a password set by somebody else must be changed first', async ({ page, site }) => {
  await openLogin(page, site, '?next=%2Fguard%2Fpolicies');
  await submitSignIn(page, 'acme-newcomer', PASSWORD);
  await expect(page).toHaveURL(/\/password$/);
  await expect(page.getByText(/Somebody else set the password/)).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${site.origin('acme')}/guard/policies`);
  await expect(page).toHaveURL(/\/password$/);
  const refused = await callApi(page, site.origin('acme'), 'GET', '/api/guard/policies');
  expect([refused.status, refused.body.err_key]).toEqual([403, 'err.auth.password_change_required']);

  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByLabel('New password again').fill('other');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Use at least 6 characters.')).toBeVisible();
  await expect(page.getByText('The two passwords do not match.')).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused();
  await page.getByLabel('New password', { exact: true }).fill('a better one 8');
  await page.getByLabel('New password again').fill('a better one 8');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectSignedIn(page);

  // The console would go to the sign-in page by itself when its next request is refused.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await openLogin(page, site);
  await submitSignIn(page, 'acme-newcomer', PASSWORD);
  await expect(page.getByRole('alert').filter({ hasText: 'wrong' })).toBeVisible();
  await submitSignIn(page, 'acme-newcomer', 'a better one 8');
  await expectSignedIn(page);
});

const ELSEWHERE = [
  '//evil.example/x',
  'https://evil.example/',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/./\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' //evil.example',
  '/login?next=//evil.example',
];

for (const next of ELSEWHERE) {
  test(`next=${JSON.stringify(next)} leads nowhere else`, async ({ page, site }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).host));
    await openLogin(page, site, `?next=${encodeURIComponent(next)}`);
    await submitSignIn(page, 'acme-root', PASSWORD);
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    expect(new URL(page.url()).origin).toBe(site.origin('acme'));
    await openLogin(page, site, `?next=${encodeURIComponent(next)}`);
    expect(new URL(page.url()).origin).toBe(site.origin('acme'));
    expect(new Set(asked)).toEqual(new Set([new URL(site.origin('acme')).host]));
  });
}

test('two `next` lead home', async ({ page, site }) => {
  await openLogin(page, site, '?next=/guard/policies&next=//evil.example');
  await submitSignIn(page, 'acme-root', PASSWORD);
  await expectSignedIn(page);
  expect(new URL(page.url()).origin).toBe(site.origin('acme'));
});

test('another language keeps what was typed', async ({ page, site }) => {
  await openLogin(page, site);
  await page.getByLabel('User name').fill('acme-root');
  await page.getByLabel('Password', { exact: true }).fill('half a pass');
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.getByLabel('用户名')).toHaveValue('acme-root');
  await expect(page.getByLabel('密码', { exact: true })).toHaveValue('half a pass');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.reload();
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('the theme is chosen before signing in and remembered', async ({ page, site }) => {
  await openLogin(page, site);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(ground).not.toBe(light);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await submitSignIn(page, 'acme-root', PASSWORD);
  await expectSignedIn(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('without scripts the password stays out of the address', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  withoutScripts(page);
  await openLogin(page, site);
  // Playwright's text search leaves noscript out.
  await expect(page.locator('noscript')).toBeVisible();
  expect(await page.locator('noscript').textContent()).toContain('Signing in needs JavaScript.');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByLabel('User name').fill('acme-root');
  await page.getByLabel('Password', { exact: true }).fill('secret words');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled();
  await page.getByRole('button', { name: 'Sign in' }).click({ force: true });
  await page.locator('input').last().press('Enter');
  await page.waitForTimeout(500);
  expect(asked).toEqual([]);
  await context.close();
});

test('a session that ended leads to the form and back', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await page.goto(`${site.origin('acme')}/guard/policies`);
  await expectSignedIn(page);
  await callApi(page, site.origin('acme'), 'POST', '/api/auth/logout');
  // A list still on its way may notice the end of the session before the click does; both lead back to their page.
  const atLogin = page.waitForURL(/\/login\?/);
  await Promise.race([atLogin, page.getByRole('link', { name: 'Domains' }).click()]).catch(() => undefined);
  await atLogin;
  const next = new URL(page.url()).searchParams.get('next') ?? '';
  expect(['/guard/policies', '/guard/domains']).toContain(next);
  await submitSignIn(page, 'acme-root', PASSWORD);
  await expect(page).toHaveURL(`${site.origin('acme')}${next}`);
});

test('a list whose session ended says so where one signs in again', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await page.goto(`${site.origin('acme')}/guard/policies`);
  await settled(page);
  await callApi(page, site.origin('acme'), 'POST', '/api/auth/logout');
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(page).toHaveURL(/\/login\?.*why=ended/);
  await expect(page.getByText('Your session has ended. Sign in to go on where you were.')).toBeVisible();
});

test('what follows # in an address outlasts signing in', async ({ page, site }) => {
  const address = `${site.origin('acme')}/workbench?hint=topn#d=of-a-colleague`;
  await page.goto(address);
  await submitSignIn(page, 'acme-root', PASSWORD);
  await expect(page).toHaveURL(address);
});

test('what was typed outlasts the session, and is saved after signing in beside it', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await page.goto(`${site.origin('acme')}/analytics/alerts/rules/new`);
  const name = unique('Outlasting');
  await page.getByLabel('Name').fill(name);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.context().clearCookies({ name: /sid$/ });
  const refused = page.waitForResponse((response) => response.status() === 401);
  await page.getByLabel('Domain', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill('shop');
  await refused;
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create alert rule' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'What you entered is kept here' });
  const opened = page.waitForEvent('popup');
  await alert.getByRole('link', { name: 'Sign in in a new tab' }).click();
  const beside = await opened;
  await expect(beside.getByText('What you typed is kept in the other tab')).toBeVisible();
  await submitSignIn(beside, 'acme-root', PASSWORD);
  await expect(beside.getByRole('main')).toContainText('Go back to the other tab');
  await expect(beside.getByRole('link', { name: 'Open the console here' })).toBeVisible();
  await beside.close();
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await page.getByRole('button', { name: 'Create alert rule' }).click();
  await expect(page.getByRole('link', { name })).toBeVisible();
  expect(asked).toEqual([]);
});

/** Comes back to a tab that was behind another. */
async function comeBack(page: Page): Promise<void> {
  await whenAlive(page);
  await atRest(page, 5_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

test('a tab follows what another one changed: the theme, who is signed in, and that nobody is', async ({
  page,
  context,
  site,
}) => {
  const origin = site.origin('acme');
  await setMode(page, origin, { locale: 'en-US', theme: 'light' });
  await signIn(page, site, 'acme', 'acme-root');
  await page.goto(`${origin}/workbench`);
  await expect(page.getByRole('button', { name: 'Account of acme-root' }).first()).toBeVisible();
  const beside = await context.newPage();
  answering(beside);
  await beside.goto(`${origin}/profile`);
  await beside.getByRole('button', { name: 'Theme' }).click();
  await beside.getByRole('menuitemradio', { name: 'Dark' }).click();
  await comeBack(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await signIn(beside, site, 'acme', 'acme-viewer');
  await comeBack(page);
  await expect(page.getByRole('button', { name: 'Account of acme-viewer' }).first()).toBeVisible();

  await context.clearCookies({ name: /sid$/ });
  await comeBack(page);
  await expect(page).toHaveURL(/\/login\?next=/);
});

for (const mode of MODES) {
  test(`signing in passes axe in ${mode.locale}, ${mode.theme}`, async ({ page, site }) => {
    await setMode(page, site.origin('acme'), mode);
    await openLogin(page, site);
    await page.locator('button[type=submit]').click();
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await signIn(page, site, 'acme', 'acme-root');
    await page.goto(`${site.origin('acme')}/password`);
    await expect(page.locator('input[type=password]')).toHaveCount(3);
    await expectAccessible(page);
  });
}
