import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, MODES, type Site, setMode, signIn, test, visit } from '../fixtures';
import { api } from '../objects';
import { openAs } from '../pages/console';
import { dialog } from '../pages/dialog';
import { pageAction, row, rowAction } from '../pages/list';

const LIST = '/sys/api-keys';
const NEW = `${LIST}/new`;

type Issued = { key_id: string; name: string; api_key: string };

/** A key of the page's user, issued without the form. */
const issue = (page: Page, site: Site, body: object): Promise<Issued> =>
  api(page, site, 'POST', '/api/sys/api-keys', body);

/** A program's call: the key alone, no cookie. */
function callWithKey(page: Page, url: string, text: string): Promise<{ status: number; code: number }> {
  return page.evaluate(
    async ([target, key]) => {
      const answer = await fetch(target, { credentials: 'omit', headers: { Authorization: `ApiKey ${key}` } });
      return { status: answer.status, code: (await answer.json()).code };
    },
    [url, text] as const,
  );
}

/** Address and key of the call the dialog offers, read as a shell would. */
async function offeredCall(page: Page): Promise<{ url: string; key: string }> {
  const text = (await dialog(page).locator('pre').textContent()) ?? '';
  const [, key = ''] = /export PARAPET_KEY='([^']+)'/.exec(text) ?? [];
  const [, url = ''] = /curl -sS '([^']+)'/.exec(text) ?? [];
  expect(text).toContain('-H "Authorization: ApiKey $PARAPET_KEY"');
  return { url, key };
}

/** Whether a text is anywhere a page can leave it. */
async function expectNowhere(page: Page, secret: string) {
  const found = await page.evaluate((text) => {
    const values = [...document.querySelectorAll('input, textarea')].map((each) => (each as HTMLInputElement).value);
    const places = {
      document: document.documentElement.outerHTML,
      fields: values.join('\n'),
      address: window.location.href,
      history: JSON.stringify(window.history.state),
      local: JSON.stringify({ ...window.localStorage }),
      session: JSON.stringify({ ...window.sessionStorage }),
      cookies: document.cookie,
      title: document.title,
    };
    return Object.entries(places).flatMap(([place, content]) => (content?.includes(text) ? [place] : []));
  }, secret);
  expect(found).toEqual([]);
}

