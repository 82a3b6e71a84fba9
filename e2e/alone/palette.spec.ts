import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { openAs } from '../pages/console';
import { paletteBox, paletteReady } from '../pages/palette';

/** Opened for the first time so often at most, since what else a machine does at one time is not the palette's. */
const TIMES = 15;
const AT_ONCE_MS = 100;

/** Milliseconds from a key or a touch, by the browser's own clock, until a frame shows the list. */
async function timeToList(page: Page, event: 'keydown' | 'click', open: () => Promise<void>): Promise<number> {
  const measured = page.evaluate(
    (name) =>
      new Promise<number>((resolve) =>
        addEventListener(
          name,
          ({ timeStamp }) => {
            const look = () => {
              const isListed = document.querySelector('[role=option]')?.checkVisibility({ opacityProperty: false });
              if (isListed) resolve(performance.now() - timeStamp);
              else requestAnimationFrame(look);
            };
            look();
          },
          { capture: true, once: true },
        ),
      ),
    event,
  );
  await open();
  await expect(paletteBox(page)).toBeVisible();
  const ms = await measured;
  await page.keyboard.press('Escape');
  await expect(paletteBox(page)).toBeHidden();
  return ms;
}

for (const { device, width, height } of [
  { device: 'a desk', width: 1440, height: 900 },
  { device: 'a phone', width: 390, height: 844 },
]) {
  test(`the palette first opens within ${AT_ONCE_MS} ms on ${device}`, async ({ page, site }) => {
    await page.setViewportSize({ width, height });
    await openAs(page, site, 'acme-root', '/guard/policies');
    const isPhone = device === 'a phone';
    const press = () => page.keyboard.press('Control+k');
    const touch = () => page.getByRole('button', { name: 'Search or jump to' }).click();
    const times: number[] = [];
    while (times.length < TIMES && !times.some((ms) => ms < AT_ONCE_MS)) {
      await page.reload();
      await paletteReady(page);
      times.push(await timeToList(page, isPhone ? 'click' : 'keydown', isPhone ? touch : press));
    }
    test.info().annotations.push({ type: 'ms to the list', description: times.map((ms) => ms.toFixed(0)).join(', ') });
    expect(Math.min(...times)).toBeLessThan(AT_ONCE_MS);
  });
}
