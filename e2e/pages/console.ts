import { expect, type Page } from '@playwright/test';
import { type Oem, type Site, signIn } from '../fixtures';
import { answered } from './answering';

/** Opens a page of an OEM's console in somebody's session. */
export async function openAs(page: Page, site: Site, who: string, path: string, oem: Oem = 'acme') {
  await signIn(page, site, oem, who);
  return page.goto(`${site.origin(oem)}${path}`);
}

/** The page has its title, and all that it asked for, and has asked for nothing new for a moment. */
export async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await answered(page);
  const asked = () => page.evaluate(() => performance.getEntriesByType('resource').length);
  let before = -1;
  await expect
    .poll(
      async () => {
        const now = await asked();
        const isQuiet = now === before;
        before = now;
        return isQuiet;
      },
      { intervals: [300] },
    )
    .toBe(true);
}
