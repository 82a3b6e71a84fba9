import type { Browser, Page } from '@playwright/test';
import { callApi, dress, expect, expectAccessible, LOOKS, type Site, signIn, test } from './fixtures';
import { as, ORIGIN } from './objects';

const STAFF = 'borealis-support';
const TENANT = 'borealis-root';
const QUEUE = { name: 'Domains that wait for a decision, the oldest first' };

/** Leaves exactly these domains waiting, the first one the longest; answers their ids. */
async function waiting(browser: Browser, site: Site, names: readonly string[]): Promise<string[]> {
  await as(browser, site, 'borealis', STAFF, async (page, origin) => {
    for (const status of [1, 2]) {
      const { body } = await callApi(page, origin, 'GET', `/api/guard/domains?audit_status=${status}&size=100`);
      for (const { domain_id } of body.data.list) await decide(page, origin, domain_id, 3);
    }
  });
  return as(browser, site, 'borealis', TENANT, async (page, origin) => {
    const policy = await callApi(page, origin, 'POST', '/api/guard/policies', { name: `Guard of ${names[0]}` });
    const ids: string[] = [];
    for (const domain of names) {
      const { body } = await callApi(page, origin, 'POST', '/api/guard/domains', {
        domain,
        policy_id: policy.body.data.policy_id,
        asset_name: `Note of ${domain}`.slice(0, 255),
        src_sites: [ORIGIN],
      });
      expect(body.message).toBe('ok');
      ids.push(body.data.domain_id);
    }
    return ids;
  });
}

const decide = (page: Page, origin: string, domain_id: string, audit_status: number) =>
  callApi(page, origin, 'PUT', `/api/guard/domains/${domain_id}/audit`, { audit_status });

/** What the tenant is told about their domain. */
const stateOf = (browser: Browser, site: Site, domain_id: string) =>
  as(browser, site, 'borealis', TENANT, async (page, origin) => {
    const { body } = await callApi(page, origin, 'GET', `/api/guard/domains/${domain_id}`);
    return body.data.audit_status;
  });

async function openQueue(page: Page, site: Site, search = '') {
  await signIn(page, site, 'borealis', STAFF);
  await page.goto(`${site.origin('borealis')}/guard/approvals${search}`);
  return page.getByRole('list', QUEUE).getByRole('button');
}

const held = (page: Page) => page.getByRole('region', { name: 'Decisions that can be taken back' });
/** What was decided takes effect within a second after its ten. */
const EFFECT = { timeout: 20_000 };

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
  const review = page.getByRole('dialog', { name: 'Set k2.example.org to in review?' });
  await expect(review.getByRole('textbox', { name: 'Note in English' })).toBeFocused();
  await page.keyboard.type('We look at the origin.');
  await page.keyboard.press('Control+Enter');
  await expect(review.getByText('Required.')).toHaveCount(1);
  await page.keyboard.type('正在核对源站。');
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
  const template = dialog.getByRole('button', { name: 'Certificate does not cover' });
  await expect(template).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Reason in Chinese' })).toHaveValue(/^所绑定的证书不包含该域名/);
  await dialog.getByRole('textbox', { name: 'Reason in English' }).fill('Your certificate is for another name.');
  await page.keyboard.press('Control+Enter');
  await expect(held(page)).toContainText('k3.example.org');
  await expect(rows).toHaveText([/^k2/]);
  await expect(page.getByText('k3.example.org is rejected')).toBeVisible(EFFECT);
  expect([
    await stateOf(browser, site, one),
    await stateOf(browser, site, two),
    await stateOf(browser, site, three),
  ]).toEqual([4, 2, 3]);
  const told = await as(browser, site, 'borealis', TENANT, async (other, origin) => {
    const ask = (id: string) => callApi(other, origin, 'GET', `/api/guard/domains/${id}/decisions`);
    return [(await ask(two)).body.data[0], (await ask(three)).body.data[0]];
  });
  expect(told).toMatchObject([
    { audit_status: 2, reason: { 'en-US': 'We look at the origin.', 'zh-CN': '正在核对源站。' } },
    { audit_status: 3, reason: { 'en-US': 'Your certificate is for another name.' } },
  ]);
  expect(told[1].reason['zh-CN']).toMatch(/^所绑定的证书不包含该域名/);

  await as(browser, site, 'borealis', TENANT, async (other, origin) => {
    await other.goto(`${origin}/guard/domains/${two}`);
    const main = other.getByRole('main');
    await expect(main.getByText('We look at the origin.')).toBeVisible();
    await other.goto(`${origin}/guard/domains/${three}`);
    await expect(main.getByText('Your certificate is for another name.').first()).toBeVisible();
    await dress(other, origin, { locale: 'zh-CN', theme: 'light' });
    await other.reload();
    await expect(main.getByRole('heading', { name: '已驳回' })).toBeVisible();
    await expect(main.getByText(/^所绑定的证书不包含该域名/).first()).toBeVisible();
  });
});

