import type { CDPSession, Page } from '@playwright/test';
import { expect, signIn, test } from '../fixtures';
import { everyAddress } from '../pages/addresses';
import { isAlive } from '../pages/answering';

/** Answers come after the first paint and one after another, so that what each moves is seen: the first so late, each other so much later. */
const LATE = { first_ms: 100, next_ms: 40 };
/** How long nothing may be asked for, nor be a skeleton, before a page counts as loaded. */
const QUIET_MS = 150;

/** The share of a window that may move while a page loads (DESIGN 9). */
const LIMIT = 0.02;

const WIDTHS = [390, 1024, 1440];
/** It draws any document below another, and how high one gets only the document says. */
const UNMEASURED = '/workbench';

type Moved = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
type LayoutShift = { value: number; hadRecentInput: boolean; sources: Moved[] };
type Shift = { value: number; what: string };
/** What a page notes of itself: what moved, and since when it waits for nothing, in the browser's milliseconds. */
type Noted = { shifts: Shift[]; unanswered: number; quiet_since?: number };

/** Lets answers be late, and notes what moved without anybody having pressed something. */
function watchLoading({ first_ms, next_ms }: typeof LATE) {
  const noted: Noted = { shifts: [], unanswered: 0 };
  Object.assign(window, { noted });
  let asked = 0;
  const painted = new Promise<void>((resolve) => {
    const paints = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
    });
    paints.observe({ type: 'paint', buffered: true });
  });
  const ask = window.fetch;
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.includes('/console/api/')) return ask(input, init);
    noted.unanswered += 1;
    const late_ms = first_ms + next_ms * asked++;
    try {
      await painted;
      await new Promise((resolve) => setTimeout(resolve, late_ms));
      return await ask(input, init);
    } finally {
      noted.unanswered -= 1;
    }
  };
  const boxOf = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
  const nameOf = (node: Node | null) =>
    node instanceof HTMLElement ? node.className || node.tagName : (node?.textContent ?? '?');
  const observer = new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries() as unknown as LayoutShift[]) {
      if (hadRecentInput) continue;
      const what = sources.map(
        ({ node, previousRect, currentRect }) =>
          `${boxOf(previousRect)} → ${boxOf(currentRect)}: ${nameOf(node).slice(0, 60)}`,
      );
      noted.shifts.push({ value, what: what.join(' | ') });
    }
  });
  observer.observe({ type: 'layout-shift', buffered: true });
}

/** Nothing has been on its way, nor been a skeleton, for so long. */
function isQuiet(quiet_ms: number): boolean {
  const { noted } = window as unknown as { noted: Noted };
  const isBusy =
    noted.unanswered > 0 || !document.querySelector('h1') || document.querySelector('[data-skeleton]') !== null;
  noted.quiet_since = isBusy ? undefined : (noted.quiet_since ?? performance.now());
  return noted.quiet_since !== undefined && performance.now() - noted.quiet_since >= quiet_ms;
}

/** Opens an address as somebody does who was never there: fonts come late, and what they move is seen. Answers what moved until it was loaded. */
async function load(page: Page, browser: CDPSession, url: string): Promise<Shift[]> {
  await browser.send('Network.clearBrowserCache');
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(isAlive);
  await page.waitForFunction(isQuiet, QUIET_MS, { polling: 50 });
  return page.evaluate(() => (window as unknown as { noted: Noted }).noted.shifts);
}

// A worker each: one window after another they would be the longest journey by far.
test.describe.configure({ mode: 'parallel' });

for (const width of WIDTHS) {
  test(`no page moves while it loads, ${width} px`, async ({ page, site }) => {
    test.setTimeout(900_000);
    await signIn(page, site, 'default', 'admin');
    const addresses = await everyAddress(page, site);
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(watchLoading, LATE);
    const browser = await page.context().newCDPSession(page);
    for (const address of addresses) {
      if (address === UNMEASURED) continue;
      const shifts = await load(page, browser, `${site.origin('default')}${address}`);
      const moved = shifts.reduce((sum, { value }) => sum + value, 0);
      // Most first and on one line, so that a summary of the run says what moved.
      const most = shifts.toSorted((a, b) => b.value - a.value);
      const what = most.map((shift) => `${shift.value.toFixed(3)} ${shift.what}`).join('; ');
      expect.soft(moved, `${address}: ${what}`).toBeLessThanOrEqual(LIMIT);
    }
  });
}
