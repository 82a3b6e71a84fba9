import { callApi, expect, expectAccessible, expectFits, MODES, setMode, test } from '../fixtures';
import { unique } from '../objects';
import { openAs, settled } from '../pages/console';

const PAGE = '/plan/plans';

test('plans say what they allow, and the own one how much of it is used', async ({ page, site }) => {
  await openAs(page, site, 'acme-child', PAGE);
  await expect(page.getByRole('heading', { name: 'Your plan: Business' })).toBeVisible();
  const used = page.getByRole('listitem').filter({ hasText: 'List entries' });
  await expect(used).toContainText('of 1,000,000');
  const own = page.getByRole('row', { name: /^Business/ });
  await expect(own).toContainText('Yours');
  await expect(own).toContainText('25,000');
  await expect(own).toContainText('Unlimited');
  await expect(own).toContainText('1,990');
  const basic = page.getByRole('row', { name: /^Basic/ });
  await expect(basic).toContainText('By agreement');
  await expect(basic).toContainText('30 days');
});

test('platform staff, who are no tenant, see what plans allow and nothing of a plan of their own', async ({
  page,
  site,
}) => {
  await openAs(page, site, 'acme-support', PAGE);
  await expect(page.getByRole('row', { name: /^Business/ })).toBeVisible();
  await expect(page.getByText('What each plan allows.', { exact: true })).toBeVisible();
  await expect(page.getByText('This account has no plan')).toHaveCount(0);
  await page.getByRole('link', { name: 'Business', exact: true }).click();
  await expect(page.getByRole('row', { name: /^Domains/ })).toContainText('25,000');
  await expect(page.getByRole('columnheader', { name: 'Used by this account' })).toHaveCount(0);
});

test('a plan has a page with what it allows beside what the account uses; list and palette lead there', async ({
  page,
  site,
}) => {
  await openAs(page, site, 'acme-root', PAGE);
  const { body } = await callApi(page, site.origin('acme'), 'GET', '/api/plan/usage');
  const quotas = body.data.quotas.map((one: { quota: string }) =>
    one.quota === 'max_domains' ? { ...one, used: 4 } : one,
  );
  const json = { ...body, data: { ...body.data, quotas } };
  await page.route('**/console/api/plan/usage', (route) => route.fulfill({ json }));
  await page.getByRole('link', { name: 'Basic', exact: true }).click();
  await expect(page).toHaveURL(/\/plan\/plans\/basic$/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Basic', level: 1 })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Domains/ })).toContainText('3 over the limit');
  await expect(page.getByRole('row', { name: /^Rules/ })).toContainText('Unlimited');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Shops');
  await page.getByRole('option', { name: /Business/ }).click();
  await expect(page.getByRole('heading', { name: 'Business', level: 1 })).toBeVisible();
});

test('a form that the plan has no room for leads to what it allows', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', '/guard/policies');
  const message = 'The plan of this account allows 2 domains; it has 2, and 1 more does not fit.';
  const data = { category: 'conflict', field: 'name' };
  await page.route('**/console/api/guard/policies', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { code: 3101, err_key: 'err.plan.quota_exceeded', message, data } })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Create policy' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(unique('Too many'));
  await dialog.getByRole('button', { name: 'Create policy' }).click();
  await expect(dialog.getByRole('alert')).toContainText(message);
  await expect(dialog.getByRole('link', { name: 'What the plan allows' })).toHaveAttribute('href', PAGE);
});

const USED = [
  { quota: 'max_domains', limit: 10, used: 8 },
  { quota: 'max_rules', limit: 10, used: 9 },
  { quota: 'max_list_entries', limit: 10, used: 12 },
  { quota: 'event_days', limit: 7, used: 7 },
];

for (const mode of MODES) {
  test(`quotas say when there is little left, and none, in ${mode.locale}, ${mode.theme}`, async ({ page, site }) => {
    await setMode(page, site.origin('acme'), mode);
    await openAs(page, site, 'acme-root', PAGE);
    const { body } = await callApi(page, site.origin('acme'), 'GET', '/api/plan/usage');
    const json = { ...body, data: { ...body.data, quotas: USED } };
    await page.route('**/console/api/plan/usage', (route) => route.fulfill({ json }));
    await page.reload();
    const [some, nearly, full] =
      mode.locale === 'en-US'
        ? ['2 left', 'Only 1 left', 'Limit reached: no more can be added']
        : ['剩余 2', '仅剩 1', '已达上限，无法继续添加'];
    for (const words of [some, nearly, full]) await expect(page.getByText(words ?? '', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    await expectAccessible(page);
    await expectFits(page);
  });
}
