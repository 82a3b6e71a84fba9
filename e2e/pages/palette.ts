import { expect, type Page } from '@playwright/test';
import { settled } from './console';

export const paletteBox = (page: Page) => page.getByRole('combobox', { name: /^(Search or jump to|搜索或跳转)$/ });

export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(paletteBox(page)).toBeFocused();
}

/** The texts of other pages come a moment after the page, and the palette with them. */
export const hasTexts = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/texts\.[^/]*json/.test(name)));

export async function paletteReady(page: Page) {
  await expect.poll(() => hasTexts(page)).toBe(true);
  await settled(page);
}
