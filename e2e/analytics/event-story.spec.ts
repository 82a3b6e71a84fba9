import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, MODES, type Site, setMode, signIn, test, visit } from '../fixtures';
import { api, as, decide, makeDomain, sendEvents, unique } from '../objects';
import { late } from '../pages/late';
import { chooseFromViews, openViews, saveView, viewButton } from '../pages/views';

const HOSTILE: string[] = (
  JSON.parse(readFileSync('fixtures/hostile/naughty-strings.json', 'utf8')) as string[]
).filter((text) => /^<(img|svg|script|iframe)\b/i.test(text) && text.length < 200 && text.trim() === text);
/** Every attack comes from an address of its own. */
let attackers = 0;

type Told = { host: string; domain_id: string; attacker: string; events: string };

/** An approved domain with an attack on it now, and one of the day before its first release. */
async function attacked(page: Page, site: Site, browser: Browser): Promise<Told> {
  const host = `${unique('story')}.example.com`;
  const domain_id = await makeDomain(page, site, host);
  await decide(browser, site, domain_id, 4);
  const releases = () => api(page, site, 'GET', `/api/guard/domains/${domain_id}/releases`);
  await expect.poll(async () => (await releases()).total).toBe(1);
  const now = Date.now();
  const attacker = `203.0.113.${++attackers}`;
  const common = { host, client_ip: attacker, method: 'GET', status: 200, user_agent: HOSTILE[0] };
  const matches = HOSTILE.slice(0, 12).map((text, i) => ({
    rule_id: 941_100 + i,
    message: text,
    severity: 2,
    attack_class: 'xss',
    variable: 'ARGS:q',
    data: text,
  }));
  const own = { rule_id: 7, message: 'Access rule 7 of policy p-1', severity: 0, attack_class: 'other' };
  await sendEvents(browser, site, host, [
    { ...common, time: now - 2_000, request_id: `${host}-before`, path: '/before' },
    {
      ...common,
      time: now,
      request_id: `${host}-attack`,
      path: '/search',
      query: `q=${HOSTILE[1]}`,
      status: 403,
      action: 'block',
      attack_class: 'xss',
      rule_id: 941_100,
      score: 10,
      matches: [...matches, { ...own, variable: '', data: '' }],
    },
    { ...common, time: now + 1, request_id: `${host}-after`, path: '/after' },
    { ...common, time: now - 3_600_000, request_id: `${host}-early`, path: '/early' },
  ]);
  return { host, domain_id, attacker, events: `${site.origin('acme')}/analytics/events?domain_id=${domain_id}` };
}

const panel = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });
const firstRow = (page: Page) => page.locator('[data-row-open]').first();
/** What a table says in sight: a row says what was asked for twice, for phones and for others. */
const seen = (page: Page, text: string) => page.getByText(text, { exact: true }).filter({ visible: true });
const live = (page: Page) => page.getByRole('button', { name: 'Live', exact: true });

for (const { locale, country } of [
  { locale: 'en-US', country: 'Serbia' },
  { locale: 'zh-CN', country: '塞尔维亚' },
] as const) {
  test(`an event names the country of its address in ${locale}`, async ({ page, browser, site }) => {
    await signIn(page, site, 'acme', 'acme-root');
    const host = `${unique('country')}.example.com`;
    const domain_id = await makeDomain(page, site, host);
    const event = { host, client_ip: '100.43.83.137', path: '/', status: 200, time: Date.now(), request_id: host };
    await sendEvents(browser, site, host, [{ ...event, country: 'RS' }]);
    const { list } = await api(page, site, 'GET', `/api/analytics/events?domain_id=${domain_id}`);
    await setMode(page, site.origin('acme'), { locale, theme: 'light' });
    await page.goto(`${site.origin('acme')}/analytics/events/${list[0].event_id}`);
    await expect(page.getByRole('definition').filter({ hasText: country })).toBeVisible();
  });
}

