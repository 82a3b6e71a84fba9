import { expect, expectAccessible, expectFits, MODES, setMode, signIn, test, visit } from '../fixtures';
import { api, decide, makeDomain, sendEvents, unique } from '../objects';
import { row, rowAction } from '../pages/list';
import { expectTablesFit } from '../pages/table-widths';

const LIST = '/analytics/alerts';
const MINUTE_MS = 60_000;

test('a rule fires, and its alert is handled, taken back and handled again', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const host = `${unique('alert-of-a-service-with-a-long-name')}.example.com`;
  const domain_id = await makeDomain(page, site, host);
  // Only domains that are approved are judged.
  await decide(browser, site, domain_id, 4);
  const now = Date.now();
  const events = Array.from({ length: 20 }, (_, n) => ({
    time: now - n * MINUTE_MS - 1_000,
    request_id: `${host}-${n}`,
    host,
    path: '/',
    client_ip: '203.0.113.9',
    status: 200,
  }));
  await sendEvents(browser, site, host, events);
  const rule = { name: 'Any request', domain_id, metric: 'requests', threshold: 0, window_minutes: 5 };
  await api(page, site, 'POST', '/api/analytics/alert-rules', rule);
  const fired = async () => (await api(page, site, 'GET', `/api/analytics/alerts?domain_id=${domain_id}`)).total;
  // Rules are judged once a minute.
  await expect.poll(fired, { timeout: 150_000, intervals: [3_000] }).toBe(1);

  await page.goto(`${site.origin('acme')}${LIST}?keyword=${host}`);
  const alert = row(page, host);
  await expect(alert).toContainText('Requests above 0');
  await expect(alert).toContainText('Pending');
  await rowAction(page, `Requests above 0, ${host}`, 'Mark as handled');
  await expect(page.getByText('Alert handled')).toBeVisible();
  await expect(alert).toContainText('Handled');
  await rowAction(page, `Requests above 0, ${host}`, 'Mark as pending');
  await expect(page.getByText('Alert pending again')).toBeVisible();
  await expect(alert).toContainText('Pending');

  await rowAction(page, `Requests above 0, ${host}`, 'Open the requests around it');
  await expect(page).toHaveURL(/\/analytics\/events\?/);
  const [judged] = (await api(page, site, 'GET', `/api/analytics/alerts?domain_id=${domain_id}`)).list;
  const { from, until } = await api(page, site, 'GET', `/api/analytics/alerts/${judged.id}/window`);
  const { searchParams } = new URL(page.url());
  const half = 30 * MINUTE_MS;
  expect(['domain_id', 'stime', 'etime'].map((name) => searchParams.get(name))).toEqual([
    domain_id,
    String(from - half),
    String(until + half),
  ]);
  await page.goto(`${site.origin('acme')}${LIST}?keyword=${host}`);
  await alert.getByRole('button', { name: /^Requests above 0/ }).click();
  await expect(page).toHaveURL(new RegExp(`/analytics/events\\?.*stime=${from - half}`));
  await page.goto(`${site.origin('acme')}${LIST}?keyword=${host}`);

  await page.getByRole('checkbox', { name: /^Select Requests above 0/ }).click();
  await page.getByRole('button', { name: 'Mark as handled' }).click();
  await expect(alert).toContainText('Handled');
  const { list } = await api(page, site, 'GET', `/api/analytics/alerts?domain_id=${domain_id}`);
  expect(list).toMatchObject([{ status: 1, domain: host }]);

  // Who handled most leads to what they handled.
  await visit(page, `${site.origin('acme')}/analytics/closure?domain_id=${domain_id}`);
  const handlers = page.locator('section', { has: page.getByRole('heading', { name: 'Handled by' }) });
  await handlers.getByRole('button', { name: 'acme-root' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Open the list' }).click();
  await expect(page).toHaveURL(/handler=acme-root/);
  await expect(page.getByText('Handled by acme-root')).toBeVisible();
  await expect(alert).toContainText('Handled');

  for (const mode of MODES) {
    await setMode(page, site.origin('acme'), mode);
    await visit(page, `${site.origin('acme')}${LIST}?keyword=${host}`);
    await expectAccessible(page);
    await visit(page, `${site.origin('acme')}/analytics/closure?domain_id=${domain_id}`);
    await expectAccessible(page, 'main');
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, `${site.origin('acme')}${LIST}?keyword=${host}`);
    await expectFits(page);
    await expectAccessible(page);
    await expectTablesFit(page, LIST);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test('who has no alerts reads what would bring one', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-other');
  await page.goto(`${site.origin('acme')}${LIST}`);
  await expect(page.getByText('No alerts yet')).toBeVisible();
  await expectAccessible(page);
});
