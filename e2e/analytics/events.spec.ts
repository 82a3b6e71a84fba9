import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, MODES, type Site, setMode, signIn, test, visit } from '../fixtures';
import { makeDomain, sendEvents, unique } from '../objects';
import { searchByKey } from '../pages/list';

const INJECTED = '<img src=x onerror=alert(1)>';
const MATCHES = [
  { rule_id: 920350, message: 'Host header is a numeric address', severity: 4, attack_class: 'protocol_violation' },
  {
    rule_id: 941100,
    message: 'XSS Attack Detected via libinjection',
    severity: 2,
    attack_class: 'xss',
    variable: 'ARGS:q',
    data: `Matched Data: ${INJECTED}`,
  },
];

/** A domain with one attack and four ordinary requests; answers the address of its events. */
async function eventsOf(page: Page, site: Site, browser: Browser): Promise<string> {
  const host = `${unique('events')}.example.com`;
  const domain_id = await makeDomain(page, site, host);
  const at = (n: number) => ({ time: Date.now() - 60_000 - n * 1_000, request_id: `${host}-${n}`, host, status: 200 });
  const events = [
    ...['/', '/cart', '/cart', '/checkout'].map((path, n) => ({ ...at(n), path, client_ip: '198.51.100.23' })),
    {
      ...at(4),
      path: '/search',
      client_ip: '203.0.113.66',
      status: 403,
      action: 'block',
      attack_class: 'xss',
      rule_id: 941100,
      score: 10,
      matches: MATCHES.map((match) => ({ variable: '', data: '', ...match })),
    },
  ];
  await sendEvents(browser, site, host, events);
  return `${site.origin('acme')}/analytics/events?domain_id=${domain_id}`;
}

const filters = (page: Page) => page.getByRole('list', { name: 'Filters of this page' });
const form = (page: Page) => page.getByRole('dialog', { name: 'Add filter' });

async function choose(page: Page, field: string, option: string): Promise<void> {
  await form(page).getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('the strip above the events counts them over time, narrows to a verdict and zooms in', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, site, 'acme', 'acme-other');
  await visit(page, await eventsOf(page, site, browser));
  const bars = page.getByRole('slider', { name: 'Requests over time' });
  await expect(bars).toHaveAttribute('aria-valuetext', /^5 requests from /);
  const blocked = page.getByRole('button', { name: 'Blocked 1', pressed: false });
  await blocked.click();
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await expect(filters(page)).toContainText('Blocked');
  await page.getByRole('button', { name: 'Blocked 1', pressed: true }).click();
  await expect(page.getByText('1–5 of 5')).toBeVisible();

  const box = await bars.boundingBox();
  if (!box) throw new Error('there are no bars');
  await bars.click({ button: 'right' });
  await expect(page).not.toHaveURL(/stime=/);
  // The requests are of the last minutes, at the right end of the day.
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/stime=\d+&etime=\d+/);
  await expect(page.getByText('1–5 of 5')).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/stime=/);

  await bars.focus();
  await page.keyboard.press('End');
  for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowLeft');
  await expect(bars).toHaveAttribute('aria-valuetext', /^5 requests from /);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/stime=\d+&etime=\d+/);
  await expect(page.getByText('1–5 of 5')).toBeVisible();
});

test('events are found by text and narrowed by any field', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-other');
  const before = await eventsOf(page, site, browser);
  await visit(page, before);
  await expect(page.getByText('1–5 of 5')).toBeVisible();
  await searchByKey(page, '/CAR');
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  await page.getByRole('searchbox').fill('no such thing');
  await expect(page.getByText('No match')).toBeVisible();
  await page.getByRole('searchbox').fill('');

  await visit(page, `${before}&filter=country:ZW;action!:pass`);
  await expect(
    page.getByText(/^Nothing matches Domain: .+, Country or region: Zimbabwe, and Verdict: is not Pass\.$/),
  ).toBeVisible();
  await visit(page, `${before}&window=last_7d&filter=country:ZW`);
  await expect(
    page.getByText(/^Nothing matches Time range: 7 d, Domain: .+, and Country or region: Zimbabwe\.$/),
  ).toBeVisible();
  await visit(page, before);

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await form(page).getByRole('button', { name: 'Add filter' }).click();
  await expect(form(page)).toContainText('Choose or enter a value.');
  await expectAccessible(page);
  await choose(page, 'Value', 'Blocked');
  await form(page).getByRole('button', { name: 'Add filter' }).click();
  await expect(filters(page)).toContainText('Verdict is Blocked');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await filters(page).getByRole('button', { name: 'Clear' }).click();

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await choose(page, 'Field', 'Status');
  await form(page).getByRole('radio', { name: 'is not' }).check({ force: true });
  await form(page).getByLabel('Value').fill('2xx');
  await form(page).getByRole('button', { name: 'Add filter' }).click();
  await expect(form(page)).toContainText('Use a whole number.');
  await form(page).getByLabel('Value').fill('403');
  await page.keyboard.press('Enter');
  await expect(filters(page)).toContainText('Status is not 403');
  await expect(page.getByText('1–4 of 4')).toBeVisible();
  await expect(page).toHaveURL(/filter=status!:403/);

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await choose(page, 'Field', 'Path');
  await expect(form(page).locator('option[value="/checkout"]')).toHaveCount(1);
});

