import type { Browser, Page } from '@playwright/test';
import { ACTIONS, ATTACK_CLASSES } from '@/lib/analytics/events/vocabulary';
import { navItems } from '../../lib/generated/nav';
import { expect, expectFits, type Site, setMode, signIn, test, visit } from '../fixtures';
import { api, makeDomain, makePolicy, sendEvents, unique } from '../objects';
import { expectTablesFit, WIDTHS } from '../pages/table-widths';

const DASHBOARDS = '/analytics/overview';
/** Lists that are a tab of their page. */
const TABS = ['/sys/audit/operations', '/sys/audit/sign-ins', '/sys/api-keys?tab=log'];

const PATH = '/checkout/of/a/cart/with/many/things/in/it/and/a/voucher';

/** The domain with an attack that this worker's Parapet has already. */
let attacked: string | undefined;

/** Objects with long names, so that each column is as wide as it gets; answers the id of a domain with an attack. */
async function fill(page: Page, site: Site, browser: Browser): Promise<string> {
  if (attacked) return attacked;
  const long = unique('a-service-with-a-rather-long-name');
  const host = `${long}.internal.example.com`;
  const policy_id = await makePolicy(page, site, `Policy of ${long}`, 'Changed with care and only on Mondays');
  const domain_id = await makeDomain(page, site, host, { policy_id, asset_name: 'The shop that everybody knows' });
  await makeDomain(page, site, `second.${host}`, { policy_id });
  await api(page, site, 'POST', '/api/sys/api-keys', { name: `Key of ${long}` });
  const url = 'https://hooks.slack.com/services/T/B/x';
  const channel = await api(page, site, 'POST', '/api/analytics/alert-channels', {
    name: `to-${long}`,
    kind: 'slack',
    url,
  });
  const alerts = { metric: 'requests', threshold: 1_000_000, schedule: null, channel_ids: [channel.id] };
  await api(page, site, 'POST', '/api/analytics/alert-rules', { name: `when-${long}`, domain_id, ...alerts });
  const event = { time: Date.now() - 60_000, host, path: PATH, status: 403 };
  const client_ip = '2001:db8:1234:5678:9abc:def0:1234:5678';
  const rest = { method: 'OPTIONS', client_ip, latency_ms: 12_345 };
  // Each verdict and class, since a column of words is as wide as the longest of them.
  const events = ACTIONS.flatMap((action) =>
    ATTACK_CLASSES.map((attack_class) => {
      const request_id = `${action}-${attack_class}-${host}`;
      return { ...event, ...rest, action, attack_class, request_id };
    }),
  );
  await sendEvents(browser, site, host, events);
  attacked = domain_id;
  return domain_id;
}

/** The list pages of a part of the console; dashboards have none. */
const listsOf = (area: string) =>
  [
    ...navItems.filter((item) => !('under' in item && item.under === DASHBOARDS)).map(({ href }) => href),
    ...TABS,
  ].filter((path) => path.startsWith(`/${area}/`) && path !== DASHBOARDS);

for (const locale of ['en-US', 'zh-CN'] as const) {
  for (const area of ['analytics', 'guard', 'sys']) {
    test(`no list of ${area} scrolls sideways from 1,024 px on, ${locale}`, async ({ page, site, browser }) => {
      await signIn(page, site, 'acme', 'acme-root');
      await fill(page, site, browser);
      await setMode(page, site.origin('acme'), { locale, theme: 'light' });
      for (const path of listsOf(area)) {
        await visit(page, `${site.origin('acme')}${path}`);
        await expectTablesFit(page, path);
        await expectFits(page);
      }
    });
  }
}

test('a table of a chart cuts what is long instead of scrolling sideways', async ({ page, site, browser }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const domain_id = await fill(page, site, browser);
  await visit(page, `${site.origin('acme')}/analytics/protect?domain_id=${domain_id}`);
  for (const choice of await page.getByRole('radio', { name: 'Show as table' }).all())
    await choice.check({ force: true });
  const path = page.getByRole('rowheader', { name: PATH });
  const table = page.locator('section:has(> table)').filter({ hasText: 'Limited' }).filter({ has: path });
  await expect(path).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => table.evaluate((part) => part.scrollWidth - part.clientWidth), `${width} px`).toBe(0);
  }
});

/** A domain whose requests have values as long as a column shows whole where it has few others beside it; answers its id. */
async function fillShort(page: Page, site: Site, browser: Browser): Promise<string> {
  const host = `${unique('s').slice(-8)}.example`;
  const domain_id = await makeDomain(page, site, host, {});
  const event = { time: Date.now() - 60_000, host, path: '/a/path/as/short', method: 'OPTIONS', status: 403 };
  const rest = { action: 'block', attack_class: 'rfi', client_ip: '203.113.213.199' };
  await sendEvents(browser, site, host, [{ ...event, ...rest, request_id: host.padEnd(16, 'x').slice(0, 16) }]);
  return domain_id;
}

for (const [values, makeTraffic] of [
  ['long', fill],
  ['short', fillShort],
] as const) {
  test(`the latest requests with ${values} values are seen without scrolling sideways`, async ({
    page,
    site,
    browser,
  }) => {
    await signIn(page, site, 'acme', 'acme-root');
    const domain_id = await makeTraffic(page, site, browser);
    for (const name of ['overview', 'access', 'protect']) {
      await visit(page, `${site.origin('acme')}/analytics/${name}?domain_id=${domain_id}`);
      const latest = page.locator('section[aria-label^="Latest"]');
      await expect(latest).toBeVisible();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await expect
          .poll(() => latest.evaluate((part) => part.scrollWidth - part.clientWidth), `${name}, ${width}`)
          .toBe(0);
      }
    }
  });
}