test('a key is issued by keyboard alone, its secret cannot be lost, and works as shown', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', NEW);
  const name = `Edge report ${Date.now()}`;
  await page.getByRole('button', { name: 'Issue key' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByLabel('30 days')).toBeChecked();
  await page.getByLabel('Works from').focus();
  await page.keyboard.type('127.0.0.1\nnowhere');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Line 2: “nowhere” is neither an address nor a range.')).toBeVisible();
  await expect(page.getByLabel('Works from')).toHaveAccessibleDescription(/^Line 2: “nowhere” is neither/);
  await page.getByLabel('Works from').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('127.0.0.1');
  // Without a permission there is no key: an empty list would mean all.
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Issue key' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Choose at least one permission, or give the key all of yours.')).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search permissions' })).toBeFocused();
  await page.keyboard.type('guard.policy');
  await page.getByRole('checkbox', { name: 'List' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('checkbox', { name: 'View' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Policies: List')).toBeVisible();
  await page.getByRole('button', { name: 'Issue key' }).focus();
  await page.keyboard.press('Enter');

  await expect(dialog(page).getByRole('heading', { name: 'Copy the key now' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.evaluate(() => window.history.back());
  const done = dialog(page).getByRole('button', { name: 'Done' });
  await done.focus();
  await expect(page.getByText('Copy or download the key first')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('heading', { name: 'Copy the key now' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${NEW}$`));
  const isHeld = await page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(isHeld).toBe(true);
  expect((await offeredCall(page)).key).toContain('•');

  await dialog(page).getByRole('button', { name: 'Show the key' }).focus();
  await page.keyboard.press('Enter');
  const { url, key } = await offeredCall(page);
  expect(key).toMatch(/^ppt_[0-9A-Za-z]{8}\.[0-9A-Za-z]{40}$/);
  await expect(dialog(page).getByText('Waiting for the first call')).toBeVisible();
  expect(await callWithKey(page, url, key)).toEqual({ status: 200, code: 0 });
  await expect(dialog(page).getByText(/^First call .* from 127\.0\.0\.1$/)).toBeVisible();

  await dialog(page).getByRole('checkbox', { name: 'I have stored the key' }).focus();
  await page.keyboard.press('Space');
  await done.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${LIST}/[0-9a-f-]{36}$`));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(row(page, 'GET /api/guard/policies')).toContainText('100.0%');
  await page.getByRole('tab', { name: 'Logs' }).click();
  await expect(row(page, 'GET /api/guard/policies')).toContainText('200');
  const secret = key.split('.')[1] ?? '';
  await expectNowhere(page, secret);
  await page.goBack();
  await page.goBack();
  await expectNowhere(page, secret);
});

test('the key leaves as a file that programs read, and by the clipboard', async ({ page, site }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin('acme') });
  await openAs(page, site, 'acme-other', NEW);
  await page.getByLabel('Name').fill('Clip board');
  await page.getByRole('radio', { name: 'All of my permissions' }).check();
  await expect(page.getByText(/All \d+ of your permissions/)).toBeVisible();
  await page.getByRole('button', { name: 'Issue key' }).click();
  const saved = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download .env' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('Clip-board.env');
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const [first, second] = Buffer.concat(chunks).toString().split('\n');
  expect(first).toBe(`PARAPET_URL=${site.origin('acme')}`);
  const key = second?.replace('PARAPET_KEY=', '') ?? '';
  await dialog(page).getByRole('button', { name: 'Copy key' }).click();
  // The browser writes to the clipboard in its own time.
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toBe(key);
  await dialog(page).getByRole('button', { name: 'Copy Call' }).click();
  await expect.poll(clipboard).toContain(`export PARAPET_KEY='${key}'\ncurl -sS`);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clip board' })).toBeVisible();
});

test('a narrower key is replayed, issued beside the old one, and the old one revoked', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  const scopes = ['guard.policy.list', 'guard.policy.create', 'guard.domain.list'];
  const wide = await issue(page, site, { name: `Wide ${Date.now()}`, scopes });
  const origin = site.origin('acme');
  for (const path of ['/api/guard/policies', '/api/guard/policies', '/api/guard/domains']) {
    expect((await callWithKey(page, `${origin}${path}`, wide.api_key)).status).toBe(200);
  }
  await page.goto(`${origin}${LIST}/${wide.key_id}?tab=least-privilege`);
  await expect(page.getByText('3 successful calls used 2 of 3 permissions.')).toBeVisible();
  await expect(page.getByText(/^The key has existed only since/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Never used (1)' })).toContainText('guard.policy.create');

  await page.getByRole('button', { name: 'Issue a narrower key…' }).click();
  await expect(dialog(page).getByText('All 3 past calls would have been allowed.')).toBeVisible();
  await dialog(page).getByRole('checkbox', { name: 'Domains: List' }).uncheck();
  await expect(dialog(page).getByText('1 of 3 past calls would have been refused:')).toBeVisible();
  await expect(dialog(page).getByText('GET /api/guard/domains')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Issue key' }).click();
  await expect(dialog(page).getByText(/The narrower key would have refused calls/)).toBeVisible();
  await dialog(page).getByLabel('Name').fill('Tight');
  await dialog(page)
    .getByRole('checkbox', { name: /even though these calls would be refused/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Issue key' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Copy the key now' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Show the key' }).click();
  const { url, key } = await offeredCall(page);
  expect((await callWithKey(page, url, key)).status).toBe(200);
  expect(await callWithKey(page, `${origin}/api/guard/domains`, key)).toEqual({ status: 403, code: 1053 });
  await dialog(page).getByRole('checkbox', { name: 'I have stored the key' }).check();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tight' })).toBeVisible();
  await expectNowhere(page, key.split('.')[1] ?? '');

  await page.goto(`${origin}${LIST}/${wide.key_id}`);
  expect((await callWithKey(page, `${origin}/api/guard/policies`, wide.api_key)).status).toBe(200);
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect(dialog(page)).toContainText(
    /Last used .* from 127\.0\.0\.1\. 4 calls in the last 24 h from 1 address\./,
  );
  await dialog(page).getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText('Key revoked')).toBeVisible();
  await expect(page.getByText('Revoked', { exact: true }).first()).toBeVisible();
  expect((await callWithKey(page, `${origin}/api/guard/policies`, wide.api_key)).status).toBe(401);
});

test('keys are renewed and revoked from the list, all at once too, and the log says so', async ({ page, site }) => {
  await openAs(page, site, 'acme-child', LIST);
  const name = `Nightly ${Date.now()}`;
  await issue(page, site, { name, scopes: ['guard.policy.list'], expires_in_days: 7 });
  await page.goto(`${site.origin('acme')}${LIST}`);
  await rowAction(page, name, 'Renew…');
  await dialog(page).getByLabel('Expires').fill('366');
  await dialog(page).getByRole('button', { name: 'Renew key' }).click();
  await expect(dialog(page).getByLabel('Expires')).toHaveAttribute('aria-invalid', 'true');
  await dialog(page).getByRole('radio', { name: '365 days' }).check();
  await dialog(page).getByRole('button', { name: 'Renew key' }).click();
  await expect(page.getByText('Key renewed')).toBeVisible();

  await pageAction(page, 'Revoke all my keys…');
  await expect(dialog(page)).toContainText('1 active key stops working.');
  await dialog(page).getByRole('textbox').fill('acme-child');
  await dialog(page).getByRole('button', { name: 'Revoke all keys' }).click();
  await expect(page.getByText('1 key revoked')).toBeVisible();
  await expect(row(page, name)).toContainText('Revoked');
  await page.getByRole('link', { name: 'Management log' }).click();
  const log = page.getByRole('table', { name: 'Management of keys' });
  await expect(log.getByRole('row').nth(1)).toContainText('Revoked all');
  await expect(log.getByRole('row').nth(2)).toContainText(/Renewed.*→/);
});

test('platform staff see whose keys they are and end those of one user', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', LIST);
  const name = `Left behind ${Date.now()}`;
  const { key_id } = await issue(page, site, { name, scopes: ['guard.policy.list'] });
  await openAs(page, site, 'acme-support', `${LIST}/${key_id}?tab=least-privilege`);
  await expect(page.getByRole('button', { name: 'Issue a narrower key…' })).toHaveAttribute('aria-disabled', 'true');
  await page.goto(`${site.origin('acme')}${LIST}`);
  await expect(row(page, name)).toContainText('acme-root');
  await rowAction(page, name, 'Revoke all keys of acme-root…');
  await dialog(page).getByRole('textbox').fill('acme-root');
  await dialog(page).getByRole('button', { name: 'Revoke all keys' }).click();
  await expect(row(page, name)).toContainText('Revoked');
});

test('without a permission the actions stay and say what they need', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', LIST);
  const { key_id } = await issue(page, site, { name: 'Read only', scopes: ['guard.policy.list'] });
  await openAs(page, site, 'acme-auditor', `${LIST}/${key_id}`);
  for (const name of ['Renew key', 'Revoke key']) {
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  }
  await page.goto(`${site.origin('acme')}${NEW}`);
  await expect(page.getByText('sys.apikey.create')).toBeVisible();
  await page.goto(`${site.origin('acme')}${LIST}/0190f0a0-0000-7000-8000-000000000000`);
  await expect(page.getByText('Not found')).toBeVisible();
});

const TABS = ['', '?tab=logs', '?tab=logs&event=manage', '?tab=least-privilege', '?tab=scopes'];

for (const mode of MODES) {
  const zh = mode.locale === 'zh-CN';
  const name = `${mode.locale} ${mode.theme}`;

  const width = zh ? 390 : 1440;
  test(`every screen of keys is accessible and fits: ${name} ${width}`, async ({ page, site }) => {
    const origin = site.origin('acme');
    await setMode(page, origin, mode);
    await signIn(page, site, 'acme', 'acme-other');
    const { key_id, api_key } = await issue(page, site, { name: 'Looked at', scopes: ['guard.policy.list'] });
    await callWithKey(page, `${origin}/api/guard/policies`, api_key);
    await page.setViewportSize({ width, height: 844 });
    for (const path of [`${LIST}?tab=log`, NEW, ...TABS.map((tab) => `${LIST}/${key_id}${tab}`)]) {
      await visit(page, `${origin}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
      await expectFits(page);
    }
  });

  test(`the dialogs of keys are accessible and fit a phone: ${name}`, async ({ page, site }) => {
    const origin = site.origin('acme');
    await setMode(page, origin, mode);
    await signIn(page, site, 'acme', 'acme-other');
    const { key_id, api_key } = await issue(page, site, { name: 'Looked at', scopes: ['guard.policy.list'] });
    await callWithKey(page, `${origin}/api/guard/policies`, api_key);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${origin}${NEW}`);
    await page.getByLabel(zh ? '名称' : 'Name').fill('Dressed');
    await page.getByText(zh ? '我的全部权限' : 'All of my permissions').click();
    await page.getByRole('button', { name: zh ? '签发密钥' : 'Issue key' }).click();
    await expect(dialog(page).getByText(zh ? '等待首次调用' : 'Waiting for the first call')).toBeVisible();
    await expectAccessible(page);
    expect((await dialog(page).boundingBox())?.width).toBeLessThanOrEqual(390);
    await dialog(page)
      .getByText(zh ? '我已妥善保存密钥' : 'I have stored the key')
      .click();
    await dialog(page)
      .getByRole('button', { name: zh ? '完成' : 'Done' })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dressed' })).toBeVisible();
    await page.goto(`${origin}${LIST}/${key_id}?tab=least-privilege&dialog=narrow`);
    await expect(dialog(page).getByText(zh ? /全部可以通过/ : /would have been allowed/)).toBeVisible();
    await expectAccessible(page);
  });
}