test('a search that came only so far says until when, and goes on with what is older', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, site, 'acme', 'acme-other');
  const searched_until = Date.now() - 3_600_000;
  // As a store with very many events answers.
  const data = {
    list: [],
    total: 0,
    page: 1,
    size: 20,
    next_cursor: `${searched_until}-${'0'.repeat(16)}`,
    searched_until,
  };
  await page.route(/\/console\/api\/analytics\/events\?.*keyword=/, (route) =>
    route.request().url().includes('etime=')
      ? route.fallback()
      : route.fulfill({ json: { code: 0, message: 'ok', data } }),
  );
  await visit(page, await eventsOf(page, site, browser));
  await searchByKey(page, 'nowhere');
  const note = page.getByText(/^There are too many events to search them all at once\. Searched back to /);
  await expect(note).toBeVisible();
  await expect(page.getByText('No match so far')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Older events' }).click();
  await expect(page).toHaveURL(new RegExp(`etime=${searched_until}\\b`));
  await expect(page.getByText('No match', { exact: true })).toBeVisible();
  await expect(note).toBeHidden();
});

test('an event names every rule that matched it, as plain text', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-other');
  await visit(page, `${await eventsOf(page, site, browser)}&filter=action:block`);
  await page.locator('[data-row-open]').first().click();
  const rules = page.getByRole('dialog').getByRole('listitem');
  await expect(rules).toHaveCount(2);
  await expect(rules.first()).toContainText('941100');
  await expect(rules.first()).toContainText('Critical · Cross-site scripting');
  await expect(rules.first()).toContainText(INJECTED);
  await expect(page.getByRole('dialog').locator('img')).toHaveCount(0);
  await expect(rules.last()).toContainText('Warning · Protocol violation');
  await expectAccessible(page);
});

for (const mode of MODES) {
  test(`events on a phone, in ${mode.locale}, ${mode.theme}`, async ({ page, browser, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, site, 'acme', 'acme-other');
    const events = await eventsOf(page, site, browser);
    await setMode(page, site.origin('acme'), mode);
    await visit(page, events);
    await expectFits(page);
    await page.getByRole('button', { name: mode.locale === 'en-US' ? 'Filter' : '筛选', exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('combobox').first()).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
  });
}

test('requests are followed live, wait while one is read, and come when it is closed', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, site, 'acme', 'acme-other');
  const host = `${unique('live')}.example.com`;
  const domain_id = await makeDomain(page, site, host);
  const arrive = (name: string) =>
    sendEvents(browser, site, `${host}-${name}`, [
      {
        time: Date.now(),
        request_id: `${host}-${name}`,
        host,
        path: `/${name}`,
        status: 200,
        client_ip: '198.51.100.23',
      },
    ]);
  const asked = (path: string) => page.getByRole('table').getByRole('row').filter({ hasText: path });
  await visit(page, `${site.origin('acme')}/analytics/events?domain_id=${domain_id}`);
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  await expect(page.getByText('No requests in the last five minutes.')).toBeVisible();
  await expect(page).toHaveURL(/live=true/);
  await arrive('first');
  await expect(asked('/first')).toBeVisible();

  await asked('/first').locator('[data-row-open]').click();
  await expect(page.getByRole('dialog')).toContainText('/first');
  await expect(page.getByText('Paused', { exact: true })).toBeAttached();
  await arrive('second');
  await expect(page.getByText('1 new', { exact: true })).toBeAttached();
  await expect(page.getByText('/second')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(asked('/second')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();

  await page.getByRole('button', { name: 'Live', exact: true }).click();
  await expect(page).not.toHaveURL(/live=/);
  await expect(page.getByText('1–2 of 2')).toBeVisible();
});

test('a domain that is gone is named as such, and leads back to all', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  for (const path of ['/analytics/events', '/analytics/overview', '/analytics/events?live=true']) {
    const url = new URL(`${site.origin('acme')}${path}`);
    url.searchParams.set('domain_id', '00000000-0000-7000-8000-000000000000');
    await visit(page, url.href);
    await expect(page.getByText('There is no such domain any more.'), path).toBeVisible();
    await expect(page.getByRole('button', { name: 'No such domain' }), path).toBeVisible();
    await expect(page.locator('main'), path).not.toContainText(/try again/i);
    await page.getByRole('button', { name: 'Show all domains' }).click();
    await expect(page.getByText('There is no such domain any more.')).toBeHidden();
    expect(new URL(page.url()).searchParams.has('domain_id'), path).toBe(false);
  }
});
