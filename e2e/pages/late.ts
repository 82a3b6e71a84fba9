import type { Page, Route } from '@playwright/test';

/** Lets requests for an address wait until what it answers is called; `go` then does with each of them what is to be done. */
export async function late(
  page: Page,
  url: Parameters<Page['route']>[0],
  go: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, (route) => isReleased.then(() => go(route)));
  return release;
}
