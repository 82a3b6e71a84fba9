import type { Page } from '@playwright/test';
import { layout as access } from '@/lib/analytics/charts/pages/access/layout';
import { layout as ai } from '@/lib/analytics/charts/pages/ai/layout';
import { layout as alert } from '@/lib/analytics/charts/pages/alert/layout';
import { layout as bot } from '@/lib/analytics/charts/pages/bot/layout';
import { layout as cache } from '@/lib/analytics/charts/pages/cache/layout';
import { layout as closure } from '@/lib/analytics/charts/pages/closure/layout';
import { layout as health } from '@/lib/analytics/charts/pages/health/layout';
import { layout as ops } from '@/lib/analytics/charts/pages/ops/layout';
import { layout as protect } from '@/lib/analytics/charts/pages/protect/layout';
import { analytics } from '@/lib/analytics/query/contract';
import { panel } from '../attack';
import { expect, expectAccessible, expectFits, MODES, type Site, setMode, signIn, test, visit } from '../fixtures';
import { makeDomain, sendEvents, unique } from '../objects';

const PAGES = { access, protect, ai, bot, alert, health, ops, closure, cache };
/** What people did belongs to no domain. */
const addressOf = (name: string, domain_id: string) =>
  `/analytics/${name}${name === 'ops' ? '' : `?domain_id=${domain_id}`}`;
const AGENTS = {
  browser: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  crawler: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  ai: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  tool: 'curl/8.5.0',
};
const REQUESTS = 20;

/** Something of everything that a page of charts tells apart. */
const mixed = (host: string) =>
  Array.from({ length: REQUESTS }, (_, n) => ({
    time: Date.now() - n * 120_000 - 30_000,
    request_id: `${host}-${n}`,
    host,
    method: n % 5 === 0 ? 'POST' : 'GET',
    path: `/page/${n % 6}`,
    client_ip: `203.0.113.${n % 9}`,
    user_agent: Object.values(AGENTS)[n % 4],
    cache_status: ['hit', 'miss', 'bypass', ''][n % 4],
    status: [200, 200, 403, 502][n % 4],
    upstream_status: n % 4 === 3 ? 502 : 200,
    latency_ms: 10 + n,
    bytes_out: 2_000 + n,
    action: n % 4 === 2 ? 'block' : 'pass',
    ...(n % 4 === 2 ? { attack_class: 'sqli', rule_id: 942100, score: 10 } : {}),
  }));

/** Titles of panels of which less than all can be read. */
const cut = (page: Page) =>
  page.locator('main section h2').evaluateAll((all) =>
    all.flatMap(({ scrollWidth, clientWidth, scrollHeight, clientHeight, textContent }) => {
      return scrollWidth > clientWidth || scrollHeight > clientHeight + 2 ? [textContent] : [];
    }),
  );

const titles = (page: Page) => page.getByRole('main').locator('section h2').allTextContents();

test('each page of charts shows every chart it declares, and its figures lead to their requests', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, site, 'acme', 'acme-root');
  const host = `${unique('charts')}.example.com`;
  const domain_id = await makeDomain(page, site, host);
  await sendEvents(browser, site, host, mixed(host));
  for (const [name, { figures, panels }] of Object.entries(PAGES)) {
    await visit(page, site.origin('acme') + addressOf(name, domain_id));
    const main = page.getByRole('main');
    await expect.poll(() => titles(page), name).toHaveLength(panels.length);
    await expect(main.locator('.kpi-strip > li')).toHaveCount(figures.length);
    await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
    for (const failure of ['did not load', 'The answer breaks the chart contract', 'Try again']) {
      await expect(main.getByText(failure), `${name}: ${failure}`).toHaveCount(0);
    }
  }

  // An empty panel says why, and every panel which time it is about, how old it is and whether it is all.
  await visit(page, site.origin('acme') + addressOf('closure', domain_id));
  await expect(page.getByText('No alert fired in this time range').first()).toBeVisible();
  await page.getByRole('button', { name: 'More for Handled and pending' }).click();
  await page.getByRole('menuitem', { name: 'About this chart…' }).click();
  const about = page.getByRole('dialog', { name: 'Handled and pending' });
  for (const term of ['Time range', 'Updated', 'Complete', 'Source', 'Bucket']) {
    await expect(about.getByText(term, { exact: true })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(about).toBeHidden();

  // A tab takes the domain and the range along.
  await page.getByRole('navigation', { name: 'Pages of charts' }).getByRole('link', { name: 'Access' }).click();
  await expect(page).toHaveURL(new RegExp(`/analytics/access\\?domain_id=${domain_id}`));
  // A slice opens with the button that chooses.
  const ring = panel(page, 'Methods').getByRole('img', { name: /GET/ });
  const position = { x: 124, y: 70 };
  await ring.click({ position });
  await expect(page.getByRole('dialog', { name: 'GET' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await ring.click({ button: 'right', position });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: new RegExp(`^Requests.* ${REQUESTS}\\b`) }).click();
  await page.getByRole('link', { name: `Open the ${REQUESTS} requests` }).click();
  await expect(page.getByText(`1–${REQUESTS} of ${REQUESTS}`)).toBeVisible();
});

test('an address says in which zone its times are, so that a link shows a colleague the same', async ({
  page,
  site,
}) => {
  const origin = site.origin('acme');
  await signIn(page, site, 'acme', 'acme-root');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  await visit(page, `${origin}/analytics/access`);
  const status = page.getByRole('list', { name: 'Data status' });
  await expect(status).toContainText('UTC+8');
  await page.getByText('7 d', { exact: true }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/time_window=last_7d&tz=Asia\/Shanghai/);

  const copied = async (entry: string) => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe('');
    return new URL(await page.evaluate(() => navigator.clipboard.readText())).searchParams;
  };
  const relative = await copied('Copy link');
  expect([relative.get('time_window'), relative.get('tz'), relative.has('stime')]).toEqual([
    'last_7d',
    'Asia/Shanghai',
    false,
  ]);
  const fixed = await copied('Copy link with fixed times');
  expect(Number(fixed.get('etime')) - Number(fixed.get('stime'))).toBe(7 * 86_400_000);
  expect(fixed.get('tz')).toBe('Asia/Shanghai');

  const end = Date.UTC(2026, 10, 20, 20);
  const absolute = `stime=${end - 3_600_000}&etime=${end}`;
  for (const [tz, shown] of [
    ['Asia/Tokyo', '2026-11-21 04:00 – 11-21 05:00 UTC+9'],
    ['Nowhere/Land', '2026-11-21 03:00 – 11-21 04:00 UTC+8'],
  ] as const) {
    await visit(page, `${origin}/analytics/access?${absolute}&tz=${tz}`);
    await expect(status).toContainText(shown);
  }
  await expectAccessible(page);
});

