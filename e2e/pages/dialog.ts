import { expect, type Page } from '@playwright/test';

/** The dialog in front; notices have the same role. */
export const dialog = (page: Page) => page.locator('[role=dialog][aria-modal=true]');

/** Presses the button of a dialog that stays refused until the object's name is typed. */
export async function confirmByName(page: Page, name: string, button: string): Promise<void> {
  const confirm = dialog(page).getByRole('button', { name: button });
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await dialog(page).getByLabel('Type the name to confirm').fill(name);
  await confirm.click();
}