test('a request has its whole story on one page, with markup as text', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-other');
  const { host, domain_id, attacker, events } = await attacked(page, site, browser);
  await visit(page, `${events}&filter=action:block`);
  await firstRow(page).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Open as a page' }).click();
  await expect(page).toHaveURL(/\/analytics\/events\/[0-9a-f]{16}$/);
  await expect(page.getByRole('heading', { level: 1, name: `GET ${host}` })).toBeVisible();
  await expect(panel(page, 'Verdict')).toContainText('Blocked by rule 941100.');
  await expect(panel(page, 'Client')).toContainText(attacker);
  await expect(panel(page, 'Request')).toContainText(`GET /search?q=${HOSTILE[1]}`);
  for (const text of HOSTILE.slice(0, 12)) await expect(panel(page, 'Matched rules')).toContainText(text);
  const rule = panel(page, 'Matched rules').getByRole('link', { name: 'Access rule 7 of the policy' });
  await expect(rule).toHaveAttribute('href', '/guard/policies/p-1?tab=acl&rule=7');
  expect(await page.locator('main').locator('img, iframe, script, [onerror], [onload]').count()).toBe(0);

  const around = panel(page, 'Same address, five minutes either way');
  await expect(around).toContainText('3 requests');
  await expect(around.locator('tr[aria-current]')).toContainText('/search');
  const address = await around.getByRole('link', { name: 'Show in events' }).getAttribute('href');
  expect(address).toContain(`filter=client_ip%3A${attacker}`);

  const inForce = panel(page, 'Configuration at the time');
  await inForce.getByRole('link', { name: `${host}: release r1` }).click();
  await expect(page).toHaveURL(new RegExp(`/guard/domains/${domain_id}\\?.*release`));
  await expect(page.getByRole('dialog')).toContainText('Release r1');

  await visit(page, `${events}&keyword=/early`);
  await firstRow(page).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Open as a page' }).click();
  await expect(inForce).toContainText('No release is known for that time');
  await expect(panel(page, 'Verdict')).toContainText('Passed: no rule matched.');
  await expect(panel(page, 'Matched rules')).toContainText('No rule matched this request.');
});

test('what a list or a rate limit refused leads to it', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-other');
  const host = `${unique('refused')}.example.com`;
  const domain_id = await makeDomain(page, site, host);
  const line = (kind: string, fields: object) => ({
    ...{
      host,
      client_ip: '203.0.113.9',
      method: 'GET',
      path: `/${kind}`,
      time: Date.now(),
      request_id: `${host}-${kind}`,
    },
    ...fields,
  });
  const match = (rule_id: number, message: string) => [{ rule_id, message, severity: 0, variable: '', data: '' }];
  const listed = { action: 'block', attack_class: 'other', matches: match(0, 'IP list 41 of policy p-1') };
  const limited = { action: 'limit', rule_id: 21, matches: match(21, 'Rate limit 21 of policy p-1') };
  await sendEvents(browser, site, host, [
    line('listed', { status: 403, ...listed }),
    line('limited', { status: 429, ...limited }),
  ]);
  const open = async (kind: string) => {
    await visit(page, `${site.origin('acme')}/analytics/events?domain_id=${domain_id}&keyword=/${kind}`);
    await firstRow(page).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Open as a page' }).click();
  };
  await open('listed');
  await expect(panel(page, 'Verdict')).toContainText('Blocked by a blacklist.');
  const list = panel(page, 'Matched rules').getByRole('link', { name: 'IP list 41' });
  await expect(list).toHaveAttribute('href', '/guard/bwlist/41');
  await open('limited');
  await expect(panel(page, 'Verdict')).toContainText('Limited by rule 21.');
  const rule = panel(page, 'Matched rules').getByRole('link', { name: 'CC rule 21 of the policy' });
  await expect(rule).toHaveAttribute('href', '/guard/policies/p-1?tab=cc&rule=21');
});

test('a request of somebody else is not there', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-other');
  const { domain_id, attacker } = await attacked(page, site, browser);
  const { list } = await api(page, site, 'GET', `/api/analytics/events?domain_id=${domain_id}`);
  await as(browser, site, 'acme', 'acme-child', async (stranger, origin) => {
    for (const id of [list[0].event_id, '0123456789abcdef', 'none']) {
      await stranger.goto(`${origin}/analytics/events/${id}`);
      await expect(stranger.getByRole('link', { name: /Back/ })).toBeVisible();
      await expect(stranger.locator('main')).not.toContainText(attacker);
    }
  });
});

