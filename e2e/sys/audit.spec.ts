import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Openssl } from '@/lib/guard/certs/testing';
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
import { api, makeCert, makeDomain, makePolicy, unique } from '../objects';
import { openAs } from '../pages/console';
import { row, searchByKey } from '../pages/list';

const AUDIT = '/sys/audit';
const OPERATIONS = `${AUDIT}/operations`;
const SIGN_INS = `${AUDIT}/sign-ins`;
const openssl = new Openssl();
test.afterAll(() => openssl.close());

/** A password that is not the user's. */
async function failSignIn(page: Page, site: Site, username: string) {
  const password = Buffer.from('not the password').toString('base64');
  const answer = await page.evaluate(
    async ([url, body]) =>
      (await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).status,
    [`${site.origin('acme')}/api/auth/login`, JSON.stringify({ username, password })] as const,
  );
  expect(answer).toBe(401);
}

const drawer = (page: Page) => page.getByRole('dialog');

/** An address that opens this record; it follows what the page shows a moment later. */
const addressOf = (id: number) => new RegExp(`[?&]row=${id}\\b`);

test('filters live in the URL, survive a reload, and the drawer works from the keyboard alone', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'acme', 'acme-root');
  const stamp = `Keyed${Date.now()}`;
  const id = await makePolicy(page, site, stamp);
  await api(page, site, 'PUT', `/api/guard/policies/${id}`, { name: `${stamp}-2`, comment: 'Shops' });
  await api(page, site, 'PUT', `/api/guard/policies/${id}`, { name: `${stamp}-3` });
  const { list } = await api(page, site, 'GET', `/api/sys/audit-logs?keyword=${stamp}`);
  const first = list.at(-1).id;
  await page.goto(`${site.origin('acme')}${OPERATIONS}`);
  await expect(row(page, `Renamed policy ${stamp}-2 to ${stamp}-3`)).toBeVisible();
  await searchByKey(page, stamp);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Channel').click();
  await page.getByRole('option', { name: 'User', exact: true }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/channel=user/);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(4);

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/row=\d+/);
  await expect(drawer(page)).toContainText(`Changed policy ${stamp}-2`);
  await expect(drawer(page).getByRole('listitem').filter({ hasText: 'comment' })).toContainText('"Shops"');
  await page.keyboard.press('ArrowUp');
  await expect(drawer(page)).toContainText(`Renamed policy ${stamp}-2 to ${stamp}-3`);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(drawer(page)).toContainText(`Created policy ${stamp}`);
  await expect(page).toHaveURL(addressOf(first));
  const shared = page.url();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/row=/);
  await expect(page).toHaveURL(/channel=user/);

  await openAs(page, site, 'acme-auditor', new URL(shared).pathname + new URL(shared).search);
  await expect(drawer(page)).toContainText(`Created policy ${stamp}`);
  await expect(drawer(page)).toContainText(
    'Platform staff, the main accounts of the site where it happened, acme-root',
  );
  await drawer(page).getByRole('link', { name: 'Other events of this request' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('staff acting for a tenant reads as such, to both of them', async ({ page, site }) => {
  const stamp = `Helped${Date.now()}`;
  await signIn(page, site, 'acme', 'acme-child');
  const id = await makePolicy(page, site, stamp);
  await signIn(page, site, 'acme', 'acme-support');
  await api(page, site, 'PUT', `/api/guard/policies/${id}`, { comment: 'Tuned' });
  for (const who of ['acme-support', 'acme-root']) {
    await openAs(page, site, who, `${OPERATIONS}?keyword=${stamp}&channel=staff`);
    await row(page, `Changed policy ${stamp}`).getByRole('button').click();
    await expect(drawer(page)).toContainText('acme-support acted for acme-child. Both can see this record.');
    await drawer(page).getByRole('link', { name: 'Open policy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: stamp })).toBeVisible();
  }
});

test('a row leads to its certificate, and that of a rule to the tab of its domain', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const host = `${unique('audited')}.example.org`;
  const cert = await makeCert(page, site, `For ${host}`, openssl.pair({ subject: `/CN=${host}`, names: [host] }));
  const domain_id = await makeDomain(page, site, host);
  const rules = `/api/guard/domains/${domain_id}/brute-force/rules`;
  const limit = { uri: '/login', rate: 5, rate_time: 1, req_time_unit: 'ReqUnit_2_PMin', level: 'ip' };
  const name = unique('Rule');
  const { id } = await api(page, site, 'POST', rules, { name, ...limit, action: { type: 'block', duration: 60 } });
  await api(page, site, 'DELETE', `${rules}/${id}`);
  const pageOf = async (keyword: string, open: string) => {
    await page.goto(`${site.origin('acme')}${OPERATIONS}?keyword=${keyword}`);
    await page.getByRole('row').nth(1).getByRole('button').click();
    await drawer(page).getByRole('link', { name: open }).click();
  };

  await pageOf(`For ${host}`, 'Open certificate');
  await expect(page).toHaveURL(`${site.origin('acme')}/guard/certs/${cert}`);
  await expect(page.getByRole('heading', { level: 1, name: `For ${host}` })).toBeVisible();
  // The rule is gone, its domain is not.
  await pageOf(name, 'Open domain');
  await expect(page).toHaveURL(`${site.origin('acme')}/guard/domains/${domain_id}?tab=brute-force`);
  await expect(page.getByRole('heading', { level: 1, name: host })).toBeVisible();
  await expect(page.getByText('No brute-force rules yet')).toBeVisible();
});

test('an attempt is shown as one, with its reason, and a secret is never shown', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const name = `temp-${Date.now()}`;
  const secret = 'a very secret word 1';
  const origin = site.origin('acme');
  const user = { user_name: name, password: secret };
  const statuses: number[] = [];
  for (const path of ['/api/sys/users', '/api/sys/users', '/api/nothing/here']) {
    statuses.push((await callApi(page, origin, 'POST', path, user)).status);
  }
  expect(statuses).toEqual([201, 400, 404]);
  await page.goto(`${site.origin('acme')}${OPERATIONS}`);
  await expect(row(page, 'Tried to call the unknown path “POST /console/api/nothing/here”')).toContainText('Refused');
  await row(page, `Tried to create user ${name}`).getByRole('button').click();
  await expect(drawer(page)).toContainText('Refused');
  await expect(drawer(page)).toContainText('err.sys.user.');
  await expect(drawer(page)).toContainText('Nothing was changed.');
  await drawer(page).getByText('JSON', { exact: true }).click();
  await expect(drawer(page)).toContainText('"password": "[redacted]"');
  expect(await page.content()).not.toContain(secret);
});

test('the export holds what the filter shows, all pages of it', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const stamp = `Csv${Date.now()}`;
  for (let i = 0; i < 12; i++) await makePolicy(page, site, `${stamp}-${i}`);
  await page.goto(`${site.origin('acme')}${OPERATIONS}?keyword=${stamp}&size=10`);
  await expect(page.getByRole('row')).toHaveCount(11);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(13);
  expect(lines.slice(1).every((line) => line.includes(stamp))).toBe(true);
  expect(download.suggestedFilename()).toMatch(/^audit-logs-\d{4}-\d\d-\d\d\.csv$/);
});

test('sign-ins say why they failed, and are exported as filtered', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', SIGN_INS);
  const ghost = `ghost-${Date.now()}`;
  await failSignIn(page, site, ghost);
  await page.getByText('Failed', { exact: true }).first().click();
  await expect(page).toHaveURL(/status=2/);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(ghost);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row(page, ghost)).toContainText('No such user');
  await page.reload();
  await expect(row(page, ghost)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(ghost);
});