test('a decision is taken back before it takes effect, also after a reload', async ({ page, browser, site }) => {
  const [one = ''] = await waiting(browser, site, ['o1.example.org', 'o2.example.org']);
  const rows = await openQueue(page, site);
  const isBack = async () => {
    await expect(rows).toHaveText([/^o1/, /^o2/]);
    await expect(rows.nth(0)).toHaveAttribute('aria-current', 'true');
    await expect(held(page)).toBeHidden();
    const { body } = await callApi(page, site.origin('borealis'), 'GET', '/api/guard/approvals/holds');
    expect(body.data).toEqual([]);
  };
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('a');
  await expect(held(page)).toContainText('o1.example.org');
  await page.keyboard.press('u');
  await expect(page.getByText('The decision about o1.example.org is taken back')).toBeVisible();
  await isBack();

  await page.keyboard.press('a');
  await expect(rows).toHaveText([/^o2/]);
  await page.reload();
  await expect(held(page)).toContainText('o1.example.org');
  await expect(rows).toHaveText([/^o2/]);
  await page.goto(`${site.origin('borealis')}/guard/approvals?id=${one}`);
  await expect(page.getByText(`Approved by ${STAFF}`)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).click();
  await isBack();
  expect(await stateOf(browser, site, one)).toBe(1);
});

