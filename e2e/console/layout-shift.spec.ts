import { setTimeout } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { expect, signIn, test } from '../fixtures';
import { everyAddress } from '../pages/addresses';

/** Answers come one after another, so that what each of them moves is drawn: the first so late, each other so much later. */
const FIRST_MS = 100;
const NEXT_MS = 40;
/** How long nothing may be asked for, nor be a skeleton, before a page counts as loaded. */
const QUIET_MS = 150;

/** The share of a window that may move while a page loads (DESIGN 9). */
const LIMIT = 0.02;

const WIDTHS = [390, 1024, 1440];
/** It draws any document below another, and how high one gets only the document says. */
const UNMEASURED = '/workbench';

type LayoutShift = { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
type Shift = { value: number; what: string };

/** Notes what moved without anybody having pressed something. */
function watchShifts() {
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  const observer = new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries() as unknown as LayoutShift[]) {
      if (hadRecentInput) continue;
      const what = sources.map(({ node }) => (node instanceof HTMLElement ? node.className || node.tagName : '?'));
      shifts.push({ value, what: what.join(' | ') });
    }
  });
  observer.observe({ type: 'layout-shift', buffered: true });
}

/** A window of this width whose answers are late; what is answered opens an address in it and says what moved. */
async function openWindow(context: BrowserContext, width: number): Promise<(url: string) => Promise<Shift[]>> {
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 900 });
  await page.addInitScript(watchShifts);
  let asked = 0;
  let open = 0;
  await page.route('**/console/api/**', async (route) => {
    open += 1;
    await setTimeout(FIRST_MS + NEXT_MS * asked++);
    await route.continue();
    open -= 1;
  });
  const isBusy = async () =>
    open > 0 ||
    (await page.evaluate(() => !document.querySelector('h1') || !!document.querySelector('[data-skeleton]')));
  return async (url) => {
    asked = 0;
    await page.goto(url, { waitUntil: 'commit' });
    await expect
      .poll(async () => !(await isBusy()) && (await setTimeout(QUIET_MS, true)) && !(await isBusy()), {
        intervals: [50],
      })
      .toBe(true);
    return page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  };
}

// A worker each: one window after another they would be the longest journey by far.
test.describe.configure({ mode: 'parallel' });

for (const width of WIDTHS) {
  test(`no page moves while it loads, ${width} px`, async ({ page, context, site }) => {
    test.setTimeout(300_000);
    await signIn(page, site, 'default', 'admin');
    const addresses = await everyAddress(page, site);
    const load = await openWindow(context, width);
    for (const address of addresses) {
      if (address === UNMEASURED) continue;
      const shifts = await load(`${site.origin('default')}${address}`);
      const moved = shifts.reduce((sum, { value }) => sum + value, 0);
      const what = shifts.map((shift) => `${shift.value.toFixed(3)} ${shift.what}`).join('\n');
      expect.soft(moved, `${address}:\n${what}`).toBeLessThanOrEqual(LIMIT);
    }
  });
}
