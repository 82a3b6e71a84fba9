import type { Page } from '@playwright/test';
import {
  callApi,
  expect,
  expectAccessible,
  expectFits,
  MODES,
  type Site,
  setMode,
  signIn,
  test,
  visit,
} from '../fixtures';
import { decide, makeDomain, makePolicy, unique } from '../objects';
import { confirmByName, dialog } from '../pages/dialog';
import { domainForm } from '../pages/domain-form';
import { pageAction, row, searchByKey } from '../pages/list';

const LIST = '/guard/domains';
const OWNER = 'acme-other';
const fresh = (name: string) => `${unique(name)}.example.org`;

/** Domains of the page's user under one new policy; answers their ids. */
async function makeDomains(page: Page, site: Site, names: readonly string[], asset_name = ''): Promise<string[]> {
  const policy_id = await makePolicy(page, site);
  const ids: string[] = [];
  for (const domain of names) ids.push(await makeDomain(page, site, domain, { policy_id, asset_name }));
  return ids;
}

test('a domain is added through the form and seen to be approved', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const policy = `Wizard ${Date.now()}`;
  await makePolicy(page, site, policy);
  const form = domainForm(page);
  await page.goto(`${site.origin('acme')}${LIST}`);
  await page
    .getByRole('link', { name: 'Add domain' })
    .or(page.getByRole('button', { name: 'Add domain' }))
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add domain' })).toBeVisible();

  await form.domains.fill('not a domain!');
  await form.address.fill('203.0.113.7/24');
  await page.getByLabel('Port').fill('70000');
  await page.getByRole('button', { name: /^Add \d* ?domain/ }).click();
  await expect(page.getByText('Line 1: “domain!” is not a domain name.')).toBeVisible();
  await expect(page.getByText('Use an IP address or a host name')).toBeVisible();
  await expect(page.getByText('Use 65,535 or less.')).toBeVisible();
  await expect(form.domains).toBeFocused();

  const domain = fresh('wizard');
  await form.domains.fill(`https://${domain}/cart`);
  await form.address.fill('127.0.0.1');
  await page.getByLabel('Port').fill('443');
  await page.getByRole('button', { name: 'Add origin' }).click();
  await form.address.nth(1).fill('127.0.0.1');
  await expect(page.getByText('Same as origin 1; the two count as one.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove 2' }).click();
  await form.choosePolicy(policy);
  await page.getByRole('button', { name: 'Add domain' }).click();

  await expect(page.getByRole('heading', { level: 1, name: '1 domain added' })).toBeVisible();
  const added = page.getByRole('button', { name: domain });
  await expect(added).toContainText('Unaudited');
  await expect(page.getByRole('button', { name: 'Copy CNAME' })).toBeVisible();
  const href = await page.getByRole('link', { name: 'Open domain' }).getAttribute('href');
  await decide(browser, site, href?.split('/').at(-1) ?? '', 4);
  await expect(added).toContainText('Approved');

  await page.getByRole('link', { name: 'Open domain' }).click();
  await expect(page.getByRole('heading', { level: 1, name: domain })).toBeVisible();
  await expect(page.getByText('acme-support approved it')).toBeVisible();
});

test('a refusal lands on its field, and a list of domains tells how each fared', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const form = domainForm(page);
  const taken = fresh('taken');
  await makeDomains(page, site, [taken]);
  const policy = `Short-lived ${Date.now()}`;
  const policy_id = await makePolicy(page, site, policy);
  await page.goto(`${site.origin('acme')}${LIST}/new`);
  await form.domains.fill(taken);
  await form.address.fill('127.0.0.1');
  await form.choosePolicy(policy);
  await page.getByRole('button', { name: 'Add domain' }).click();
  await expect(page.getByText('This domain is already protected here.')).toBeVisible();
  await expect(form.domains).toHaveAttribute('aria-invalid', 'true');

  const good = fresh('good');
  await form.domains.fill(`${taken}\n${good}`);
  await page.getByRole('button', { name: 'Add 2 domains' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '1 domain added' })).toBeVisible();
  await expect(row(page, taken)).toContainText('already protected');
  await expect(page.getByRole('button', { name: good })).toContainText('Unaudited');
  await page.getByRole('button', { name: 'Correct it' }).click();
  await expect(form.domains).toHaveValue(taken);
  await expect(form.address).toHaveValue('127.0.0.1');

  await form.domains.fill(fresh('orphan'));
  const created = await callApi(page, site.origin('acme'), 'GET', `/api/guard/domains?keyword=${good}`);
  await callApi(page, site.origin('acme'), 'DELETE', `/api/guard/domains/${created.body.data.list[0].domain_id}`);
  await callApi(page, site.origin('acme'), 'DELETE', `/api/guard/policies/${policy_id}`);
  await page.getByRole('button', { name: 'Add domain' }).click();
  await expect(page.getByText('There is no such policy')).toBeVisible();
  await expect(form.policy).toHaveAttribute('aria-invalid', 'true');
});

