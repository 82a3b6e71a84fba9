import { callApi, expect, expectAccessible, expectFits, MODES, setMode, signIn, test, visit } from '../fixtures';
import { makeDomain, makePolicy } from '../objects';
import { openAs } from '../pages/console';
import { dialog } from '../pages/dialog';
import { row, rowAction, searchByKey } from '../pages/list';

const LIST = '/guard/policies';

test('a policy is created, refused, corrected, changed and deleted', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  await page.getByRole('button', { name: 'Create policy' }).first().click();
  await expect(page).toHaveURL(/dialog=create/);
  await dialog(page).getByRole('button', { name: 'Create policy' }).click();
  await expect(dialog(page).getByText('Required.')).toBeVisible();
  await expect(dialog(page).getByLabel('Name')).toBeFocused();

  await dialog(page).getByLabel('Name').fill('Strict retail');
  await dialog(page).getByLabel('Note').fill('Shops and checkout');
  await dialog(page).getByRole('button', { name: 'Create policy' }).click();
  await expect(page.getByText('Policy created')).toBeVisible();
  await expect(row(page, 'Strict retail')).toContainText('Shops and checkout');

  await page.getByRole('button', { name: 'Create policy' }).click();
  await dialog(page).getByLabel('Name').fill('Strict retail');
  await dialog(page).getByRole('button', { name: 'Create policy' }).click();
  await expect(dialog(page).getByText('A policy of this name already exists.')).toBeVisible();
  await expect(dialog(page).getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);

  await row(page, 'Strict retail').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Strict retail' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit policy' }).click();
  await dialog(page).getByLabel('Name').fill('Stricter retail');
  await dialog(page).getByLabel('Note').fill('');
  await dialog(page).getByRole('button', { name: 'Edit policy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Stricter retail' })).toBeVisible();
  await expect(page.getByText('Shops and checkout')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Domains' }).click();
  await expect(page).toHaveURL(/tab=domains/);
  await expect(page.getByText('No domain uses this policy')).toBeVisible();

  await page.getByRole('button', { name: 'Delete policy' }).click();
  await expect(dialog(page)).toContainText('No domain uses it.');
  await dialog(page).getByRole('button', { name: 'Delete policy' }).click();
  await expect(page.getByText('Policy deleted')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await expect(row(page, 'Stricter retail')).toHaveCount(0);
});

test('a policy says where it applies and who changed it last, and is copied', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  const name = `Shared ${Date.now()}`;
  const policy_id = await makePolicy(page, site, name);
  const domain = `shared-${Date.now()}.example.org`;
  await makeDomain(page, site, domain, { policy_id });
  await page.goto(`${site.origin('acme')}${LIST}`);
  await expect(row(page, name)).toContainText(domain);
  await expect(row(page, name)).toContainText('· acme-other');
  await rowAction(page, name, 'Duplicate…');
  await expect(dialog(page).getByLabel('Name')).toHaveValue(`${name} copy`);
  await dialog(page).getByRole('button', { name: 'Create policy' }).click();
  await expect(row(page, `${name} copy`)).toContainText('Not in use');
});

test('a row of two lines keeps its distance from the rows around it', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await page.goto(`${site.origin('acme')}/guard/policies/${await makePolicy(page, site)}`);
  const cell = page.getByRole('cell', { name: /^Brute force/ }).first();
  await expect(cell).toBeVisible();
  const [above, below] = await cell.evaluate((node) => {
    const words = document.createRange();
    words.selectNodeContents(node);
    const [row, text] = [node.getBoundingClientRect(), words.getBoundingClientRect()];
    return [text.top - row.top, row.bottom - text.bottom];
  });
  expect(above).toBeGreaterThanOrEqual(4);
  expect(below).toBeGreaterThanOrEqual(4);
});

