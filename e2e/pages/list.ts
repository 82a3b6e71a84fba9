import { expect, type Page } from '@playwright/test';

export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** By the menu's name, since the one before it may still be fading. */
async function choose(page: Page, menu: string, action: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menu', { name: menu, exact: true }).getByRole('menuitem', { name: action }).click();
}

/** Chooses from the menu at the end of a row. */
export const rowAction = (page: Page, name: string, action: string | RegExp) =>
  choose(page, `Actions for ${name}`, action);

/** Chooses from the menu at the head of a page. */
export const pageAction = (page: Page, action: string | RegExp) => choose(page, 'Actions', action);

/** Searches the list without the mouse, and leaves the field so that single keys act on the rows again. */
export async function searchByKey(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(text);
  await expect(page).toHaveURL((url) => url.searchParams.get('keyword') === text);
  await page.keyboard.press('Escape');
}
