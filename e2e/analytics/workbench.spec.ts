import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, MODES, setMode, signIn, test } from '../fixtures';
import { makeDomain, sendEvents, unique } from '../objects';

type Texts = { charts: Record<string, { title: string }> };
const ROOT = path.resolve(import.meta.dirname, '../..');
const readJson = <T>(file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as T;
const textsOf = (locale: string) => readJson<Texts>(`messages/${locale}/analytics/overview.json`).charts;

const FOLDER = 'components/charts/fixtures';
const fixtures = readdirSync(path.join(ROOT, FOLDER))
  .filter((file) => file.endsWith('.json'))
  .map((file) => {
    const { result } = readJson<{ result: { render_hint: string } }>(`${FOLDER}/${file}`);
    return { id: path.basename(file, '.json'), hint: result.render_hint };
  });

const editor = (page: Page) => page.getByRole('textbox', { name: 'BatchChartResult' });
const preview = (page: Page, theme: 'Light' | 'Dark', language = 'English') =>
  page.getByRole('region', { name: `${theme}, ${language}` });
const lintOf = (page: Page) => page.getByRole('region', { name: 'Contract lint' });

async function open(page: Page, origin: string, query = ''): Promise<void> {
  await page.goto(`${origin}/workbench${query}`);
  await expect(editor(page)).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
}

/**
 * Chooses one of a list by its key and waits until the page shows it: under a pointer, a chart that comes late may move the
 * list between press and release.
 */
async function choose(page: Page, list: string, name: string): Promise<void> {
  const option = page.getByRole('group', { name: list }).getByRole('radio', { name, exact: true });
  await option.press('Space');
  await expect(option).toBeChecked();
}

test('what is typed is checked and drawn, and a link shows it to a colleague', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const origin = site.origin('acme');
  await open(page, origin, '?hint=topn');
  await expect(lintOf(page).getByRole('status')).toHaveText('No findings');
  await expect(preview(page, 'Light').getByText('/checkout')).toBeVisible();
  await expect(preview(page, 'Dark', '中文').getByRole('heading', { level: 2 })).not.toHaveText('top_paths');

  // The text of the whole document, typed over what is there.
  await editor(page).press('ControlOrMeta+a');
  await page.keyboard.insertText(
    '{ "chart_key": "mine", "render_hint": "topn", "schema": { "dimensions": [{ "name": "path", "type": "string" }],' +
      ' "measures": [{ "name": "cache_count", "type": "integer", "unit": "requests", "format": "short" }] },' +
      ' "rows": [{ "path": "/typed", "cache_count": 7 }], "meta": {} }',
  );
  await expect(preview(page, 'Light').getByText('/typed')).toBeVisible();
  await expect(lintOf(page).getByRole('status')).toHaveText('1 error, 0 warnings');
  await expect(lintOf(page).getByRole('button')).toContainText('cache_count is not a name of the contract');
  await page.getByRole('button', { name: 'Format' }).click();
  await expect(editor(page)).toContainText('{ "path": "/typed", "cache_count": 7 }');

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto('about:blank');
  await page.goto(link);
  await expect(preview(page, 'Light').getByText('/typed')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'opened result' })).toBeChecked();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as fixture' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('mine.json');
  const saved = JSON.parse(readFileSync(await file.path(), 'utf8')) as { result: { chart_key: string } };
  expect(saved.result.chart_key).toBe('mine');
});

test('an opened result outlasts a reload, and is said to be gone where it is not', async ({ page, context, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const origin = site.origin('acme');
  await open(page, origin, '?hint=kpi');
  await page.getByRole('button', { name: 'Open result…' }).click();
  await page.getByRole('menuitem', { name: 'Answer of a live chart…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
  await expect(editor(page)).toContainText('"chart_key": "requests_total"');
  await expect(page).toHaveURL(/fixture=opened/);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'opened result' })).toBeChecked();
  await expect(editor(page)).toContainText('"chart_key": "requests_total"');

  const beside = await context.newPage();
  await beside.goto(page.url());
  await expect(beside.getByText('The opened result is not here.')).toBeVisible();
  const shown = beside
    .getByRole('group', { name: 'Fixture' })
    .getByRole('radio', { name: 'blocked_total', exact: true });
  await expect(shown).toBeChecked();
  await shown.press('ArrowDown');
  await expect(beside.getByText('The opened result is not here.')).toBeHidden();
  await beside.close();
});

test('what is typed is saved as it is seen, and not lost on the way out', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await open(page, site.origin('acme'), '?hint=topn');
  await editor(page).press('ControlOrMeta+a');
  await page.keyboard.insertText('{ "chart_key": "half", ');
  const save = page.getByRole('button', { name: 'Save as fixture' });
  await expect(save).toBeDisabled();
  await save.hover();
  await expect(page.getByRole('tooltip')).toContainText('This is not JSON yet');

  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(editor(page)).toContainText('"half"');
  const discard = page.getByRole('button', { name: 'Discard changes' });
  await discard.click();
  await expect(discard).toBeHidden();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page).toHaveURL(/\/analytics\/overview/);
});

