import type { Page } from '@playwright/test';
import { ATTACKER, makeTraffic, panel } from '../attack';
import { expect, expectAccessible, expectFits, setMode, signIn, test, visit } from '../fixtures';
import { api, makePolicy, unique } from '../objects';

/** Opens the popover of the address that is blocked most, by keyboard; answers it once it offers rules. */
async function openAttacker(page: Page) {
  await panel(page, 'Most blocked addresses').getByRole('button', { name: ATTACKER }).press('Enter');
  const popover = page.getByRole('dialog', { name: ATTACKER });
  await expect(popover.getByRole('button', { name: 'Block' })).toBeVisible();
  return popover;
}

const nameField = (page: Page) => page.getByLabel('Name', { exact: true });

test("a row of a chart becomes a rule of its domain's policy, by keyboard", async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const { host, policy_id, overview } = await makeTraffic(page, site, browser);
  await visit(page, overview);
  await openAttacker(page);
  await expectAccessible(page);
  await page.keyboard.press('b');

  await expect(page).toHaveURL(new RegExp(`/guard/policies/${policy_id}\\?tab=acl&rule=new&draft=`));
  await expect(nameField(page)).toHaveValue(`Block ${ATTACKER}`);
  await expect(
    page.getByText(`Requests whose client address equals ${ATTACKER} and host equals ${host} are blocked.`),
  ).toBeVisible();
  await expect(page.getByText('requests from 1 address, 70')).toBeVisible();

  // Nobody typed it here, and still it is not lost by the way.
  await page.getByRole('tab', { name: 'Domains' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(nameField(page)).toHaveValue(`Block ${ATTACKER}`);
  await nameField(page).press('Enter');
  await expect(page.getByText('ACL rule created')).toBeVisible();
  await expect(page).not.toHaveURL(/rule=/);
  const { list } = await api(page, site, 'GET', `/api/guard/policies/${policy_id}/acl/rules`);
  expect(list).toMatchObject([
    {
      matches: [
        { field: 'ip', op: 'eq', data: ATTACKER },
        { field: 'host', op: 'eq', data: host },
      ],
      action: { action_type: 'block' },
    },
  ]);
  await page.getByRole('tab', { name: 'Domains' }).click();
  await expect(page).toHaveURL(/tab=domains/);
});

test('without a domain a policy is chosen', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const { all } = await makeTraffic(page, site, browser);
  const name = unique('Chosen policy');
  const chosen = await makePolicy(page, site, name);
  await visit(page, all);
  const popover = await openAttacker(page);
  const allow = popover.getByRole('button', { name: 'Allow' });
  const before = await allow.boundingBox();
  await page.keyboard.press('l');
  await expect(popover.getByRole('button', { name: 'Limit', pressed: true })).toBeVisible();
  await expect(popover.getByText(`Limit ${ATTACKER}`)).toBeVisible();
  expect(await allow.boundingBox()).toEqual(before);
  const policy = popover.getByRole('combobox', { name: 'Policy for the rule' });
  await expect(policy).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill(name);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/guard/policies/${chosen}\\?tab=cc&rule=new`));
  await expect(nameField(page)).toHaveValue(`Limit ${ATTACKER}`);
});

test("a host that the page is narrowed to names its domain's policy", async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const { host, policy_id, all } = await makeTraffic(page, site, browser);
  await visit(page, `${all}&filter=host:${host}`);
  await openAttacker(page);
  await page.keyboard.press('a');
  await expect(page).toHaveURL(new RegExp(`/guard/policies/${policy_id}\\?tab=acl&rule=new`));
  await expect(
    page.getByText(`Requests whose host equals ${host} and client address equals ${ATTACKER} are let through.`),
  ).toBeVisible();
});

test('what no rule can say is refused, and who may make none reads what that needs', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, site, 'acme', 'acme-root');
  const { host, all, overview } = await makeTraffic(page, site, browser);
  await visit(page, `${overview}&filter=action:block`);
  await panel(page, 'Most blocked addresses').getByRole('button', { name: ATTACKER }).press('Enter');
  const popover = page.getByRole('dialog', { name: ATTACKER });
  await expect(popover).toContainText('rules have no condition for Verdict is Blocked');
  await expect(popover.getByRole('button', { name: 'Block' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(popover).toBeHidden();

  await signIn(page, site, 'acme', 'acme-auditor');
  // An auditor sees the traffic of all accounts, also what other journeys sent.
  await visit(page, `${all}&filter=host:${host}`);
  await openAttacker(page);
  await expect(popover.getByRole('button', { name: 'Block' })).toContainText('guard.acl.create');
  await expect(popover.getByRole('button', { name: 'Block' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('b');
  await expect(popover).toBeVisible();
});

test('on a phone, in Chinese and dark, a policy is chosen by touch', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const { all } = await makeTraffic(page, site, browser);
  const name = unique('Phone policy');
  await makePolicy(page, site, name);
  await setMode(page, site.origin('acme'), { locale: 'zh-CN', theme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, all);
  await page.getByRole('button', { name: ATTACKER }).first().click();
  const sheet = page.getByRole('dialog', { name: ATTACKER });
  await sheet.getByRole('button', { name: '拦截' }).click();
  await expect(sheet.getByRole('combobox', { name: '规则所属策略' })).toBeFocused();
  await expectFits(page);
  await expectAccessible(page);
  await sheet.getByRole('combobox', { name: '规则所属策略' }).click();
  await page.getByRole('option', { name }).click();
  await expect(page.getByLabel('名称', { exact: true })).toHaveValue(`拦截 ${ATTACKER}`);
});
