import type { BrowserContext, Page } from '@playwright/test';
import { expect, type Mode, setMode, signIn, test } from '../fixtures';

/** Kinds of what a page loads, and the limits of DESIGN 9 in KiB as transferred; fonts weigh more where Han is written. */
const LIMITS = { script: 300, html: 12, css: 15 };
/** The overview says what sixteen charts show, and why one is empty; the limit of a list page is no measure for it. */
const OVERVIEW_HTML = 16;
const LIST_SCRIPT = 250;
const FONTS = { 'en-US': 120, 'zh-CN': 350 };
type Weight = Record<'script' | 'html' | 'css' | 'fonts' | 'other', number>;

const KINDS: Record<string, keyof Weight> = { Document: 'html', Script: 'script', Stylesheet: 'css', Font: 'fonts' };

/** Charts bring their own code, which has no limit here. */
const PAGES = [
  { path: '/login', script: LIMITS.script, html: LIMITS.html },
  { path: '/guard/domains', script: LIST_SCRIPT, html: LIMITS.html },
  { path: '/guard/policies', script: LIST_SCRIPT, html: LIMITS.html },
  { path: '/guard/certs', script: LIST_SCRIPT, html: LIMITS.html },
  { path: '/guard/bwlist', script: LIST_SCRIPT, html: LIMITS.html },
  { path: '/analytics/events', script: LIST_SCRIPT, html: LIMITS.html },
  { path: '/analytics/alerts/rules', script: LIST_SCRIPT, html: LIMITS.html },
  { path: '/analytics/alerts/rules/new', script: LIST_SCRIPT, html: LIMITS.html },
  { path: '/analytics/alerts/channels', script: LIST_SCRIPT, html: LIMITS.html },
  { path: '/analytics/overview', script: Number.POSITIVE_INFINITY, html: OVERVIEW_HTML },
] as const;

/** How long after a page its shell fetches what may be needed later, which is no part of the first load however slow that is. */
const LATER_MS = 1_500;

function leaveOutLater(later_ms: number) {
  const start = window.setTimeout.bind(window);
  const others = (work: () => void, ms?: number) => (ms === later_ms ? 0 : start(work, ms));
  window.setTimeout = others as typeof window.setTimeout;
}

/** Bodies as they came over the wire, compressed, until the page asks for nothing more. */
async function weigh(page: Page, url: string): Promise<Weight> {
  const weight: Weight = { script: 0, html: 0, css: 0, fonts: 0, other: 0 };
  const kinds = new Map<string, { kind: keyof Weight; head: number }>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, type, response }) =>
    kinds.set(requestId, { kind: KINDS[type] ?? 'other', head: response.encodedDataLength }),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { kind, head } = kinds.get(requestId) ?? { kind: 'other', head: 0 };
    weight[kind] += (encodedDataLength - head) / 1024;
  });
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  return weight;
}

const shown = (weight: Weight) =>
  Object.entries(weight)
    .map(([kind, kib]) => `${kind} ${kib.toFixed(1)}`)
    .join(', ');

for (const locale of ['en-US', 'zh-CN'] as const) {
  test(`what a first load weighs, ${locale}`, async ({ browser, page, site }) => {
    const origin = site.origin('acme');
    const mode: Mode = { locale, theme: 'light' };
    await signIn(page, site, 'acme', 'acme-root');
    const cookies = await page.context().cookies(origin);
    for (const { path, script, html } of PAGES) {
      // Nothing is cached in a context of its own.
      const context: BrowserContext = await browser.newContext();
      const fresh = await context.newPage();
      await fresh.addInitScript(leaveOutLater, LATER_MS);
      await setMode(fresh, origin, mode);
      if (path !== '/login') await context.addCookies(cookies.filter(({ name }) => name.endsWith('sid')));
      const weight = await weigh(fresh, `${origin}${path}`);
      process.stdout.write(`${locale} ${path}: ${shown(weight)} KiB\n`);
      expect.soft(weight.script, `script of ${path}`).toBeLessThanOrEqual(script);
      expect.soft(weight.html, `HTML of ${path}`).toBeLessThanOrEqual(html);
      expect.soft(weight.css, `CSS of ${path}`).toBeLessThanOrEqual(LIMITS.css);
      expect.soft(weight.fonts, `fonts of ${path}`).toBeLessThanOrEqual(FONTS[locale]);
      await context.close();
    }
  });
}

test('a page asks for another one once somebody reaches for it, and no sooner', async ({ page, site }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    // Where nobody has pointed yet the browser points at the corner, and there is the link to the first page.
    if (searchParams.has('_rsc') && pathname !== '/') asked.push(pathname);
  });
  await signIn(page, site, 'acme', 'acme-root');
  await page.goto(`${site.origin('acme')}/guard/domains`);
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await page.getByRole('link', { name: 'Certificates' }).hover();
  await expect.poll(() => asked).toContain('/guard/certs');
  expect(new Set(asked)).toEqual(new Set(['/guard/certs']));
});

test('what the build made comes packed, and is asked for once', async ({ page, site }) => {
  const answers = new Map<string, Record<string, string>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/_next\/static\/.*\.(js|css)$/.test(pathname)) answers.set(pathname, response.headers());
  });
  await page.goto(`${site.origin('acme')}/login`);
  await page.waitForLoadState('networkidle');
  expect(answers.size).toBeGreaterThan(5);
  for (const [path, headers] of answers) {
    expect(headers['cache-control'], path).toBe('public, max-age=31536000, immutable');
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    if (Number(headers['content-length']) >= 1024) expect(headers['content-encoding'], path).toBe('gzip');
  }
});
