import { ATTACKER, BLOCKED, makeTraffic, PASSED, panel } from '../attack';
import { expect, expectAccessible, expectFits, MODES, setMode, signIn, test, visit } from '../fixtures';

test('from a figure to the requests behind it in two clicks', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const { overview } = await makeTraffic(page, site, browser);
  await visit(page, overview);

  const row = panel(page, 'Most blocked addresses').getByRole('button', { name: ATTACKER });
  await row.click();
  const popover = page.getByRole('dialog', { name: ATTACKER });
  await expect(popover).toContainText('100.0% of the total');
  await expectAccessible(page);
  await popover.getByRole('link', { name: `Open the ${BLOCKED} requests` }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events');
  const filters = page.getByRole('list', { name: 'Filters of this page' });
  await expect(filters).toContainText('Verdict is Blocked');
  await expect(filters).toContainText(`Client address is ${ATTACKER}`);
  await expect(page.getByText(`1–${BLOCKED} of ${BLOCKED}`)).toBeVisible();
  await expectAccessible(page);

  await page.locator('[data-row-open]').first().click();
  await expect(page.getByRole('dialog')).toContainText('942100');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const [verdict, address] = [/Remove filter: Verdict/, /Remove filter: Client address/].map((name) =>
    filters.getByRole('button', { name }),
  );
  if (!verdict || !address) throw new Error('there are two filters');
  expect(await verdict.boundingBox()).toMatchObject({ width: 24, height: 24 });
  await verdict.click();
  await expect(address).toBeFocused();
  await filters.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText(`1–${BLOCKED + PASSED} of ${BLOCKED + PASSED}`)).toBeVisible();
});

test('a page is narrowed from the keyboard, shared, and widened again', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await visit(page, (await makeTraffic(page, site, browser)).overview);

  const row = panel(page, 'Top paths').getByRole('button', { name: '/search' });
  await row.focus();
  await page.keyboard.press('Enter');
  const popover = page.getByRole('dialog', { name: '/search' });
  await expect(popover).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(popover).toBeHidden();
  await expect(row).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await expect(panel(page, 'Top paths').getByRole('button').filter({ hasText: '3' }).last()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press(' ');
  await expect(popover).toBeVisible();
  await page.keyboard.press('f');
  const filters = page.getByRole('list', { name: 'Filters of this page' });
  await expect(filters).toContainText('Path is /search');
  await expect(page).toHaveURL(/filter=path:\/search/);
  const chip = filters.getByRole('button', { name: 'Remove filter: Path is /search' });
  await expect(chip).toBeFocused();
  await expect(page.getByRole('button', { name: new RegExp(`^Requests.* ${BLOCKED}\\b`) })).toBeVisible();
  await expectAccessible(page);

  // The address says it all: somebody else sees the same, and Back undoes one step.
  const copy = await page.context().newPage();
  await visit(copy, page.url());
  await expect(copy.getByRole('list', { name: 'Filters of this page' })).toContainText('Path is /search');
  await copy.close();
  await chip.press('Enter');
  await expect(filters).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('button', { name: new RegExp(`^Requests.* ${BLOCKED + PASSED}\\b`) })).toBeVisible();
  await page.goBack();
  await expect(filters).toContainText('Path is /search');
});

