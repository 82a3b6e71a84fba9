import { callApi, expect, expectAccessible, expectFits, MODES, setMode, signIn, test } from '../fixtures';
import { as } from '../objects';
import { decide, EFFECT, held, openQueue, STAFF, stateOf, TENANT, waiting } from '../pages/approvals';
import { late } from '../pages/late';

test('staff work through the queue by keyboard, and the tenant sees the outcome', async ({ page, browser, site }) => {
  const [one = '', two = '', three = ''] = await waiting(browser, site, [
    'k1.example.org',
    'k2.example.org',
    'k3.example.org',
  ]);
  const rows = await openQueue(page, site);
  await expect(rows).toHaveText([/^k1/, /^k2/, /^k3/]);
  await expect(rows.nth(0)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('link', { name: 'Approvals, 3 waiting' })).toBeVisible();

  await page.keyboard.press('j');
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(rows.nth(1)).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`id=${two}`));
  await page.keyboard.press('k');
  await expect(rows.nth(0)).toHaveAttribute('aria-current', 'true');

  await page.keyboard.press('a');
  await expect(held(page)).toContainText(/k1\.example\.orgApproved · takes effect in \d+ s/);
  await expect(rows).toHaveText([/^k2/, /^k3/]);
  await expect(page.getByRole('heading', { name: 'k2.example.org' })).toBeVisible();
  // What is decided about waits no more, also while it can be taken back.
  await expect(page.getByRole('link', { name: 'Approvals, 2 waiting' })).toBeVisible();

  await page.keyboard.press('v');
  const review = page.getByRole('dialog', { name: 'Put k2.example.org in review?' });
  await expect(review.getByRole('textbox', { name: 'Note in English' })).toBeFocused();
  await page.keyboard.type('We look at the origin.');
  await page.keyboard.press('Control+Enter');
  await expect(review.getByText('Required.')).toHaveCount(1);
  const chinese = review.getByRole('textbox', { name: 'Note in Chinese' });
  await expect(chinese).toBeFocused();
  await page.keyboard.type('正在核对源站。');
  await expect(chinese).toHaveValue('正在核对源站。');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('k2.example.org is in review')).toBeVisible();
  await expect(rows.nth(0)).toContainText('In review');
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');

  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Reject k3.example.org?' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('a');
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByText('Required.')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('r');
  const template = dialog.getByRole('button', { name: 'Certificate does not cover it' });
  await expect(template).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Reason in Chinese' })).toHaveValue(/^所绑定的证书不包含该域名/);
  await dialog.getByRole('textbox', { name: 'Reason in English' }).fill('Your certificate is for another name.');
  await page.keyboard.press('Control+Enter');
  await expect(held(page)).toContainText('k3.example.org');
  await expect(rows).toHaveText([/^k2/]);
  // A busy server may bring both decisions into effect between two questions of the page, which are one notice then.
  const outcome = page.getByText(/^(k3\.example\.org is rejected|2 decisions have taken effect)$/);
  await expect(outcome).toBeVisible(EFFECT);
  expect([
    await stateOf(browser, site, one),
    await stateOf(browser, site, two),
    await stateOf(browser, site, three),
  ]).toEqual([4, 2, 3]);
  const messages = await as(browser, site, 'borealis', TENANT, async (other, origin) => {
    const ask = (id: string) => callApi(other, origin, 'GET', `/api/guard/domains/${id}/decisions`);
    return [(await ask(two)).body.data[0], (await ask(three)).body.data[0]];
  });
  expect(messages).toMatchObject([
    { audit_status: 2, reason: { 'en-US': 'We look at the origin.', 'zh-CN': '正在核对源站。' } },
    { audit_status: 3, reason: { 'en-US': 'Your certificate is for another name.' } },
  ]);
  expect(messages[1].reason['zh-CN']).toMatch(/^所绑定的证书不包含该域名/);

  await as(browser, site, 'borealis', TENANT, async (other, origin) => {
    await other.goto(`${origin}/guard/domains/${two}`);
    const main = other.getByRole('main');
    await expect(main.getByText('We look at the origin.')).toBeVisible();
    await other.goto(`${origin}/guard/domains/${three}`);
    await expect(main.getByText('Your certificate is for another name.').first()).toBeVisible();
    await setMode(other, origin, { locale: 'zh-CN', theme: 'light' });
    await other.reload();
    await expect(main.getByText('已驳回').first()).toBeVisible();
    await expect(main.getByText(/^所绑定的证书不包含该域名/).first()).toBeVisible();
  });
});