test('every hint draws its states, and the editor completes what the contract knows', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-viewer');
  await open(page, site.origin('acme'), '?hint=kpi&theme=light&lang=en-US');
  const light = preview(page, 'Light');
  await choose(page, 'Fixture', 'zero_rows');
  await expect(light.getByText('No data in this time range')).toBeVisible();
  await choose(page, 'Fixture', 'unavailable');
  await expect(light.getByText('Not available')).toBeVisible();
  await choose(page, 'Fixture', 'error');
  await expect(light.getByText('The event store did not answer.')).toBeVisible();
  await choose(page, 'Fixture', 'loading');
  await expect(light.getByRole('status', { name: /^Loading/ })).toBeVisible();
  await choose(page, 'Fixture', '10k_rows');
  await expect(light.getByText('9,800 more entries in the table')).toBeVisible();
  // A state stays chosen while the hint changes.
  await choose(page, 'render_hint', 'table');
  await expect(page.getByRole('radio', { name: '10k_rows' })).toBeChecked();
  await expect(light.getByRole('table')).toBeVisible();

  await choose(page, 'render_hint', 'geo');
  await choose(page, 'Fixture', 'one_row');
  await expect(editor(page)).toContainText('fixture_geo');
  await expectAccessible(page, 'main');
  await editor(page).press('ControlOrMeta+a');
  await page.keyboard.insertText('{ "render_hint": "" }');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Space');
  await expect(page.getByRole('option', { name: '"time_series_multi"' })).toBeVisible();
});

test('a live chart and a declaration on trial show the reader’s own events', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const host = `${unique('bench')}.example.com`;
  await makeDomain(page, site, host);
  const event = { host, path: '/refused', status: 403, user_agent: 'curl/8.5.0', action: 'block' };
  // More than any other journey of the same tenant has blocked: a ranking shows the first ten alone.
  const events = Array.from({ length: 300 }, (_, n) => {
    return { ...event, time: Date.now() - n * 1_000, request_id: `${host}-${n}` };
  });
  await sendEvents(browser, site, host, events);
  await open(page, site.origin('acme'), '?hint=topn');

  await page.getByRole('button', { name: 'Open result…' }).click();
  await page.getByRole('menuitem', { name: 'Answer of a live chart…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a live chart' });
  await expect(dialog.getByRole('combobox', { name: 'Chart' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Open' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('radio', { name: 'opened result' })).toBeChecked();
  await expect(editor(page)).toContainText('"chart_key": "requests_total"');

  await page.getByRole('button', { name: 'Open result…' }).click();
  await page.getByRole('menuitem', { name: 'Try a declaration…' }).click();
  const drawer = page.getByRole('dialog', { name: 'Try a declaration' });
  const declaration = drawer.getByRole('textbox', { name: 'Declaration' });
  await expect(declaration).toContainText('refused_paths');
  await drawer.getByRole('button', { name: 'Try it' }).click();
  await expect(drawer.getByRole('region', { name: 'Entry for charts.ts' }).last()).toContainText(
    "key: 'refused_paths'",
  );
  await declaration.press('ControlOrMeta+a');
  await page.keyboard.insertText('{ "key": "k", "render_hint": "table", "dimensions": [], "measures": ["visits"] }');
  await drawer.getByRole('button', { name: 'Try it' }).click();
  await expect(drawer.getByText(/^declaration\.measures\.0: Use one of: requests, blocked/).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(editor(page)).toContainText('"chart_key": "refused_paths"');
  await expect(preview(page, 'Light').getByText('/refused')).toBeVisible();

  // What was typed is there again after a look at the preview.
  await page.getByRole('button', { name: 'Open result…' }).click();
  await page.getByRole('menuitem', { name: 'Try a declaration…' }).click();
  await expect(declaration).toContainText('"measures": ["visits"]');
});

for (const mode of MODES) {
  test(`the workbench fits a phone and passes axe in ${mode.locale}`, async ({ page, site }) => {
    await signIn(page, site, 'acme', 'acme-root');
    await setMode(page, site.origin('acme'), mode);
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, site.origin('acme'), '?hint=categorical_distribution_over_time&width=full');
    await expect(
      page
        .getByRole('region', { name: /English/ })
        .locator('svg')
        .first(),
    ).toBeVisible();
    await expectFits(page);
    await expectAccessible(page, 'main');
  });
}

const ISLANDS = [
  { theme: 'Light', language: 'English', texts: textsOf('en-US') },
  { theme: 'Dark', language: '中文', texts: textsOf('zh-CN') },
] as const;

test('every fixture of the folder is drawn as its picture', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await open(page, site.origin('acme'));
  for (const { id, hint } of fixtures) {
    await choose(page, 'render_hint', hint);
    await choose(page, 'Fixture', id);
    for (const { theme, language, texts } of ISLANDS) {
      const island = preview(page, theme, language);
      await expect(island.getByRole('heading', { level: 2 })).toHaveText(texts[id]?.title ?? id);
      await expect(island.locator('[aria-busy=false]')).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      // Small differences of smoothing are none of the chart; another bar or word is far more.
      await expect(island).toHaveScreenshot(`${id}-${theme.toLowerCase()}.png`, {
        animations: 'disabled',
        maxDiffPixelRatio: 0.01,
        threshold: 0.3,
      });
    }
  }
});
