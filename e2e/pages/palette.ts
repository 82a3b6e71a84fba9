import { expect, type Page } from '@playwright/test';

export const paletteBox = (page: Page) => page.getByRole('combobox', { name: /^(Search or jump to|搜索或跳转)$/ });

export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(paletteBox(page)).toBeFocused();
}