test('an auditor begins at the overview: what changed, who failed, whether the log is whole', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'acme', 'acme-root');
  const stamp = `Seen${Date.now()}`;
  await makePolicy(page, site, stamp);
  await api(page, site, 'POST', '/api/sys/api-keys', { name: stamp });
  await failSignIn(page, site, 'acme-viewer');
  await openAs(page, site, 'acme-auditor', '/');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByText(`acme-root created policy ${stamp}`)).toBeVisible();
  await expect(page.getByText(`issued API key “${stamp}`).first()).toBeVisible();
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect(page.getByText('Intact', { exact: true })).toHaveCount(2);
  await page.getByText('7 d', { exact: true }).click();
  await expect(page).toHaveURL(/hours=168/);
  await page.getByRole('link', { name: 'All failed sign-ins' }).click();
  await expect(page).toHaveURL(/status=2/);
  await expect(row(page, 'acme-viewer').first()).toContainText('Wrong password');
});

test('a tenant sees its own site without the chain, a downstream user itself, others nothing', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'borealis', 'borealis-root');
  const foreign = `North${Date.now()}`;
  await callApi(page, site.origin('borealis'), 'POST', '/api/guard/policies', { name: foreign });
  await openAs(page, site, 'acme-root', AUDIT);
  await expect(page.getByText('Latest operations')).toBeVisible();
  await expect(page.getByText('Hash chain')).toHaveCount(0);
  await page.goto(`${site.origin('acme')}${OPERATIONS}?keyword=${foreign}`);
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await openAs(page, site, 'acme-auditor', `${OPERATIONS}?keyword=${foreign}`);
  await row(page, foreign).getByRole('button').click();
  await expect(page).toHaveURL(/[?&]row=\d+/);
  const foreignUrl = new URL(page.url());
  await openAs(page, site, 'acme-viewer', SIGN_INS);
  await expect(row(page, 'acme-viewer').first()).toBeVisible();
  await expect(row(page, 'acme-root')).toHaveCount(0);
  await page.goto(`${site.origin('acme')}${OPERATIONS}?row=${foreignUrl.searchParams.get('row')}`);
  await expect(drawer(page)).toContainText('No such record');
  await openAs(page, site, 'acme-child', AUDIT);
  await expect(page.getByText('sys.audit.view')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Audit log')).toHaveCount(0);
});

