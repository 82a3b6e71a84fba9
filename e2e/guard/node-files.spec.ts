import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, MODES, type Site, setMode, signIn, test, visit } from '../fixtures';
import { api, unique } from '../objects';
import { make, OWNER } from '../pages/domain';
import { choosePassword, secondPerson } from '../pages/sign-in';

const TITLE = 'Files on a node';
/** The role of test/people.ts that has all permissions on domains and none on policies. */
const DOMAINS_ONLY = 22;

/** An approved domain on two nodes, whose policy blocks a path, which nginx can, and limits bodies, which it cannot. */
async function makeServed(page: Page, site: Site, browser: Browser) {
  const made = await make(page, site, ['hk-1', 'fra-1'], browser);
  const { policy_id } = await api(page, site, 'GET', `/api/guard/domains/${made.domain_id}`);
  const rule_ids: number[] = [];
  const limited = { limit: { threshold: 5, period: 60 }, action: { action_type: 'limit' } };
  for (const [kind, field, op, data, more] of [
    ['acl', 'path', 'eq', '/hidden', { action: { action_type: 'block' } }],
    ['cc', 'body', 'contains', 'one', limited],
    ['cc', 'body', 'contains', 'two', limited],
  ] as const) {
    const rule = { name: `by ${data}`, matches: [{ field, op, data }], ...more };
    rule_ids.push((await api(page, site, 'POST', `/api/guard/policies/${policy_id}/${kind}/rules`, rule)).rule_id);
  }
  const on = JSON.stringify({ status: 'CFGOPTION_2_ENABLE' });
  const settings = { acl: on, cc: on };
  await api(page, site, 'PUT', `/api/guard/domains/${made.domain_id}/settings`, { settings });
  return { ...made, policy_id, rule_ids };
}

test('the files of a node have the rules of the policy, and what it does otherwise leads to its rules', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, site, 'acme', OWNER);
  const { domain, url, policy_id, rule_ids } = await makeServed(page, site, browser);
  await page.goto(`${url}?tab=releases`);
  const show = page.getByRole('button', { name: 'Show files' });
  await show.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/files=true/);
  await expect(page.getByRole('region', { name: /site\.conf$/ })).toContainText(`server_name ${domain};`);

  const rules = page.getByRole('list', { name: 'Files', exact: true }).getByRole('button', { name: /rules\.conf/ });
  await rules.focus();
  await page.keyboard.press('Enter');
  await expect(rules).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('region', { name: /rules\.conf$/ })).toContainText('\\x2fhidden');

  await page.getByRole('combobox', { name: 'Node', exact: true }).click();
  const answered = page.waitForResponse((response) => response.url().includes('node_id=fra-1'));
  await page.getByRole('option', { name: 'Frankfurt 1' }).click();
  expect((await answered).status()).toBe(200);
  await expect(page.getByRole('combobox', { name: 'Node', exact: true })).toContainText('Frankfurt 1');
  await expect(page.getByRole('region', { name: /site\.conf$/ })).toContainText(`server_name ${domain};`);

  const differs = page.getByRole('list', { name: 'What nodes do differently' });
  const unsupported = differs.getByRole('listitem').filter({ hasText: 'The rule is not enforced' });
  await expect(unsupported).toHaveCount(1);
  await expect(unsupported).toContainText('body');
  await expect(unsupported.getByRole('link')).toHaveText([`CC rule ${rule_ids[1]}`, `CC rule ${rule_ids[2]}`]);
  await expect(differs).toContainText('No HTTPS');
  await unsupported.getByRole('link', { name: `CC rule ${rule_ids[1]}` }).click();
  await expect(page).toHaveURL(`${site.origin('acme')}/guard/policies/${policy_id}?tab=cc&rule=${rule_ids[1]}`);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('by one');
});

test('a domain without approval or nodes has no files, and a failure can be tried again', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, site, 'acme', OWNER);
  const waiting = await make(page, site, ['hk-1']);
  await page.goto(`${waiting.url}?tab=releases&files=true`);
  await expect(page.getByRole('heading', { name: 'Not approved yet' })).toBeVisible();
  await expectAccessible(page);
  const bare = await make(page, site, [], browser);
  await page.goto(`${bare.url}?tab=releases&files=true`);
  await expect(page.getByRole('heading', { name: 'No nodes assigned' })).toBeVisible();

  const served = await make(page, site, ['hk-1'], browser);
  await page.route('**/rendered*', (route) => route.fulfill({ status: 503, json: { code: 1, message: 'Busy' } }));
  await page.goto(`${served.url}?tab=releases&files=true`);
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible({ timeout: 60_000 });
  await page.unroute('**/rendered*');
  await again.click();
  await expect(page.getByRole('region', { name: /site\.conf$/ })).toBeVisible();
});

test('a long file says how much of it is shown', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const { domain_id, url } = await makeServed(page, site, browser);
  const data = await api(page, site, 'GET', `/api/guard/domains/${domain_id}/rendered`);
  Object.assign(data.files[0], { length: 120_000, text: 'x'.repeat(65_536) });
  await page.route('**/rendered*', (route) => route.fulfill({ json: { code: 0, message: 'ok', data } }));
  await page.goto(`${url}?tab=releases&files=true`);
  await expect(page.getByText('Only the first 65,536 of 120,000 characters')).toBeVisible();
});

test('an auditor reads the files, who may see no policies is not offered them', async ({ page, browser, site }) => {
  const origin = site.origin('acme');
  await signIn(page, site, 'acme', OWNER);
  const served = await makeServed(page, site, browser);
  const owner = { user_name: unique('owner'), password: 'first secret', role_ids: [11] };
  const { user_id } = await api(page, site, 'POST', '/api/sys/users', owner);
  const other = await secondPerson(page, origin, owner.user_name, owner.password);
  await choosePassword(other, 'second secret');
  const { url } = await make(other, site);
  const panel = other.getByRole('heading', { name: TITLE });
  await visit(other, `${url}?tab=releases`);
  await expect(panel).toBeVisible();
  await api(page, site, 'PUT', `/api/sys/users/${user_id}`, { role_ids: [DOMAINS_ONLY] });
  await visit(other, `${url}?tab=releases`);
  await expect(other.getByText('No releases yet')).toBeVisible();
  await expect(panel).toHaveCount(0);
  await other.close();

  await signIn(page, site, 'acme', 'acme-auditor');
  await page.goto(`${served.url}?tab=releases&files=true`);
  await expect(page.getByRole('combobox', { name: 'Node', exact: true })).toContainText(/hk-1|fra-1/);
  await expect(page.getByRole('region', { name: /site\.conf$/ })).toBeVisible();
});

for (const mode of MODES) {
  test(`the files of a node are accessible and fit a phone in ${mode.locale}, ${mode.theme}`, async ({
    page,
    browser,
    site,
  }) => {
    test.slow();
    await signIn(page, site, 'acme', OWNER);
    const { url } = await makeServed(page, site, browser);
    await setMode(page, site.origin('acme'), mode);
    await visit(page, `${url}?tab=releases&files=true`);
    await expect(page.getByRole('region', { name: /site\.conf$/ })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
  });
}