test('the dossier puts what is doubtful first', async ({ page, browser, site }) => {
  const [, two = ''] = await waiting(browser, site, ['s1.example.org', 's2.example.org']);
  await as(browser, site, 'borealis', STAFF, (other, origin) => decide(other, origin, two, 3));
  await as(browser, site, 'borealis', STAFF, (other, origin) => decide(other, origin, two, 2));
  await openQueue(page, site, `?id=${two}`);
  const checks = page.getByRole('list', { name: 'Checks' }).locator('> li');
  await expect(checks).toHaveText([
    /^An origin cannot be reached.*127\.0\.0\.1:443.*address not allowed/,
    /^Rejected once before/,
    /^No certificate bound/,
    /^CNAME not set yet/,
  ]);
  await expect(page.getByRole('heading', { name: 'Earlier decisions' })).toBeVisible();
  await expect(page.getByText(`Rejected by ${STAFF}`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Other domains of the owner' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 's1.example.org', exact: true })).toBeVisible();
});

test('single keys can be turned off', async ({ page, browser, site }) => {
  const [one = ''] = await waiting(browser, site, ['off1.example.org', 'off2.example.org']);
  const rows = await openQueue(page, site);
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Approve' })).toContainText('a');
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('a');
  await page.keyboard.press('j');
  await expect(rows.nth(0)).toHaveAttribute('aria-current', 'true');
  expect(await stateOf(browser, site, one)).toBe(1);
});

test('a name that only looks Latin, and one as long as can be, are known for what they are', async ({
  page,
  browser,
  site,
}) => {
  const long = `${['a', 'b', 'c'].map((letter) => letter.repeat(63)).join('.')}.${'d'.repeat(49)}.example.org`;
  const [one = '', two = ''] = await waiting(browser, site, ['xn--80ak6aa92e.example', long]);
  const rows = await openQueue(page, site, `?id=${one}`);
  const checks = page.getByRole('list', { name: 'Checks' });
  await expect(checks).toContainText('Contains letters that only look LatinIt reads like apple.example.');
  await rows.nth(1).click();
  await expect(page).toHaveURL(new RegExp(`id=${two}`));
  await expect(rows.nth(1).getByText('dddddd.example.org', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { level: 2, name: /example\.org$/ })).toBeVisible();
  await expectFits(page);
});

test('the open domain is in the URL', async ({ page, browser, site }) => {
  const [, two = ''] = await waiting(browser, site, ['u1.example.org', 'xn--fsqu00a.example.org']);
  const rows = await openQueue(page, site, `?id=${two}`);
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('main').getByText('例子.example.org').last()).toBeVisible();
  await page.reload();
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');

  await page.goto(`${site.origin('borealis')}/guard/approvals?id=00000000-0000-7000-8000-000000000000`);
  await expect(page.getByRole('main').getByText(/removed or is not visible/)).toBeVisible();
  await page.goto(`${site.origin('borealis')}/guard/approvals?id=${encodeURIComponent('../../x"<')}`);
  await expect(rows.nth(0)).toHaveAttribute('aria-current', 'true');
});

test('approving and rejecting are complete on a phone', async ({ page, browser, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [one = '', two = ''] = await waiting(browser, site, ['p1.example.org', 'p2.example.org']);
  const rows = await openQueue(page, site);
  await expect(rows).toHaveText([/^p1/, /^p2/]);
  await expectAccessible(page);
  await rows.nth(0).click();
  const sheet = (name: string) => page.getByRole('dialog', { name });
  await expect(sheet('p1.example.org').getByText('Note of p1.example.org')).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);

  await sheet('p1.example.org').getByRole('button', { name: 'Approve and deliver' }).click();
  await expect(sheet('p2.example.org').getByRole('button', { name: 'Undo: p1.example.org' })).toBeVisible();
  await expectAccessible(page);
  await sheet('p2.example.org').getByRole('button', { name: 'Reject…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject p2.example.org?' });
  await dialog.getByRole('button', { name: 'Content not allowed' }).click();
  await dialog.getByRole('button', { name: 'Reject domain' }).click();
  await expect(page.getByText('Nothing is waiting')).toBeVisible();
  await expect(held(page)).toContainText('p2.example.org');
  await expect(held(page)).toBeHidden(EFFECT);
  expect([await stateOf(browser, site, one), await stateOf(browser, site, two)]).toEqual([4, 3]);
});

test('a link pressed before the queue is there leads where it says', async ({ page, browser, site }) => {
  await waiting(browser, site, ['late.example.org']);
  const answer = await late(page, '**/console/api/guard/approvals/queue**');
  const arrive = await late(page, /\/guard\/policies\?/);
  const rows = await openQueue(page, site);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Policies' }).click();
  // The page names its first domain in its address.
  answer();
  await expect(rows.nth(0)).toHaveAttribute('aria-current', 'true');
  arrive();
  await expect(page).toHaveURL(`${site.origin('borealis')}/guard/policies`);
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible();
});

test('back closes the sheet of a phone', async ({ page, browser, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await waiting(browser, site, ['b1.example.org']);
  const rows = await openQueue(page, site);
  await rows.nth(0).click();
  const sheet = page.getByRole('dialog', { name: 'b1.example.org' });
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(rows).toHaveCount(1);
});

test('is for staff who may decide', async ({ page, site }) => {
  await signIn(page, site, 'borealis', TENANT);
  await page.goto(`${site.origin('borealis')}/guard/approvals`);
  await expect(page.getByRole('heading', { name: 'For platform staff' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Approvals' })).toHaveCount(0);

  await signIn(page, site, 'acme', 'acme-auditor');
  await page.goto(`${site.origin('acme')}/guard/approvals`);
  await expect(page.getByRole('main').getByText('guard.domain.audit')).toBeVisible();
});

for (const mode of MODES) {
  test(`passes axe in ${mode.locale}, ${mode.theme}`, async ({ page, browser, site }) => {
    const name = `a-${mode.locale}-${mode.theme}.example.org`.toLowerCase();
    await waiting(browser, site, [name, `xn--fsqu00a.${name}`]);
    await setMode(page, site.origin('borealis'), mode);
    await signIn(page, site, 'borealis', STAFF);
    await page.goto(`${site.origin('borealis')}/guard/approvals`);
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy=false]')).toBeVisible();
    await page.keyboard.press('x');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await expect(page.getByRole('main').getByRole('region').filter({ hasText: name })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('r');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
  });
}

test('a decision is taken back from the page one went on to, and shows there once it counts', async ({
  page,
  browser,
  site,
}) => {
  const [one = ''] = await waiting(browser, site, ['on1.example.org', 'on2.example.org']);
  const rows = await openQueue(page, site);
  const notice = page.getByRole('dialog').filter({ hasText: 'on1.example.org: Approved' });
  const decideAndGoOn = async () => {
    await expect(rows).toHaveCount(2);
    await page.keyboard.press('a');
    await expect(held(page)).toContainText('on1.example.org');
    await page.getByRole('link', { name: 'Domains', exact: true }).click();
    await expect(page).toHaveURL(/\/guard\/domains$/);
    await expect(notice).toBeVisible();
  };
  await decideAndGoOn();
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The decision on on1.example.org was undone')).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect(await stateOf(browser, site, one)).toBe(1);

  await page.getByRole('link', { name: /^Approvals/ }).click();
  await decideAndGoOn();
  const line = page.getByRole('row').filter({ hasText: /^on1\.example\.org|Select on1\.example\.org/ });
  await expect(line).toContainText('Approved', EFFECT);
  await expect(notice).toHaveCount(0);
  expect(await stateOf(browser, site, one)).toBe(4);
});
