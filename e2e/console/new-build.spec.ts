import { expect, test } from '../fixtures';
import { makePolicy, unique } from '../objects';
import { openAs } from '../pages/console';
import { dialog } from '../pages/dialog';

const GONE = '**/_next/static/chunks/**';

test('a tab whose build is gone loads the new one, once, and keeps its address', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', '/profile');
  const name = unique('Upgraded');
  await makePolicy(page, site, name);
  const address = `${site.origin('acme')}/guard/policies?keyword=${name}`;
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  let loads = 0;
  page.on('load', () => (loads += 1));
  let isGone = true;
  page.on('request', (request) => (isGone &&= !request.isNavigationRequest()));
  await page.route(GONE, (route) => (isGone ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue()));
  await page.getByRole('button', { name: 'Create policy' }).click();
  await expect.poll(() => loads).toBe(1);
  await expect(page).toHaveURL(new RegExp(`keyword=${name}`));
  await page.waitForLoadState('networkidle');
  await expect(dialog(page)).toContainText('Create policy');
  expect(loads).toBe(1);
});
