import type { Browser, Page } from '@playwright/test';
import { expect, MODES, type Site, setMode, signIn, test, visit } from '../fixtures';
import { api, decide, makeDomain, makePolicy, sendEvents, unique } from '../objects';
import { settled } from '../pages/console';

/** Widths between a tablet and the narrowest page that has its aside beside it. */
const WIDTHS = [900, 1024, 1199, 1200, 1279];

async function pathsOf(page: Page, site: Site, browser: Browser): Promise<string[]> {
  const policy_id = await makePolicy(page, site);
  const host = `${unique('panels')}.example.com`;
  const domain = await makeDomain(page, site, host, { policy_id });
  await decide(browser, site, domain, 4);
  const time = Date.now() - 60_000;
  await sendEvents(browser, site, host, [{ time, request_id: host, host, path: '/', status: 403, action: 'block' }]);
  const key = await api(page, site, 'POST', '/api/sys/api-keys', { name: unique('Panels'), expires_in_days: 30 });
  const { list: users } = await api(page, site, 'GET', '/api/sys/users');
  return [
    `/guard/domains/${domain}`,
    `/guard/policies/${policy_id}`,
    `/sys/users/${users[0].user_id}`,
    `/sys/api-keys/${key.key_id}`,
    '/sys/audit',
    '/profile',
    '/analytics/overview',
  ];
}

/** Rows of panels that leave room at their end, and heads, facts and tabs that are cut. */
function misplaced(): string[] {
  const found: string[] = [];
  const panels = [...document.querySelectorAll('main section')].filter(
    (panel) => !panel.parentElement?.closest('section'),
  );
  for (const parent of new Set(panels.map((panel) => panel.parentElement))) {
    if (!parent) continue;
    const ends = new Map<number, { right: number; name: string }>();
    for (const panel of parent.querySelectorAll(':scope > section')) {
      const { top, right } = panel.getBoundingClientRect();
      const name = panel.querySelector('h2')?.textContent ?? '';
      if (right > (ends.get(Math.round(top))?.right ?? 0)) ends.set(Math.round(top), { right, name });
    }
    const edge = parent.getBoundingClientRect().right;
    for (const { right, name } of ends.values()) if (edge - right > 2) found.push(`alone: ${name}`);
  }
  for (const text of document.querySelectorAll('main h2, main dl > div > dd, main .tabs')) {
    if (text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 2) {
      found.push(`cut: ${text.textContent}`);
    }
  }
  return found;
}

for (const mode of MODES) {
  test(`no panel is left alone in its row and nothing is cut, in ${mode.locale}`, async ({ page, browser, site }) => {
    await signIn(page, site, 'acme', 'acme-root');
    const paths = await pathsOf(page, site, browser);
    await setMode(page, site.origin('acme'), mode);
    for (const path of paths) {
      await visit(page, `${site.origin('acme')}${path}`);
      await settled(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => page.evaluate(misplaced), `${path} at ${width} px`).toEqual([]);
      }
    }
  });
}

test('a list of requests shows hosts whole beside long paths', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const host = 'list.example.com';
  const domain = await makeDomain(page, site, host, { policy_id: await makePolicy(page, site) });
  await decide(browser, site, domain, 4);
  const path = `/products/${'rather-long-names/'.repeat(8)}`;
  const time = Date.now() - 60_000;
  await sendEvents(browser, site, host, [{ time, request_id: unique('long'), host, path, status: 200, method: 'GET' }]);
  await page.setViewportSize({ width: 1440, height: 1000 });
  await visit(page, `${site.origin('acme')}/analytics/access?domain_id=${domain}`);
  const cell = page.getByRole('region', { name: 'Latest requests' }).getByRole('cell', { name: host });
  await expect(cell).toBeVisible();
  const isCut = await cell.evaluate((found) =>
    [found, ...found.querySelectorAll('*')].some((one) => one.scrollWidth > one.clientWidth + 1),
  );
  expect(isCut).toBe(false);
});
