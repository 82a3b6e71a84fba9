import { expect, test } from '../fixtures';
import { api, makeDomain, unique } from '../objects';
import { openAs, settled } from '../pages/console';
import { dialog } from '../pages/dialog';
import { row, rowAction } from '../pages/list';

// The keyboard goes on where it was, or where the next thing is to be typed.

test('the button of the filters has the focus again once their sheet is closed', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, site, 'acme-root', '/guard/policies');
  await makeDomain(page, site, `${unique('focus')}.example.org`);
  await page.goto(`${site.origin('acme')}/guard/domains`);
  await settled(page);
  const button = page.getByRole('button', { name: 'Filters' });
  for (const time of ['first', 'second']) {
    await button.press('Enter');
    await expect(page.getByRole('dialog'), time).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog'), time).toBeHidden();
    await expect(button, time).toBeFocused();
  }
});

test('a form that takes the place of its list has the focus in its first field', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', '/guard/forwards');
  await settled(page);
  await page.getByRole('button', { name: 'Create port forward' }).first().press('Enter');
  await expect(page.getByRole('combobox', { name: 'Domain' })).toBeFocused();
});

test('copying leaves the focus on its button where the browser has no clipboard', async ({ page, site }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await openAs(page, site, 'acme-root', '/profile');
  await settled(page);
  const button = page.getByRole('button', { name: /^Copy / }).first();
  await button.press('Enter');
  await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused();
});

test('on a phone the keyboard follows an operation of the reference, and comes back to its place', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, site, 'acme-root', '/docs');
  await settled(page);
  const operation = page.getByRole('button', { name: /^Delete a policy/ });
  await operation.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
  await expect(page.getByRole('heading', { name: /^Delete a policy/ })).toBeInViewport();
  await page.getByRole('button', { name: 'All operations' }).press('Enter');
  await expect(operation).toBeFocused();
  await expect(operation).toBeInViewport();
});

test('a page that a button leads to has the focus, and scrolls by keyboard', async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await openAs(page, site, 'acme-root', '/analytics/alerts/rules');
  await settled(page);
  await page.getByRole('button', { name: 'Create alert rule' }).first().press('Enter');
  await expect(page).toHaveURL(/\/alerts\/rules\/new$/);
  await expect(page.locator('#content')).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await settled(page);
  await page.keyboard.press('End');
  await expect.poll(() => page.locator('#content').evaluate((content) => content.scrollTop)).toBeGreaterThan(0);
});

test('the keyboard goes on at the row that was added, at the next one after a deletion, and at the heading', async ({
  page,
  site,
}) => {
  await openAs(page, site, 'acme-root', '/guard/bwlist');
  const list = await api(page, site, 'POST', '/api/guard/bwlist/sets', { name: unique('Focus'), ip_set_type: 1 });
  for (const ip_addr of ['192.0.2.1', '192.0.2.2']) {
    await api(page, site, 'POST', `/api/guard/bwlist/sets/${list.id}/ips`, { ip_addr });
  }
  await page.goto(`${site.origin('acme')}/guard/bwlist/${list.id}`);
  const focused = (text: string) =>
    row(page, text)
      .locator(':focus')
      .or(row(page, text).and(page.locator(':focus')));
  await page.getByRole('button', { name: 'Add address' }).first().press('Enter');
  await dialog(page).getByLabel('Address', { exact: true }).fill('192.0.2.3');
  await page.keyboard.press('Enter');
  await expect(row(page, '192.0.2.3')).toBeVisible();
  await expect(page.locator(':focus')).toHaveCount(1);

  await rowAction(page, '192.0.2.2', 'Delete…');
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await expect(row(page, '192.0.2.2')).toHaveCount(0);
  await expect(focused('192.0.2.1').or(focused('192.0.2.3')).first()).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
  await page.getByRole('button', { name: 'Delete…', exact: true }).press('Enter');
  await dialog(page)
    .getByRole('button', { name: /^Delete/ })
    .press('Enter');
  await expect(row(page, '192.0.2.1')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