test('each pasted line that is no domain is named', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const form = domainForm(page);
  await page.goto(`${site.origin('acme')}${LIST}/new`);
  await form.domains.fill('a.example.com\nbad_domain!\n\n203.0.113.7\n-a.example.com');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await expect(form.domains).toBeFocused();
  for (const line of ['Line 2: “bad_domain!”', 'Line 4: “203.0.113.7”', 'Line 5: “-a.example.com”']) {
    await expect(page.getByText(`${line} is not a domain name.`)).toBeVisible();
  }
  await expect(form.domains).toHaveAccessibleDescription(/^Line 2: .* Use www\.example\.com or \*\.example\.com\.$/);
});

test('switching the language in the middle keeps what was typed', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const form = domainForm(page);
  await page.goto(`${site.origin('acme')}${LIST}/new`);
  const domain = fresh('kept');
  await form.domains.fill(domain);
  await form.address.fill('127.0.0.1');
  await page.getByLabel('Note').fill('例子');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '中文' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '添加域名' })).toBeVisible();
  await expect(page.getByLabel('域名', { exact: true })).toHaveValue(domain);
  await expect(page.getByLabel('地址')).toHaveValue('127.0.0.1');
  await expect(page.getByLabel('备注')).toHaveValue('例子');

  await page.getByRole('button', { name: '新建策略' }).click();
  await dialog(page).getByLabel('名称').fill(`中途新建 ${domain}`);
  await dialog(page).getByRole('button', { name: '新建策略' }).click();
  await expect(page.getByRole('combobox', { name: '策略' })).toContainText(`中途新建 ${domain}`);
  await expect(page.getByLabel('域名', { exact: true })).toHaveValue(domain);
  await page.getByRole('link', { name: '策略', exact: true }).click();
  await page.getByRole('button', { name: '继续编辑' }).click();
  await page.getByRole('button', { name: '添加域名' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '已添加 1 个域名' })).toBeVisible();
});

test('filters live in the URL, with back and forward', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const stamp = Date.now();
  const [one = ''] = await makeDomains(page, site, [`f1-${stamp}.example.org`, `f2-${stamp}.example.org`]);
  await decide(browser, site, one, 4);
  await page.goto(`${site.origin('acme')}${LIST}?keyword=${stamp}`);
  await expect(row(page, `f2-${stamp}`)).toContainText('Unaudited');
  await page.getByRole('radio', { name: 'Approved' }).click();
  await expect(page).toHaveURL(/audit_status=4/);
  await expect(row(page, `f2-${stamp}`)).toHaveCount(0);
  await expect(row(page, `f1-${stamp}`)).toBeVisible();
  await page.goBack();
  await expect(row(page, `f2-${stamp}`)).toBeVisible();
  await page.goForward();
  await expect(row(page, `f2-${stamp}`)).toHaveCount(0);
  await page.getByRole('radio', { name: 'Rejected' }).click();
  await expect(page.getByText('No match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));

  await page.goto(`${site.origin('acme')}${LIST}?audit_status=9&page=-1&size=7777&keyword=${stamp}`);
  await expect(row(page, `f2-${stamp}`)).toBeVisible();
});

test('the keyboard alone finds, selects and opens a domain', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const stamp = Date.now();
  await makeDomains(page, site, [`k1-${stamp}.example.org`, `k2-${stamp}.example.org`]);
  await page.goto(`${site.origin('acme')}${LIST}`);
  await expect(row(page, `k2-${stamp}`)).toBeVisible();
  await searchByKey(page, `${stamp}`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await expect(page.locator('tr[data-selected]')).toHaveCount(1);
  const whole = page.getByRole('checkbox', { name: 'Select all rows of this page' });
  await expect(whole).toBeChecked({ indeterminate: true });
  await page.getByRole('checkbox', { name: `Select k1-${stamp}` }).press('Space');
  await expect(page.getByText('2 selected')).toBeVisible();
  await expect(whole).toBeChecked();
  await page.getByRole('link', { name: `k2-${stamp}` }).focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `k1-${stamp}.example.org` })).toBeVisible();
  await page.getByRole('tab', { name: 'Summary' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=origins/);
});