test('courses over time and tables lead on as well', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await visit(page, (await makeTraffic(page, site, browser)).overview);

  const chart = panel(page, 'Requests by verdict');
  const course = chart.getByRole('slider');
  await course.focus();
  await page.keyboard.press('End');
  for (let i = 0; i < 12; i++) {
    if ((await course.getAttribute('aria-valuetext'))?.includes(`Blocked ${BLOCKED}`)) break;
    await page.keyboard.press('ArrowLeft');
  }
  await page.keyboard.press('Enter');
  const popover = page.getByRole('dialog', { name: 'Blocked' });
  await expect(popover.getByRole('radio', { name: /Blocked/ })).toBeChecked();
  await expectAccessible(page);
  await popover.getByRole('radio', { name: /Pass/ }).press('Escape');
  await expect(course).toBeFocused();

  // The first bucket of the hour is empty.
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const empty = page.getByRole('dialog', { name: 'Requests by verdict' });
  await expect(empty.getByRole('button', { name: 'Zoom in to this time' })).toBeVisible();
  await expect(empty.getByRole('button', { name: 'Copy value' })).toBeVisible();
  await expect(empty.getByRole('link')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(course).toBeFocused();

  await chart
    .getByRole('radio', { name: 'Show as table' })
    .or(chart.getByRole('button', { name: 'Show as table' }))
    .click();
  for (const target of await chart.getByRole('table').getByRole('button').all()) {
    const { width, height } = (await target.boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height), (await target.textContent()) ?? '').toBeGreaterThanOrEqual(24);
  }
  await chart.getByRole('button', { name: String(BLOCKED), exact: true }).click();
  await page.getByRole('link', { name: `Open the ${BLOCKED} requests` }).click();
  await expect(page.getByText(`1–${BLOCKED} of ${BLOCKED}`)).toBeVisible();
});

test('a row of the latest attacks leads to the page of its request', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const { overview, host } = await makeTraffic(page, site, browser);
  await visit(page, overview);

  const latest = panel(page, 'Latest attacks').getByRole('table');
  const row = latest.getByRole('row').filter({ hasText: ATTACKER }).first();
  await row.getByRole('rowheader').getByRole('button').click();
  const popover = page.getByRole('dialog');
  await expect(popover.getByRole('link')).toHaveText([/Open this request/]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(popover).toBeHidden();

  await row.getByRole('button', { name: ATTACKER }).click();
  await expect(popover.getByRole('link')).toHaveText([/Open this request/, /Open the requests/]);
  await popover.getByRole('link', { name: 'Open this request' }).click();
  await expect(page).toHaveURL(/\/analytics\/events\/[0-9a-f]{16}$/);
  await expect(page.getByRole('main')).toContainText(`${host}-0`);
  await expect(page.getByRole('main')).toContainText('942100');
});

for (const mode of MODES) {
  test(`on a phone marks lead on by touch, in ${mode.locale}, ${mode.theme}`, async ({ browser, page, site }) => {
    await signIn(page, site, 'acme', 'acme-root');
    const { overview } = await makeTraffic(page, site, browser);
    await setMode(page, site.origin('acme'), mode);
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, overview);
    await page.getByRole('button', { name: ATTACKER }).first().click();
    const sheet = page.getByRole('dialog', { name: ATTACKER });
    await expect(sheet.getByRole('link')).toContainText(String(BLOCKED));
    await expectFits(page);
    await expectAccessible(page);
    await sheet.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(mode.locale === 'en-US' ? 'Events' : '事件');
    await expect(page.getByText('/search').first()).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
  });
}

test('on a phone a course is tapped beside its only traffic, and says what it holds elsewhere', async ({
  browser,
  site,
}) => {
  const phone = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } });
  const page = await phone.newPage();
  await signIn(page, site, 'acme', 'acme-root');
  const { overview } = await makeTraffic(page, site, browser);
  await visit(page, overview.replace('last_1h', 'last_24h'));
  const chart = panel(page, 'Requests by verdict');
  const course = chart.getByRole('slider');
  const box = await course.boundingBox();
  if (!box) throw new Error('there is no course');
  // The traffic is of the last minutes, at the right end of the day.
  await course.tap({ position: { x: box.width - 25, y: box.height / 2 } });
  await expect(page.getByRole('dialog', { name: /Blocked|Pass/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await course.tap({ position: { x: box.width / 2, y: box.height / 2 } });
  await expect(course.getByText('Blocked')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await phone.close();
});

test('figures of what people did lead to the records they count', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await visit(page, `${site.origin('acme')}/analytics/ops`);
  await page
    .getByRole('button', { name: /^Operations/ })
    .first()
    .click();
  await expect(page.getByRole('link', { name: 'Open the list' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filter this page' })).toHaveCount(0);
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/\/sys\/audit\/operations\?start_time=\d+&end_time=\d+/);
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();
});