test('several are decided together, and what could not be stays picked with its error', async ({
  page,
  browser,
  site,
}) => {
  const [one = '', two = '', three = ''] = await waiting(browser, site, [
    'm1.example.org',
    'm2.example.org',
    'm3.example.org',
    'm4.example.org',
  ]);
  const rows = await openQueue(page, site);
  await expect(rows).toHaveCount(4);
  for (const key of ['x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
  await expect(page.getByText('3 selected')).toBeVisible();
  await as(browser, site, 'borealis', TENANT, (other, origin) =>
    callApi(other, origin, 'DELETE', `/api/guard/domains/${two}`),
  );
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Reject 3 domains?' });
  await dialog.getByRole('button', { name: 'Ownership not shown' }).click();
  await dialog.getByRole('button', { name: 'Reject 3 domains' }).click();
  await expect(dialog).toBeHidden();
  await expect(held(page)).toContainText('2 domains');
  await expect(rows).toHaveText([/^m2.*It has left the queue meanwhile\.$/, /^m4/]);
  await expect(page.getByText('1 selected')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select m2.example.org' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(rows).toHaveText([/^m4/]);
  await page.keyboard.press('u');
  await expect(page.getByText('The decisions about 2 domains are taken back')).toBeVisible();
  await expect(rows).toHaveText([/^m1/, /^m3/, /^m4/]);

  // What was decided together is chosen again, with the words it was decided with.
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('r');
  const again = page.getByRole('dialog', { name: 'Reject 2 domains?' });
  await expect(again.getByRole('textbox', { name: 'Reason in English' })).toHaveValue(
    /^We cannot tell that this domain/,
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('checkbox', { name: 'Select m1.example.org' }).click();
  await page.getByRole('checkbox', { name: 'Select m3.example.org' }).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'In review…', exact: true }).click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('2 domains are in review')).toBeVisible();
  expect([await stateOf(browser, site, one), await stateOf(browser, site, three)]).toEqual([2, 2]);
});

test('the dossier puts what is doubtful first', async ({ page, browser, site }) => {
  const [, two = ''] = await waiting(browser, site, ['s1.example.org', 's2.example.org']);
  await as(browser, site, 'borealis', STAFF, (other, origin) => decide(other, origin, two, 3));
  await as(browser, site, 'borealis', STAFF, (other, origin) => decide(other, origin, two, 2));
  await openQueue(page, site, `?id=${two}`);
  const checks = page.getByRole('list', { name: 'What speaks for and against it' }).locator('> li');
  await expect(checks).toHaveText([
    /^An origin cannot be reached.*127\.0\.0\.1:443.*Parapet does not connect to this address/,
    /^Rejected once before/,
    /^No certificate is bound/,
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

test("a decision never lands on somebody else's, nor on facts that changed meanwhile", async ({
  page,
  browser,
  site,
}) => {
  const [one = '', two = '', three = ''] = await waiting(browser, site, [
    'c1.example.org',
    'c2.example.org',
    'c3.example.org',
  ]);
  const rows = await openQueue(page, site);
  const open = (i: number) => expect(page.getByText(`Note of c${i}.example.org`).last()).toBeVisible();
  await open(1);
  await as(browser, site, 'borealis', STAFF, (other, origin) => decide(other, origin, one, 3));
  await page.keyboard.press('a');
  await expect(page.getByText('Someone else decided meanwhile.')).toBeVisible();
  await expect(rows.nth(0)).toContainText('Rejected meanwhile');
  expect(await stateOf(browser, site, one)).toBe(3);

  await page.getByRole('button', { name: 'Next domain' }).click();
  await expect(rows).toHaveText([/^c2/, /^c3/]);
  await open(2);
  await as(browser, site, 'borealis', TENANT, (other, origin) =>
    callApi(other, origin, 'PUT', `/api/guard/domains/${two}`, { asset_name: 'Something else' }),
  );
  await page.keyboard.press('a');
  await expect(page.getByText('This domain changed while it was open.')).toBeVisible();
  expect(await stateOf(browser, site, two)).toBe(1);
  await expect(rows.nth(0)).toContainText('Something else');
  await page.keyboard.press('a');
  await expect(held(page)).toContainText('c2.example.org');
  await as(browser, site, 'borealis', TENANT, (other, origin) =>
    callApi(other, origin, 'PUT', `/api/guard/domains/${two}`, { asset_name: 'Changed while on hold' }),
  );

  await open(3);
  await as(browser, site, 'borealis', TENANT, (other, origin) =>
    callApi(other, origin, 'DELETE', `/api/guard/domains/${three}`),
  );
  await page.keyboard.press('a');
  await expect(page.getByText('This domain is gone.')).toBeVisible();
  await expect(rows.nth(0)).toContainText('Deleted');
  await expect(page.getByText('c2.example.org was not approved').first()).toBeVisible(EFFECT);
  expect(await stateOf(browser, site, two)).toBe(1);
  await expect(rows.nth(0)).toContainText('Changed while on hold');
});

test('of two at one domain the first decides, and the other loses no words', async ({ page, browser, site }) => {
  const [one = ''] = await waiting(browser, site, ['w1.example.org', 'w2.example.org']);
  const rows = await openQueue(page, site);
  await expect(page.getByText('Note of w1.example.org').last()).toBeVisible();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Reject w1.example.org?' });
  await dialog.getByRole('button', { name: 'Look-alike name' }).click();
  await dialog.getByRole('textbox', { name: 'Reason in English' }).fill('Words that took a while to find.');
  await as(browser, site, 'borealis', 'borealis-desk', (other, origin) =>
    callApi(other, origin, 'POST', '/api/guard/approvals/decisions', { domain_ids: [one], audit_status: 4 }),
  );
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Approved by borealis-desk').first()).toBeVisible();
  await expect(page.getByText('Nothing of yours was sent.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(rows).toHaveText([/^w1/, /^w2/]);
  // The list is quicker than the panel, and a key decides about what the panel shows.
  await expect(page.getByRole('button', { name: 'Reject…', exact: true })).toBeVisible();
  await page.keyboard.press('r');
  await expect(dialog.getByRole('textbox', { name: 'Reason in English' })).toHaveValue(
    'Words that took a while to find.',
  );
  await page.keyboard.press('Control+Enter');
  await expect(held(page)).toContainText('w1.example.orgRejected');
  await page.keyboard.press('u');
  await expect(rows).toHaveText([/^w1/, /^w2/]);
});

test('a name that only looks Latin, and one as long as can be, are known for what they are', async ({
  page,
  browser,
  site,
}) => {
  const long = `${['a', 'b', 'c'].map((letter) => letter.repeat(63)).join('.')}.${'d'.repeat(49)}.example.org`;
  const [one = '', two = ''] = await waiting(browser, site, ['xn--80ak6aa92e.example', long]);
  const rows = await openQueue(page, site, `?id=${one}`);
  const checks = page.getByRole('list', { name: 'What speaks for and against it' });
  await expect(checks).toContainText('Written with letters that only look LatinPeople read it as apple.example.');
  await rows.nth(1).click();
  await expect(page).toHaveURL(new RegExp(`id=${two}`));
  await expect(rows.nth(1).getByText('dddddd.example.org', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { level: 2, name: /example\.org$/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
});

test('the open domain is in the URL', async ({ page, browser, site }) => {
  const [, two = ''] = await waiting(browser, site, ['u1.example.org', 'xn--fsqu00a.example.org']);
  const rows = await openQueue(page, site, `?id=${two}`);
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('main').getByText('例子.example.org').last()).toBeVisible();
  await page.reload();
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');

  await page.goto(`${site.origin('borealis')}/guard/approvals?id=00000000-0000-7000-8000-000000000000`);
  await expect(page.getByRole('main').getByText(/gone or not visible/)).toBeVisible();
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
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await sheet('p1.example.org').getByRole('button', { name: 'Approve and distribute' }).click();
  await expect(sheet('p2.example.org').getByRole('button', { name: 'Undo: p1.example.org' })).toBeVisible();
  await expectAccessible(page);
  await sheet('p2.example.org').getByRole('button', { name: 'Reject…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject p2.example.org?' });
  await dialog.getByRole('button', { name: 'Content not allowed' }).click();
  await dialog.getByRole('button', { name: 'Reject domain' }).click();
  await expect(page.getByText('Nothing waits')).toBeVisible();
  await expect(held(page)).toContainText('p2.example.org');
  await expect(held(page)).toBeHidden(EFFECT);
  expect([await stateOf(browser, site, one), await stateOf(browser, site, two)]).toEqual([4, 3]);
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

test('a double click decides about one domain only', async ({ page, browser, site }) => {
  const [, two = ''] = await waiting(browser, site, ['d1.example.org', 'd2.example.org']);
  const rows = await openQueue(page, site);
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Approve and distribute' }).dblclick();
  await expect(held(page)).toContainText('d1.example.org');
  await expect(rows).toHaveText([/^d2/]);
  expect(await stateOf(browser, site, two)).toBe(1);
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

for (const look of LOOKS) {
  test(`passes axe in ${look.locale}, ${look.theme}`, async ({ page, browser, site }) => {
    const name = `a-${look.locale}-${look.theme}.example.org`.toLowerCase();
    await waiting(browser, site, [name, `xn--fsqu00a.${name}`]);
    await dress(page, site.origin('borealis'), look);
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