test('a selection gets another policy, and what fails is listed row by row', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const stamp = Date.now();
  const names = [`b1-${stamp}.example.org`, `b2-${stamp}.example.org`];
  const [one = '', two = ''] = await makeDomains(page, site, names);
  await decide(browser, site, two, 4);
  const policy = `Bulk ${stamp}`;
  await makePolicy(page, site, policy);
  await page.goto(`${site.origin('acme')}${LIST}?keyword=${stamp}`);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
  await page.getByRole('button', { name: 'Change policy' }).click();
  const change = dialog(page).getByRole('button', { name: 'Change policy' });
  await expect(change).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog(page)).toContainText('1 of them is approved');
  await domainForm(page).choosePolicy(policy);
  await change.click();
  await expect(page.getByText('Policy of 2 domains changed')).toBeVisible();
  await expect(row(page, `b1-${stamp}`)).toContainText(policy);
  await expect(row(page, `b2-${stamp}`)).toContainText(policy);

  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
  await callApi(page, site.origin('acme'), 'DELETE', `/api/guard/domains/${one}`);
  await page.getByRole('button', { name: 'Delete…', exact: true }).click();
  await confirmByName(page, '2 domains', 'Delete 2 domains');
  await expect(dialog(page)).toContainText('1 of 2 failed');
  await expect(dialog(page)).toContainText(`b1-${stamp}.example.org`);
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
});

test('pasted domains are merged, and what became of them survives a reload', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const policy = `Merged ${Date.now()}`;
  await makePolicy(page, site, policy);
  const form = domainForm(page);
  await page.goto(`${site.origin('acme')}${LIST}/new`);
  const [one, two] = [fresh('merge'), fresh('merge')];
  await form.domains.fill(`${one}\n${one.toUpperCase()}\n${two}\nno domain!`);
  await expect(page.getByText('1 repeated entry counts once.')).toBeVisible();
  await expect(page.getByText('2 entries are not domains and are not counted.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add 2 domains' })).toBeVisible();
  await form.domains.fill(`${one}\n${one}\n${two}`);
  await form.address.fill('127.0.0.1');
  await form.choosePolicy(policy);
  await page.getByRole('button', { name: 'Add 2 domains' }).click();
  const heading = page.getByRole('heading', { level: 1, name: '2 domains added' });
  await expect(heading).toBeVisible();
  // The address follows a moment later.
  await expect(page).toHaveURL(/result=true/);
  await page.reload();
  await expect(heading).toBeVisible();
  await expect(page.getByRole('button', { name: two })).toContainText('Unaudited');
  await expect(page.getByRole('button', { name: 'Copy all 2 CNAMEs' })).toBeVisible();
  await page.getByRole('button', { name: 'Add another' }).click();
  await expect(form.domains).toHaveValue('');
});