for (const mode of MODES) {
  test(`pages of charts fit a phone and pass axe with traffic, in ${mode.locale}`, async ({ page, browser, site }) => {
    await signIn(page, site, 'acme', 'acme-root');
    const host = `${unique('phone')}.example.com`;
    const domain_id = await makeDomain(page, site, host);
    await sendEvents(browser, site, host, mixed(host));
    await setMode(page, site.origin('acme'), mode);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const name of Object.keys(PAGES)) {
      await visit(page, site.origin('acme') + addressOf(name, domain_id));
      await expectFits(page);
      await expect.poll(() => cut(page), name).toEqual([]);
      await expectAccessible(page, 'main');
    }
  });
}

test('a page of charts asks again by itself as often as its address says', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await page.clock.install();
  await visit(page, `${site.origin('acme')}/analytics/overview`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Every 30 s' }).click();
  await expect(page).toHaveURL(/refresh=30s/);
  for (const again of [() => Promise.resolve(), () => page.reload()]) {
    await again();
    await expect(page.getByRole('list', { name: 'Data status' })).toBeVisible();
    const asked = page.waitForRequest((request) => request.url().includes(analytics.batch.path));
    await page.clock.fastForward(30_000);
    await asked;
  }
});

test('a time range of one’s own is taken as typed, and not where it cannot be read', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await visit(page, `${site.origin('acme')}/analytics/access`);
  await page.getByText('Custom', { exact: true }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Custom time range' });
  await dialog.getByText('Fixed', { exact: true }).click();
  const [from, to] = [dialog.getByRole('textbox', { name: 'From' }), dialog.getByRole('textbox', { name: 'To' })];
  const before = page.url();
  await from.fill('yesterday');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(from).toBeFocused();
  await expect(from).toHaveValue('yesterday');
  expect(page.url()).toBe(before);

  await from.fill('2026-02-30 10:00');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('This day does not exist.')).toBeVisible();

  const time = (millis: number) => new Date(millis + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
  const start = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 86_400_000;
  await from.fill(time(start));
  await to.fill(time(start - 60_000));
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(to).toBeFocused();
  await expect(to).toHaveAccessibleDescription(/^The end must be after the start/);
  await to.fill('tomorrow');
  await expect(dialog.getByText('The end must be after the start')).toBeHidden();
  await to.fill(time(start + 7_200_000));
  await to.press('Enter');
  await expect(page).toHaveURL(new RegExp(`stime=${start}&etime=${start + 7_200_000}`));
  await expect(dialog).toBeHidden();
});

test('a span of one’s own that is no whole number is refused where it was typed', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await visit(page, `${site.origin('acme')}/analytics/access`);
  await page.getByText('Custom', { exact: true }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Custom time range' });
  await expect(dialog.getByText('Both times are in')).toBeHidden();
  const last = dialog.getByLabel('The last');
  await last.fill('1.5');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(last).toBeFocused();
  await expect(last).toHaveAttribute('aria-invalid', 'true');
  await expect(last).toHaveAccessibleDescription('Use a whole number, from 1 minute to 90 days in all.');
  await last.fill('2');
  await expect(last).not.toHaveAttribute('aria-invalid', 'true');
  await dialog.getByText('Fixed', { exact: true }).click();
  await expect(dialog.getByText('Both times are in')).toBeVisible();
});

/** The dialog of a time range in Chinese, where what is wrong takes two lines, with a time that cannot be read. */
async function unreadableTime(page: Page, site: Site) {
  await signIn(page, site, 'acme', 'acme-root');
  await setMode(page, site.origin('acme'), { locale: 'zh-CN', theme: 'light' });
  await visit(page, `${site.origin('acme')}/analytics/access`);
  await page.getByText('自定义', { exact: true }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog', { name: '自定义时间范围' });
  await dialog.getByText('固定时间', { exact: true }).click();
  await dialog.getByRole('textbox', { name: '开始' }).fill('昨天');
  return dialog;
}

test('a time that cannot be read moves no button away from the pointer', async ({ page, site }) => {
  const dialog = await unreadableTime(page, site);
  const cancel = dialog.getByRole('button', { name: '取消' });
  await cancel.hover();
  const place = await cancel.boundingBox();
  await page.mouse.down();
  // Long enough for a message to be drawn.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await cancel.boundingBox()).toEqual(place);
  await page.mouse.up();
  await expect(dialog).toBeHidden();
});

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('a time that cannot be read moves no button away from the finger', async ({ page, site }) => {
    const dialog = await unreadableTime(page, site);
    await dialog.getByRole('button', { name: '关闭' }).tap();
    await expect(dialog).toBeHidden();
  });
});
