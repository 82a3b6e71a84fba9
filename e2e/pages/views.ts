import { expect, type Page } from '@playwright/test';
import { dialog } from './dialog';

/** The button of the list's views, in both languages; it says which view is chosen. */
export const viewButton = (page: Page, name: string | RegExp = /^(Views|View: |视图)/) =>
  page.locator('#content').getByRole('button', { name });

/** The menu, open. */
export async function openViews(page: Page) {
  await viewButton(page).click();
  const menu = page.getByRole('menu').last();
  await expect(menu.getByRole('menuitem', { name: /Save as…|另存为…/ })).toBeVisible();
  return menu;
}

export async function chooseFromViews(page: Page, role: 'menuitem' | 'menuitemradio', name: string | RegExp) {
  const menu = await openViews(page);
  await menu.getByRole(role, { name }).click();
}

/** Saves what the list shows as a view. */
export async function saveView(page: Page, name: string, ...boxes: string[]): Promise<void> {
  await chooseFromViews(page, 'menuitem', 'Save as…');
  await dialog(page).getByLabel('Name').fill(name);
  for (const box of boxes) await dialog(page).getByLabel(box).check();
  await dialog(page).getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText('View saved').first()).toBeVisible();
  await expect(viewButton(page, `View: ${name}`)).toBeVisible();
}
