import type { Browser, Page } from '@playwright/test';
import { callApi, dress, expect, expectAccessible, LOOKS, type Site, signIn, test } from './fixtures';

const STAFF = 'borealis-support';
const TENANT = 'borealis-root';
const QUEUE = { name: 'Domains that wait for a decision, the oldest first' };

/** A second person at work beside the page under test. */
async function as<T>(browser: Browser, site: Site, who: string, work: (page: Page, origin: string) => Promise<T>) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, site, 'borealis', who);
  const result = await work(page, site.origin('borealis'));
  await context.close();
  return result;
}

/** Leaves exactly these domains waiting, the first one the longest; answers their ids. */
async function waiting(browser: Browser, site: Site, names: readonly string[]): Promise<string[]> {
  await as(browser, site, STAFF, async (page, origin) => {
    for (const status of [1, 2]) {
      const { body } = await callApi(page, origin, 'GET', `/api/guard/domains?audit_status=${status}&size=100`);
      for (const { domain_id } of body.data.list) await decide(page, origin, domain_id, 3);
    }
  });
  return as(browser, site, TENANT, async (page, origin) => {
    const policy = await callApi(page, origin, 'POST', '/api/guard/policies', { name: `Guard of ${names[0]}` });
    const ids: string[] = [];
    for (const domain of names) {
      const { body } = await callApi(page, origin, 'POST', '/api/guard/domains', {
        domain,
        policy_id: policy.body.data.policy_id,
        asset_name: `Note of ${domain}`,
        src_sites: [{ addr: '127.0.0.1', port: 443, protocol: 'https' }],
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
  as(browser, site, TENANT, async (page, origin) => {
    const { body } = await callApi(page, origin, 'GET', `/api/guard/domains/${domain_id}`);
    return body.data.audit_status;
  });

async function openQueue(page: Page, site: Site, search = '') {
  await signIn(page, site, 'borealis', STAFF);
  await page.goto(`${site.origin('borealis')}/guard/approvals${search}`);
  return page.getByRole('list', QUEUE).getByRole('button');
}

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
  await expect(page.getByText('k1.example.org is approved')).toBeVisible();
  await expect(rows).toHaveText([/^k2/, /^k3/]);
  await expect(page.getByRole('heading', { name: 'k2.example.org' })).toBeVisible();
  expect(await stateOf(browser, site, one)).toBe(4);

  await page.keyboard.press('v');
  await expect(page.getByText('k2.example.org is in review')).toBeVisible();
  await expect(rows.nth(0)).toContainText('In review');
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
  expect(await stateOf(browser, site, two)).toBe(2);

  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Reject k3.example.org?' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('a');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await stateOf(browser, site, three)).toBe(1);
  await page.keyboard.press('r');
  await dialog.getByRole('button', { name: 'Reject domain' }).click();
  await expect(page.getByText('k3.example.org is rejected')).toBeVisible();
  await expect(rows).toHaveText([/^k2/]);
  expect(await stateOf(browser, site, three)).toBe(3);
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
  await as(browser, site, STAFF, (other, origin) => decide(other, origin, one, 3));
  await page.keyboard.press('a');
  await expect(page.getByText('Someone else decided meanwhile.')).toBeVisible();
  await expect(rows.nth(0)).toContainText('Rejected meanwhile');
  expect(await stateOf(browser, site, one)).toBe(3);

  await page.getByRole('button', { name: 'Next domain' }).click();
  await expect(rows).toHaveText([/^c2/, /^c3/]);
  await open(2);
  await as(browser, site, TENANT, (other, origin) =>
    callApi(other, origin, 'PUT', `/api/guard/domains/${two}`, { asset_name: 'Something else' }),
  );
  await page.keyboard.press('a');
  await expect(page.getByText('This domain changed while it was open.')).toBeVisible();
  expect(await stateOf(browser, site, two)).toBe(1);
  await expect(rows.nth(0)).toContainText('Something else');
  await page.keyboard.press('a');
  await expect(page.getByText('c2.example.org is approved')).toBeVisible();
  expect(await stateOf(browser, site, two)).toBe(4);

  await open(3);
  await as(browser, site, TENANT, (other, origin) => callApi(other, origin, 'DELETE', `/api/guard/domains/${three}`));
  await page.keyboard.press('a');
  await expect(page.getByText('This domain is gone.')).toBeVisible();
  await expect(rows.nth(0)).toContainText('Deleted');
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
  await expect(page.getByText('p1.example.org is approved')).toBeVisible();
  await sheet('p2.example.org').getByRole('button', { name: 'Reject…' }).click();
  await page
    .getByRole('dialog', { name: 'Reject p2.example.org?' })
    .getByRole('button', { name: 'Reject domain' })
    .click();
  await expect(page.getByText('Nothing waits')).toBeVisible();
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
  await expect(page.getByText('d1.example.org is approved')).toBeVisible();
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
    await expect(page.getByRole('main').getByRole('definition').nth(8)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('r');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
  });
}
