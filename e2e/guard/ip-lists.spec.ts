import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, MODES, type Site, setMode, signIn, test, visit } from '../fixtures';
import { api, makeDomain, makePolicy, unique } from '../objects';
import { openAs } from '../pages/console';
import { dialog } from '../pages/dialog';
import { pageAction, row, rowAction } from '../pages/list';

const LIST = '/guard/bwlist';
const SETS = '/api/guard/bwlist/sets';

/** A list of the page's user with these addresses; answers its id. */
async function makeList(page: Page, site: Site, name: string, ips: readonly string[], more: object = {}) {
  const { id } = await api(page, site, 'POST', SETS, { name, ip_set_type: 1, ...more });
  const body = { ips: ips.map((ip_addr) => ({ ip_addr })) };
  if (ips.length > 0) await api(page, site, 'POST', `${SETS}/${id}/ips/batch`, body);
  return id as number;
}

const chooseFile = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

/** More than one batch, with a line of each outcome. */
const FEED = [
  '# a feed',
  'cidr,why',
  '198.51.100.300,scan',
  '192.0.2.130/25,scan',
  '10.0.0.7,scan',
  '::ffff:10.0.0.8,scan',
  ...Array.from({ length: 11_000 }, (_, i) => `10.0.${i >> 8}.${i & 255},scan`),
].join('\n');

