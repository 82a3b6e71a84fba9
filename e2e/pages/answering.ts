import { expect, type Page, type Request } from '@playwright/test';

/** React has taken over everything that can be pressed or typed into, but for what the code editor draws by itself. */
export const isAlive = () =>
  !document.querySelector('script[src*="/_next/"]') ||
  [...document.querySelectorAll(':is(button, input, select, textarea, a[href]):not(.cm-editor *)')].every((part) =>
    Object.keys(part).some((key) => key.startsWith('__reactProps')),
  );

/** What React still owes after it drew: the effects that listen for keys come with the next quiet moment. */
export const atRest = (page: Page, timeout: number) =>
  page.evaluate((limit) => new Promise((rest) => requestIdleCallback(rest, { timeout: limit })), timeout);

/** What each page waits for an answer to; of what the document before it asked for nobody waits. */
const unanswered = new WeakMap<Page, Set<Request>>();

/** Follows what a page asks for, from now on. */
function follow(page: Page): Set<Request> {
  const known = unanswered.get(page);
  if (known) return known;
  const pending = new Set<Request>();
  unanswered.set(page, pending);
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) pending.clear();
    pending.add(request);
  });
  const end = (request: Request) => pending.delete(request);
  page.on('requestfinished', end).on('requestfailed', end);
  return pending;
}

/**
 * Waits until everything that the page asked for is here, and drawn. `networkidle` says nothing of that: a busy browser may
 * pause between a script and what it asks for, and once a page has reached it, nothing later takes it back.
 */
export async function answered(page: Page): Promise<void> {
  const pending = follow(page);
  const isQuiet = async () => {
    if (pending.size > 0) return false;
    await atRest(page, 5_000);
    return pending.size === 0;
  };
  // Twice: what came last may have more to ask for.
  await expect.poll(async () => (await isQuiet()) && (await isQuiet()), { timeout: 60_000 }).toBe(true);
}

/** Pages that went to another address since somebody waited for them. */
const arriving = new WeakMap<Page, boolean>();

/**
 * Waits, after a link or a form has led somewhere else, until that page answers. A page that a journey opened by itself is known from its first
 * press on.
 */
export async function whenAlive(page: Page): Promise<void> {
  if (!arriving.has(page)) {
    answering(page);
    arriving.set(page, true);
  }
  if (!arriving.get(page)) return;
  arriving.set(page, false);
  await page.waitForFunction(isAlive);
}

/** Lets no press wait where scripts are switched off: nothing takes such a page over. */
export function withoutScripts(page: Page): void {
  arriving.set(page, false);
}

/** Lets `goto` and `reload` wait until the page answers a key: a journey is faster than anybody's hand. */
export function answering(page: Page): void {
  arriving.set(page, false);
  follow(page);
  page.on('framenavigated', (frame) => frame === page.mainFrame() && arriving.set(page, true));
  for (const name of ['goto', 'reload'] as const) {
    const open: (...args: never[]) => ReturnType<Page['goto']> = page[name].bind(page);
    page[name] = async (...args: unknown[]) => {
      const response = await open(...(args as never[]));
      const { waitUntil } = (args.at(-1) ?? {}) as { waitUntil?: string };
      // Whoever waits for the first byte alone means to be earlier than the page.
      arriving.set(page, false);
      if (waitUntil !== 'commit') await page.waitForFunction(isAlive).then(() => atRest(page, 5_000));
      return response;
    };
  }
}

/** Does what brings scripts, and waits until they are here. */
export async function loaded(page: Page, act: () => Promise<void>): Promise<void> {
  const first = page.waitForRequest((request) => request.resourceType() === 'script');
  await act();
  await first;
  await answered(page);
}
