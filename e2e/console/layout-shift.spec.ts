import type { Browser, Page } from '@playwright/test';
import { expect, type Site, signIn, test } from '../fixtures';
import { api, decide, makeDomain, makePolicy, sendEvents, unique } from '../objects';

/** What an answer of the API takes longer than here, so that what waits for it is drawn before. */
const DELAY_MS = 300;

/** The share of a window that may move while a page loads (DESIGN 9). */
const LIMIT = 0.02;

/** Adds up what moved without anybody having pressed something. */
function watchShifts() {
  const entries: { value: number; what: string }[] = [];
  Object.assign(window, { shifts: entries });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as LayoutShift[]) {
      if (entry.hadRecentInput) continue;
      const what = entry.sources.map(({ node }) => (node instanceof Element ? node.className || node.tagName : '?'));
      entries.push({ value: entry.value, what: what.join(' | ') });
    }
  });
  observer.observe({ type: 'layout-shift', buffered: true });
}

type LayoutShift = { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
type Shifts = { value: number; what: string }[];

const APPROVED = 4;

/** Two kinds of requests, so that charts have a legend. */
const trafficOf = (host: string) =>
  Array.from({ length: 40 }, (_, n) => ({
    time: Date.now() - n * 600_000,
    request_id: `${host}-${n}`,
    host,
    path: `/page/${n % 7}`,
    status: n % 4 === 0 ? 403 : 200,
    action: n % 4 === 0 ? 'block' : 'pass',
  }));

async function pathsOf(page: Page, site: Site, browser: Browser): Promise<string[]> {
  const host = `${unique('steady')}.example.com`;
  const policy = await makePolicy(page, site);
  const domain = await makeDomain(page, site, host, { policy_id: policy });
  await decide(browser, site, domain, APPROVED);
  await sendEvents(browser, site, host, trafficOf(host));
  const key = await api(page, site, 'POST', '/api/sys/api-keys', { name: unique('Steady'), expires_in_days: 30 });
  const detail = [`/guard/domains/${domain}`, `/guard/policies/${policy}`, `/sys/api-keys/${key.key_id}`];
  const lists = ['/guard/domains', '/guard/policies', '/guard/certs', '/sys/users', '/sys/roles', '/sys/api-keys'];
  const others = ['/analytics/overview', '/sys/audit', '/sys/audit/operations', '/sys/audit/sign-ins', '/profile'];
  return [...lists, ...others, ...detail, '/guard/domains/new'];
}

for (const width of [1440, 390]) {
  test(`no page moves while it loads, ${width} px`, async ({ page, browser, site }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, site, 'acme', 'acme-root');
    const paths = await pathsOf(page, site, browser);
    await page.addInitScript(watchShifts);
    await page.route('**/{api,console/api}/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
      await route.continue();
    });
    for (const path of paths) {
      await page.goto(`${site.origin('acme')}${path}`);
      await page.waitForLoadState('networkidle');
      const shifts = await page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts);
      const moved = shifts.reduce((sum, { value }) => sum + value, 0);
      process.stdout.write(`${width} ${path.replace(/[\w-]{20,}/, '…')}: ${moved.toFixed(4)}\n`);
      expect
        .soft(moved, `${path}: ${shifts.map(({ what, value }) => `${value.toFixed(3)} ${what}`).join('\n')}`)
        .toBeLessThanOrEqual(LIMIT);
    }
  });
}