test('a search is saved as a view, shared with a colleague and downloaded', async ({ page, browser, site }) => {
  const name = unique('Blocked searches');
  await signIn(page, site, 'acme', 'acme-root');
  const { host, domain_id, events } = await attacked(page, site, browser);
  await visit(page, `${events}&filter=action:block&keyword=search`);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await saveView(page, name);
  await page.reload();
  await expect(viewButton(page, `View: ${name}`)).toBeVisible();
  await chooseFromViews(page, 'menuitem', 'Share with colleagues');
  await expect(page.getByText(`View ${name} shared`)).toBeVisible();
  await as(browser, site, 'acme', 'acme-child', async (colleague, origin) => {
    await attacked(colleague, site, browser);
    await colleague.goto(`${origin}/analytics/events`);
    await (await openViews(colleague)).getByRole('menuitemradio', { name }).click();
    await expect(colleague).toHaveURL(new RegExp(`domain_id=${domain_id}.*filter=action(:|%3A)block.*keyword=search`));
    // A view is shared, its domain is not: the filters of it are, once the domain is let go.
    await colleague.getByRole('button', { name: 'Show all domains' }).click();
    await expect(colleague.getByRole('searchbox')).toHaveValue('search');
  });

  for (const [format, found] of [
    ['CSV', `"${host}"`],
    ['NDJSON', `"host":"${host}"`],
  ] as const) {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: format, exact: true }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^events-.*\\.${format.toLowerCase()}$`));
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(format === 'CSV' ? 2 : 1);
    expect(lines.at(-1)).toContain(found);
  }
});

test('an export under way is not asked for again', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const { host } = await attacked(page, site, browser);
  const asked: string[] = [];
  const answer = await late(page, '**/events/export?**', (route) => {
    asked.push(route.request().url());
    return route.continue();
  });
  await visit(page, `${site.origin('acme')}/analytics/events?keyword=${host}`);
  const button = page.getByRole('button', { name: 'Export', exact: true });
  await button.click();
  const csv = page.getByRole('menuitem', { name: 'CSV', exact: true });
  const download = page.waitForEvent('download');
  await csv.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(csv).toBeHidden();
  // Playwright alone would wait until it is enabled.
  await button.click({ force: true });
  await button.focus();
  await page.keyboard.press('ArrowDown');
  await expect(csv).toBeHidden();
  answer();
  await download;
  expect(asked).toHaveLength(1);
});

test('new requests appear as they come, and wait while somebody reads', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-other');
  const { host, events } = await attacked(page, site, browser);
  let sent = 0;
  const send = async (count: number) => {
    const batch = Array.from({ length: count }, () => ({
      time: Date.now(),
      host,
      status: 200,
      method: 'GET',
      path: `/new-${++sent}`,
      request_id: `${host}-new-${sent}`,
    }));
    await sendEvents(browser, site, `${host}-${sent}`, batch);
  };
  await visit(page, events);
  await live(page).click();
  await expect(page).toHaveURL(/live=true/);
  await expect(page.locator('main').getByRole('status').filter({ hasText: 'Live' })).toBeVisible();
  await expect(seen(page, '/after')).toBeVisible();
  await expect(seen(page, '/early')).toHaveCount(0);
  await send(1);
  await expect(seen(page, '/new-1')).toBeVisible();

  await firstRow(page).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await send(3);
  await expect(page.getByText('3 new', { exact: true })).toBeVisible();
  await expect(seen(page, '/new-4')).toHaveCount(0);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(seen(page, '/new-4')).toBeVisible();

  await send(60);
  await expect(seen(page, '/new-64')).toBeVisible();
  await firstRow(page).hover();
  await page.mouse.wheel(0, 900);
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await send(2);
  await expect(page.getByText('2 new', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(seen(page, '/new-66')).toBeInViewport();

  await live(page).click();
  await expect(page).not.toHaveURL(/live/);
  await expect(seen(page, '/early')).toHaveCount(0);
});

test('a page that follows asks seldom, not at all while hidden, and says why it waits', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, site, 'acme', 'acme-other');
  const { events } = await attacked(page, site, browser);
  let asked = 0;
  let refuse = false;
  await page.route('**/console/api/analytics/events?*window=last_5m*', async (route) => {
    asked++;
    if (!refuse) return route.continue();
    await route.fulfill({
      status: 429,
      headers: { 'Retry-After': '120' },
      json: { code: 1, message: 'Too much is waiting.', err_key: 'err.x', data: { category: 'rate' } },
    });
  });
  await page.clock.install();
  await visit(page, events);
  await live(page).click();
  await expect(seen(page, '/after')).toBeVisible();
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((to) => {
      Object.defineProperty(document, 'visibilityState', { value: to, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await show('hidden');
  const before = asked;
  await page.clock.runFor(60_000);
  expect(asked - before).toBeLessThanOrEqual(1);
  refuse = true;
  await show('visible');
  await page.clock.runFor(2_500);
  await expect(page.getByText('Live updates are waiting.')).toBeVisible();
  await expect(page.getByText(/Too much is waiting\. Next try in \d+ s\./)).toBeVisible();
  await expect(seen(page, '/after')).toBeVisible();
  const refused = asked;
  // The clock of the page goes on by itself as well, for as long as the lines before it took.
  await page.clock.runFor(20_000);
  expect(asked).toBe(refused);
  refuse = false;
  await page.clock.runFor(105_000);
  await expect(page.getByText('Live updates are waiting.')).toHaveCount(0);
});

for (const mode of MODES) {
  test(`the story and the live list in ${mode.locale}, ${mode.theme}, on a phone too`, async ({
    page,
    browser,
    site,
  }) => {
    await signIn(page, site, 'acme', 'acme-other');
    const { events, domain_id } = await attacked(page, site, browser);
    const blocked = `/api/analytics/events?domain_id=${domain_id}&filter=action:block`;
    const [{ event_id }] = (await api(page, site, 'GET', blocked)).list;
    await setMode(page, site.origin('acme'), mode);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await visit(page, `${site.origin('acme')}/analytics/events/${event_id}`);
      await expect(seen(page, '/after')).toBeVisible();
      await expectFits(page);
      await expectAccessible(page);
      await page.goto(`${events}&live=true`);
      await expect(seen(page, '/after')).toBeVisible();
      await expectFits(page);
      await expectAccessible(page);
      await firstRow(page).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectFits(page);
      await expectAccessible(page);
    }
  });
}
