import { expect, expectAccessible, expectFits, MODES, setMode, signIn, test, visit } from '../fixtures';
import { api, makeDomain, sendEvents, unique } from '../objects';
import { openAs } from '../pages/console';
import { dialog } from '../pages/dialog';
import { row, rowAction } from '../pages/list';
import { openPalette } from '../pages/palette';

const LIST = '/analytics/alerts/rules';
const HOUR_MS = 3_600_000;

test('a rule is tried on past traffic, added, found, switched, changed and deleted', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, site, 'acme', 'acme-root');
  const origin = site.origin('acme');
  const host = `${unique('ruled')}.example.com`;
  await makeDomain(page, site, host);
  // All of them within one window.
  const at = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 26 * HOUR_MS;
  const events = Array.from({ length: 40 }, (_, n) => ({
    time: at + n * 1_000,
    request_id: `${host}-${n}`,
    host,
    path: '/',
    client_ip: '203.0.113.9',
    status: n < 10 ? 502 : 200,
  }));
  await sendEvents(browser, site, host, events);
  const channel = unique('On call');
  await api(page, site, 'POST', '/api/analytics/alert-channels', {
    name: channel,
    kind: 'slack',
    url: 'https://hooks.slack.com/services/T/B/x',
  });

  await page.goto(`${origin}${LIST}`);
  await openPalette(page);
  await page.keyboard.type('create alert rule');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${LIST}/new`));
  await expect(page.getByText('Fires when: Share of 5xx answers above 5% within 5 minutes')).toBeVisible();
  await page.getByRole('button', { name: 'Create alert rule' }).click();
  await expect(page.getByText('Required.')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();

  const name = unique('Errors');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Domain', { exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Search', exact: true })).toBeFocused();
  await page.keyboard.type(host);
  await page.getByRole('option', { name: host }).click();
  await page.getByLabel('Minimum volume').fill('10');
  await page.getByRole('checkbox', { name: channel }).check();
  await page.getByRole('button', { name: 'Dry run' }).click();
  const result = page.getByRole('status').filter({ hasText: 'It would' });
  await expect(result).toHaveText('It would have fired once, on 1 day of the last 30.');
  await expect(page.getByText('25%, above 5%')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Would have fired' })).toBeVisible();

  // The answer stays while the form has moved on, and says so.
  await page.getByRole('textbox', { name: 'Threshold' }).fill('60');
  await expect(page.getByText('The form has changed since.')).toBeVisible();
  await expect(result).toHaveText(/fired once/);
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByText('It would not have fired:')).toBeVisible();
  await expect(page.getByText('The form has changed since.')).toHaveCount(0);

  await page.getByRole('checkbox', { name: 'Only at certain hours' }).check();
  await expect(page.getByRole('checkbox', { name: 'Mon' })).toBeChecked();
  await page.getByRole('button', { name: 'Create alert rule' }).click();
  await expect(page.getByText('Alert rule created')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await expect(row(page, name)).toContainText('Share of 5xx answers above 60');
  await expect(row(page, name)).toContainText(channel);
  await expect(row(page, name)).toContainText('Never');

  await page.getByRole('switch', { name: `${name} is on` }).click();
  await expect(page.getByRole('switch', { name: `${name} is on` })).not.toBeChecked();

  await row(page, name).getByRole('link', { name }).click();
  await expect(page.getByRole('textbox', { name: 'Threshold' })).toHaveValue('60');
  await page.getByText('Spike', { exact: true }).click();
  await expect(page.getByText('Compares the measure with the same time on the days before')).toBeVisible();
  await page.getByLabel('Standard deviations').fill('4');
  await page.getByRole('button', { name: 'Save alert rule' }).click();
  await expect(page.getByText('Alert rule saved')).toBeVisible();
  await expect(row(page, name)).toContainText('far above the usual (4 deviations, 7 days)');
  const { list } = await api(page, site, 'GET', `/api/analytics/alert-rules?keyword=${name}`);
  expect(list).toMatchObject([
    { domain: host, status: 1, policy_type: 'spike', deviations: 4, schedule: { start_minute: 540 } },
  ]);

  await rowAction(page, name, 'Delete…');
  await expect(dialog(page)).toContainText('It is off and not evaluated now');
  await dialog(page).getByRole('button', { name: 'Delete alert rule' }).click();
  await expect(page.getByText('Alert rule deleted')).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
});

test('a rule for all domains is tried on the one with the most requests', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-other');
  const host = `${unique('busy')}.example.com`;
  await makeDomain(page, site, host);
  const time = Date.now() - 60_000;
  // More than any other journey of the same tenant sends to a domain.
  const events = Array.from({ length: 2_000 }, (_, n) => ({
    time,
    request_id: `${host}-${n}`,
    host,
    path: '/',
    status: 200,
  }));
  await sendEvents(browser, site, host, events);
  await makeDomain(page, site, `${unique('silent')}.example.com`);
  await visit(page, `${site.origin('acme')}${LIST}/new`);
  await expect(page.getByLabel('Tried on')).toHaveText(host);
});

test('on a slow line two presses create one rule, and switch it once', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const origin = site.origin('acme');
  const written: string[] = [];
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/console/api/analytics/alert-rules**', async (route) => {
    const method = route.request().method();
    if (method === 'GET') return route.continue();
    written.push(method);
    if (method === 'PUT') await asked;
    await route.continue();
  });
  await page.goto(`${origin}${LIST}/new`);
  const name = unique('Pressed twice');
  await page.getByLabel('Name').fill(name);
  // As a busy browser hears a double click: both before anything is drawn.
  await page.getByRole('button', { name: 'Create alert rule' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(page).toHaveURL(`${origin}${LIST}`);
  const toggle = row(page, name).getByRole('switch');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-busy', 'true');
  await expect(toggle).not.toBeChecked();
  await toggle.click();
  answer();
  await expect(page.getByText(`${name} is off`)).toBeVisible();
  await expect(toggle).not.toBeChecked();
  expect(written).toEqual(['POST', 'PUT']);
});

test('rules are read by everybody: both languages, both themes, a phone', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const origin = site.origin('acme');
  const host = `${unique('shown')}.example.com`;
  const domain_id = await makeDomain(page, site, host);
  const at = Date.now() - 26 * HOUR_MS;
  const events = Array.from({ length: 30 }, (_, n) => ({
    ...{ time: at - (n % 3) * 50 * HOUR_MS, request_id: `${host}-${n}`, host, path: '/', client_ip: '203.0.113.9' },
    status: 200,
  }));
  await sendEvents(browser, site, host, events);
  const schedule = { days: [1, 5], start_minute: 1_320, end_minute: 360, time_zone: 'Asia/Shanghai' };
  const rule = { name: unique('Many'), domain_id, metric: 'requests', threshold: 5, schedule: null };
  const { id } = await api(page, site, 'POST', '/api/analytics/alert-rules', rule);
  await api(page, site, 'POST', '/api/analytics/alert-rules', { ...rule, name: unique('At night'), schedule });
  const run = { 'en-US': 'Dry run', 'zh-CN': '回测' } as const;
  for (const mode of MODES) {
    await setMode(page, origin, mode);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      for (const path of [LIST, `${LIST}/new`, `${LIST}/${id}`]) {
        await visit(page, `${origin}${path}`);
        if (path.endsWith(String(id))) {
          await page.getByRole('button', { name: run[mode.locale], exact: true }).click();
          await expect(page.getByRole('slider')).toBeVisible();
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        }
        await expectFits(page);
        await expectAccessible(page);
      }
    }
  }
});

test('who has no rules reads what one is for, and who may not see them what they lack', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  await expect(page.getByText('No alert rules yet')).toBeVisible();
  await expect(page.getByText('more than 5% of a shop’s answers')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${site.origin('acme')}${LIST}?keyword=nothing`);
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await openAs(page, site, 'acme-nobody', LIST);
  await expect(page.getByText('analytics.alertrule.list')).toBeVisible();
});
