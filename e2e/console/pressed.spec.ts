import type { Page, Route } from '@playwright/test';
import { callApi, expect, signIn, test } from '../fixtures';

/** Holds back what the page sends to change something; answers what is held, and how to let it go. */
async function heldWrites(page: Page, path: string): Promise<{ held: Route[]; release: () => Promise<void> }> {
  const held: Route[] = [];
  let isOpen = false;
  await page.route(path, (route) => {
    if (isOpen || route.request().method() === 'GET') return route.fallback();
    held.push(route);
  });
  const release = async () => {
    isOpen = true;
    for (const route of held) await route.fallback();
  };
  return { held, release };
}

test('what a press sends is seen to be under way, and is sent once', async ({ page, site }) => {
  await signIn(page, site, 'default', 'admin');
  const origin = site.origin('default');
  await callApi(page, origin, 'POST', '/api/guard/nodes/sgp-1/enrolments');
  for (const { path, button, menu } of [
    { path: '/guard/nodes/sgp-1', button: 'Drain', menu: false },
    { path: '/guard/nodes/sgp-1', button: 'Revoke', menu: false },
    { path: '/guard/nodes?q=Singapore', button: 'Stop draining', menu: true },
  ]) {
    await page.goto(`${origin}${path}`);
    const { held, release } = await heldWrites(page, '**/console/api/guard/nodes/**');
    const pressed = menu
      ? page.getByRole('button', { name: 'Actions for Singapore 1' })
      : page.getByRole('button', { name: button, exact: true });
    await pressed.click();
    if (menu) await page.getByRole('menuitem', { name: button }).click();
    await expect(pressed).toHaveAttribute('aria-busy', 'true');
    await pressed.click({ force: true });
    await expect(page.getByRole('menuitem')).toHaveCount(0);
    expect(held).toHaveLength(1);
    await release();
    await expect(page.locator('button[aria-busy]')).toHaveCount(0);
    await page.unrouteAll();
  }
});
