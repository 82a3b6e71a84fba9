import type { Page } from '@playwright/test';
import { expect } from '../fixtures';

export const WIDTHS = [1440, 1280, 1024];
/** A column of less says nothing, in px. */
const READABLE = 40;

/** What is wrong with how wide the tables of the page are: those that scroll sideways, and columns that cannot be read. */
const faults = (page: Page) =>
  page.locator('div:has(> table.table)').evaluateAll(
    (parts, least) =>
      parts.flatMap((part) => {
        const heads = [...part.querySelectorAll<HTMLElement>('th[data-column]')];
        const over = part.scrollWidth - part.clientWidth;
        return [
          ...(over > 0 ? [`scrolls by ${over} px: ${heads.map((head) => head.textContent)}`] : []),
          ...heads.filter((head) => head.offsetWidth < least).map((head) => `narrow: ${head.textContent}`),
          ...heads.filter((head) => head.scrollWidth > head.clientWidth).map((head) => `cut: ${head.textContent}`),
          ...[...part.querySelectorAll<HTMLElement>('td span[title]')]
            .filter((text) => getComputedStyle(text).overflowX === 'visible' && text.clientWidth > 0)
            .filter((text) => text.scrollWidth > text.clientWidth)
            .map((text) => `over its neighbour: ${text.title}`),
        ];
      }),
    READABLE,
  );

/** Every table of the page is whole and readable at each width of a desk. */
export async function expectTablesFit(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => faults(page), `${name} at ${width} px`).toEqual([]);
  }
}