test('a domain is edited, and deleting an approved one asks for its name', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const domain = fresh('edit');
  const [id = ''] = await makeDomains(page, site, [domain], 'Before');
  await page.goto(`${site.origin('acme')}${LIST}/${id}`);
  await expect(page.getByText('Waiting for approval')).toBeVisible();
  await decide(browser, site, id, 4);
  await expect(page.getByText('acme-support approved it')).toBeVisible();

  await page.getByRole('button', { name: 'Edit domain' }).click();
  await dialog(page).getByLabel('Note').fill('After');
  await dialog(page).getByRole('checkbox', { name: 'Auto certificate' }).click();
  await dialog(page).getByRole('button', { name: 'Save domain' }).click();
  await expect(page.getByText('Domain saved, delivery to its nodes begins')).toBeVisible();
  await expect(page.getByText('Auto certificate is on', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  const change = page.getByRole('listitem').filter({ hasText: /^asset_name/ });
  await expect(change).toContainText('"Before"');
  await expect(change).toContainText('"After"');

  await pageAction(page, 'Delete…');
  await expect(dialog(page)).toContainText('no node is assigned to it');
  await confirmByName(page, domain, 'Delete domain');
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await expect(row(page, domain)).toHaveCount(0);
});

test('platform staff see whose a domain is, and an auditor cannot change it', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const domain = fresh('owned');
  const [id = ''] = await makeDomains(page, site, [domain]);
  await signIn(page, site, 'acme', 'acme-auditor');
  await page.goto(`${site.origin('acme')}${LIST}?keyword=${domain}`);
  await expect(row(page, domain)).toContainText(OWNER);
  const add = page.getByRole('button', { name: 'Add domain' });
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await add.focus();
  await expect(page.getByText('Needs guard.domain.create')).toBeVisible();
  await page.goto(`${site.origin('acme')}${LIST}/${id}`);
  await expect(page.getByRole('button', { name: 'Edit domain' })).toHaveAttribute('aria-disabled', 'true');
  await page.goto(`${site.origin('acme')}${LIST}/new`);
  await expect(page.getByText('Your role lacks guard.domain.create')).toBeVisible();
});

for (const mode of MODES) {
  test(`domains are accessible in ${mode.locale}, ${mode.theme}`, async ({ page, browser, site }) => {
    await signIn(page, site, 'acme', OWNER);
    const [id = ''] = await makeDomains(page, site, [fresh('axe')], 'Seen');
    await decide(browser, site, id, 4);
    await setMode(page, site.origin('acme'), mode);
    for (const path of ['/new', `/${id}`, `/${id}?tab=history`, `/${id}?dialog=edit`, `/${id}?dialog=delete`]) {
      await visit(page, `${site.origin('acme')}${LIST}${path}`);
      await expectAccessible(page);
    }
  });
}

test('domains fit a phone', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, site, 'acme', OWNER);
  const name = fresh('phone');
  const [id = ''] = await makeDomains(page, site, [name], 'A note '.repeat(36).trim());
  for (const path of ['', '/new', `/${id}`]) {
    await visit(page, `${site.origin('acme')}${LIST}${path}`);
    await expectFits(page);
  }
  await visit(page, `${site.origin('acme')}${LIST}/${id}?tab=origins`);
  // Once, although the figure has no column head here.
  await expect(page.getByRole('list', { name: 'Origins', exact: true })).toContainText(/HTTPS\s*Port 443/);
  await visit(page, `${site.origin('acme')}${LIST}/${id}?tab=history`);
  const right = async (role: 'tab' | 'tablist') => {
    const box = await page.getByRole(role, { name: role === 'tab' ? 'History' : 'Parts of the domain' }).boundingBox();
    return box ? box.x + box.width : Number.NaN;
  };
  await expect.poll(async () => (await right('tab')) - (await right('tablist'))).toBeLessThanOrEqual(1);

  await page.goto(`${site.origin('acme')}${LIST}?keyword=${name}`);
  await page.getByRole('button', { name: 'Filters' }).click();
  await dialog(page).getByRole('combobox', { name: 'Audit' }).click();
  await page.getByRole('option', { name: 'Approved' }).click();
  await dialog(page).getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/audit_status=4/);
  await expect(page.getByText('No match')).toBeVisible();
  // What is filtered stands below the search, which keeps room for its words.
  expect((await page.getByRole('searchbox').boundingBox())?.width).toBeGreaterThan(120);
});
