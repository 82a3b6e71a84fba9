import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test } from '../fixtures';
import { makePolicy } from '../objects';
import { answered } from '../pages/answering';
import { dialog } from '../pages/dialog';

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const middleOf = async (button: Locator) => {
  const box = await button.boundingBox();
  return box && Math.round(box.y + box.height / 2);
};

/** Answers every write with a refusal of some length. */
const refuse = (page: Page) =>
  page.route('**/console/api/guard/policies**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({
          status: 400,
          json: {
            code: 1001,
            err_key: 'err.validation',
            message: 'It cannot be saved. '.repeat(8),
            data: { category: 'x' },
          },
        }),
  );

for (const window of WINDOWS) {
  test(`a refusal leaves the button of the dialog where it was pressed, ${window.width} px`, async ({ page, site }) => {
    await page.setViewportSize(window);
    await signIn(page, site, 'acme', 'acme-root');
    const policy_id = await makePolicy(page, site);
    await refuse(page);
    const forms = [
      { path: '/guard/policies?dialog=create', button: 'Create policy', fill: true },
      { path: `/guard/policies/${policy_id}?dialog=delete`, button: 'Delete policy', fill: false },
    ];
    for (const { path, button, fill } of forms) {
      await page.goto(`${site.origin('acme')}${path}`);
      if (fill) await dialog(page).getByLabel('Name', { exact: true }).fill('Name');
      const pressed = dialog(page).getByRole('button', { name: button });
      await expect(pressed).toBeVisible();
      // What a dialog says of its object comes later than its button.
      await answered(page);
      const before = await middleOf(pressed);
      await pressed.click();
      await expect(dialog(page).getByRole('alert')).toBeVisible();
      expect(await middleOf(pressed), path).toBe(before);
    }
  });
}