test('a policy in use names its domains instead of being deleted', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  const name = `Used ${Date.now()}`;
  const policy_id = await makePolicy(page, site, name);
  const domain = `used-${Date.now()}.example.org`;
  await makeDomain(page, site, domain, { policy_id });
  await page.goto(`${site.origin('acme')}${LIST}/${policy_id}`);
  await page.getByRole('button', { name: 'Delete policy' }).click();
  await expect(dialog(page)).toContainText('1 domain uses it:');
  await expect(dialog(page).getByRole('link', { name: domain })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Delete policy' })).toHaveAttribute('aria-disabled', 'true');
  await dialog(page).getByRole('button', { name: 'Keep' }).click();
  await expect(page).not.toHaveURL(/dialog=/);
  const refused = await callApi(page, site.origin('acme'), 'DELETE', `/api/guard/policies/${policy_id}`);
  expect(refused.body.err_key).toBe('err.guard.policy.in_use');
});

test('without a permission the actions stay and say what they need', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', LIST);
  const policy_id = await makePolicy(page, site, `Read only ${Date.now()}`);
  await openAs(page, site, 'acme-auditor', LIST);
  const create = page.getByRole('button', { name: 'Create policy' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await create.focus();
  await expect(page.getByText('Needs guard.policy.create')).toBeVisible();
  await page.goto(`${site.origin('acme')}${LIST}/${policy_id}?dialog=edit`);
  await expect(dialog(page).getByRole('button', { name: 'Edit policy' })).toHaveAttribute('aria-disabled', 'true');
});

test('the list lives in the URL and works from the keyboard alone', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  const stamp = Date.now();
  for (const name of ['Alpha', 'Beta', 'Gamma']) await makePolicy(page, site, `${name} ${stamp}`);
  await page.goto(`${site.origin('acme')}${LIST}`);
  await expect(row(page, `Gamma ${stamp}`)).toBeVisible();

  await searchByKey(page, `beta ${stamp}`);
  await expect(row(page, `Gamma ${stamp}`)).toHaveCount(0);
  await expect(row(page, `Beta ${stamp}`)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Beta ${stamp}` })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/keyword=beta/);
  await expect(row(page, `Beta ${stamp}`)).toBeVisible();
  await expect(row(page, `Gamma ${stamp}`)).toHaveCount(0);

  await page.goto(`${site.origin('acme')}${LIST}?page=zero&size=1e9&keyword=%00&nonsense=1`);
  await expect(row(page, `Gamma ${stamp}`)).toBeVisible();
});

test('what the first menu of a page opened gives the focus back to its button', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  const name = `Focus ${Date.now()}`;
  await makePolicy(page, site, name);
  for (const close of ['Keep', 'Escape']) {
    await page.goto(`${site.origin('acme')}${LIST}?keyword=${encodeURIComponent(name)}`);
    const button = page.getByRole('button', { name: `Actions for ${name}` });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText('Delete');
    if (close === 'Escape') await page.keyboard.press('Escape');
    else await dialog(page).getByRole('button', { name: close }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test('a row opened before its search was asked opens, and the search is there on the way back', async ({
  page,
  site,
}) => {
  await openAs(page, site, 'acme-other', LIST);
  const name = `Hasty ${Date.now()}`;
  await makePolicy(page, site, name);
  await page.goto(`${site.origin('acme')}${LIST}`);
  await expect(row(page, name)).toBeVisible();
  await page.getByRole('searchbox').fill('hasty');
  await row(page, name).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('hasty');
  await expect(row(page, name)).toBeVisible();
});

test('a policy that is not there leads back to the list', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', `${LIST}/00000000-0000-7000-8000-000000000000`);
  await expect(page.getByText('Not found')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
});

for (const mode of MODES) {
  test(`policies are accessible in ${mode.locale}, ${mode.theme}`, async ({ page, site }) => {
    await signIn(page, site, 'acme', 'acme-other');
    const policy_id = await makePolicy(page, site, `Seen ${mode.locale} ${mode.theme} ${Date.now()}`, 'A note');
    await setMode(page, site.origin('acme'), mode);
    for (const path of [`${LIST}?dialog=create`, `${LIST}/${policy_id}`, `${LIST}/${policy_id}?dialog=delete`]) {
      await visit(page, `${site.origin('acme')}${path}`);
      await expectAccessible(page);
    }
  });
}

test('policies fit a phone', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, site, 'acme-other', LIST);
  const name = `Phone ${Date.now()}`;
  await makePolicy(page, site, name, 'A note that is long enough to be cut where the row ends, and then some more');
  await page.goto(`${site.origin('acme')}${LIST}`);
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog', { name }).getByRole('link', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expectFits(page);
});
