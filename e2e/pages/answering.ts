import type { Page } from '@playwright/test';

/** React has taken over everything that can be pressed or typed into. */
export const isAlive = () =>
  !document.querySelector('script[src*="/_next/"]') ||
  [...document.querySelectorAll('button, input, select, textarea, a[href]')].every((part) =>
    Object.keys(part).some((key) => key.startsWith('__reactProps')),
  );

/** What React still owes after it drew: the effects that listen for keys come with the next quiet moment. */
export const atRest = (page: Page, timeout: number) =>
  page.evaluate((limit) => new Promise((rest) => requestIdleCallback(rest, { timeout: limit })), timeout);

/** Lets `goto` and `reload` wait until the page answers a key: a journey is faster than anybody's hand. */
export function answering(page: Page): void {
  for (const name of ['goto', 'reload'] as const) {
    const open: (...args: never[]) => ReturnType<Page['goto']> = page[name].bind(page);
    page[name] = async (...args: unknown[]) => {
      const response = await open(...(args as never[]));
      const { waitUntil } = (args.at(-1) ?? {}) as { waitUntil?: string };
      if (waitUntil !== 'commit') await page.waitForFunction(isAlive).then(() => atRest(page, 5_000));
      return response;
    };
  }
}