test('a new user imports a feed, reads the report, leaves, comes back and undoes it', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  await page.getByRole('button', { name: 'Create list' }).first().click();
  const name = unique('Feed');
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByRole('button', { name: 'Create list' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('button', { name: 'Add address' }).click();
  await dialog(page).getByLabel('Address').fill('10.0.0.5/8');
  await dialog(page).getByRole('button', { name: 'Add address' }).click();
  await expect(dialog(page).getByText('For the whole network write 10.0.0.0/8.')).toBeVisible();
  await dialog(page).getByLabel('Address').fill('10.0.0.9');
  await dialog(page).getByRole('button', { name: 'Add address' }).click();
  await expect(row(page, '10.0.0.9')).toBeVisible();

  await page.getByRole('link', { name: 'Import…' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Import into “${name}”` })).toBeVisible();
  await chooseFile(page, 'feed.csv', FEED);
  await expect(page.getByText('11,000 addresses would be added. Nothing has been written yet.')).toBeVisible();
  await expect(row(page, '198.51.100.300')).toContainText('Not an IPv4 or IPv6 address, CIDR or range.');
  await page.getByRole('radio', { name: 'Rewritten' }).click();
  await expect(row(page, '192.0.2.130/25')).toContainText('Stored as 192.0.2.128/25');
  await page.getByRole('radio', { name: 'Repeated' }).click();
  await expect(row(page, '10.0.0.8')).toContainText('The same address as on line 6');
  await page.getByRole('radio', { name: 'Already there' }).click();
  await expect(row(page, '10.0.0.9')).toContainText('The list has 10.0.0.9 already');

  await page.getByRole('button', { name: 'Add 11,000 addresses' }).click();
  await expect(page.getByText('11,000 addresses were added.')).toBeVisible({ timeout: 120_000 });
  await page.getByRole('link', { name: 'Open list' }).click();
  await expect(page.getByText('of 11,001')).toBeVisible();
  await page.getByRole('link', { name: 'Import…' }).click();
  await page.getByRole('button', { name: 'Undo import…' }).click();
  await expect(dialog(page)).toContainText('1 address that was in the list already stays.');
  // Whoever closed the page undoes it on another one.
  await page.reload();
  await expect(page.getByText('The last import, feed.csv, added 11,000 addresses.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo import…' }).click();
  await dialog(page).getByRole('button', { name: 'Remove 11,000 addresses' }).click();
  await expect(page.getByText('Undone. 11,000 addresses were removed again.')).toBeVisible({ timeout: 120_000 });
  await page.getByRole('link', { name: 'Open list' }).click();
  await expect(page.getByText('of 1', { exact: false }).first()).toBeVisible();
  await expect(row(page, '10.0.0.9')).toBeVisible();
});

test('an import whose connection is cut goes on from there', async ({ page, context, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  const id = await makeList(page, site, unique('Cut'), []);
  await page.goto(`${site.origin('acme')}${LIST}/${id}/import`);
  await page.getByLabel('Addresses').fill('192.0.2.1\n192.0.2.2');
  await page.getByRole('button', { name: 'Check addresses' }).click();
  await expect(page.getByText('2 addresses would be added.')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Add 2 addresses' }).click();
  await expect(page.getByText('The import paused.')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('2 addresses were added.', { exact: true })).toBeVisible();
});

test('an address is looked up: where it is, and what that does', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  const policy_id = await makePolicy(page, site);
  const domain = `${unique('looked')}.example.org`;
  await makeDomain(page, site, domain, { policy_id });
  const black = unique('Scanners');
  const white = unique('Partners');
  await makeList(page, site, black, ['203.0.113.64/26'], { policy_id });
  await page.goto(`${site.origin('acme')}${LIST}`);
  const box = page.getByLabel('Which lists have an address').first();
  await box.fill('10.0.0.5/8');
  await expect(page.getByText('For the whole network write 10.0.0.0/8.')).toBeVisible();
  await box.fill('203.0.113.77');
  const found = page.getByRole('table', { name: 'Which lists have an address' });
  const rowOf = (name: string) => found.getByRole('row').filter({ has: page.getByRole('link', { name }) });
  await expect(rowOf(black)).toContainText('Blocked on 1 domain');
  await expect(rowOf(black)).toContainText(domain);
  await makeList(page, site, white, ['203.0.113.77'], { policy_id, ip_set_type: 2 });
  await page.reload();
  await expect(rowOf(black)).toContainText(`whitelist ${white} wins`);
  await expect(rowOf(white)).toContainText(`wins over ${black}`);
  await found.getByRole('link', { name: white }).click();
  await expect(page.getByRole('heading', { level: 1, name: white })).toBeVisible();
});

test('addresses are switched, disabled together, deleted and saved', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  const id = await makeList(page, site, unique('Some'), ['192.0.2.1', '192.0.2.2', '192.0.2.3']);
  await page.goto(`${site.origin('acme')}${LIST}/${id}`);
  const on = page.getByRole('switch', { name: '192.0.2.1 enabled' });
  await on.click();
  await expect(on).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(page.getByRole('switch', { name: '192.0.2.3 enabled' })).not.toBeChecked();
  await rowAction(page, '192.0.2.2', 'Delete…');
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row(page, '192.0.2.2')).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await pageAction(page, 'Download as text');
  expect((await saved).suggestedFilename()).toMatch(/^Some.*\.txt$/);
});

test('a policy gets a list, and gives it back', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  const name = unique('Bound');
  await makeList(page, site, name, ['192.0.2.1']);
  const policy_id = await makePolicy(page, site);
  await page.goto(`${site.origin('acme')}/guard/policies/${policy_id}?tab=lists`);
  await page.getByRole('button', { name: 'Bind a list' }).click();
  await dialog(page).getByRole('combobox', { name: 'List' }).click();
  await page.getByRole('option', { name }).click();
  await dialog(page).getByRole('button', { name: 'Bind a list' }).click();
  await expect(row(page, name)).toContainText('Blacklist');
  await rowAction(page, name, 'Unbind…');
  await dialog(page).getByRole('button', { name: 'Unbind list' }).click();
  await expect(page.getByText('No IP lists in this policy')).toBeVisible();
});

for (const mode of MODES) {
  test(`IP lists are accessible and fit a phone in ${mode.locale}, ${mode.theme}`, async ({ page, site }) => {
    await signIn(page, site, 'acme', 'acme-other');
    const id = await makeList(page, site, unique('Seen'), ['198.51.100.64/26', '192.0.2.1']);
    await setMode(page, site.origin('acme'), mode);
    const origin = site.origin('acme');
    for (const path of [`${LIST}?ip=198.51.100.77`, `${LIST}/${id}`]) {
      await visit(page, `${origin}${path}`);
      await expectAccessible(page);
    }
    await visit(page, `${origin}${LIST}/${id}/import`);
    await chooseFile(page, 'feed.csv', 'ip\n198.51.100.300\n192.0.2.1\n10.0.0.5/8');
    await expect(row(page, '198.51.100.300')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
    for (const path of [`${LIST}?ip=198.51.100.77`, `${LIST}/${id}`]) {
      await visit(page, `${origin}${path}`);
      await expectAccessible(page);
      await expectFits(page);
    }
  });
}
