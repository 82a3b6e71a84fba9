import { expect, test } from '../fixtures';
import { makeDomain, unique } from '../objects';
import { openAs, settled } from '../pages/console';

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