for (const mode of MODES) {
  test(`the audit log is accessible in ${mode.locale}, ${mode.theme}`, async ({ page, site }) => {
    await signIn(page, site, 'acme', 'acme-root');
    const id = await makePolicy(page, site, `Looked ${mode.locale} ${mode.theme}`);
    await api(page, site, 'PUT', `/api/guard/policies/${id}`, { comment: 'A note' });
    const { list } = await api(page, site, 'GET', '/api/sys/audit-logs?size=1');
    await failSignIn(page, site, 'acme-other');
    await signIn(page, site, 'acme', 'acme-auditor');
    await setMode(page, site.origin('acme'), mode);
    for (const path of [OPERATIONS, `${OPERATIONS}?row=${list[0].id}`, SIGN_INS]) {
      await visit(page, `${site.origin('acme')}${path}`);
      await expectAccessible(page);
    }
  });
}

test('the audit log fits a phone', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, site, 'acme', 'acme-root');
  const name = `Phone${Date.now()}`;
  const id = await makePolicy(page, site, name);
  await api(page, site, 'PUT', `/api/guard/policies/${id}`, { comment: 'A note' });
  await page.goto(`${site.origin('acme')}${OPERATIONS}`);
  await page.getByRole('button', { name: `Changed policy ${name}` }).click();
  await expect(drawer(page)).toContainText('"A note"');
  await page.keyboard.press('Escape');
  for (const path of [AUDIT, OPERATIONS, SIGN_INS]) {
    await visit(page, `${site.origin('acme')}${path}`);
    await expectFits(page);
    await expectAccessible(page);
  }
});
