import type { Page } from '@playwright/test';
import { expect, type Site, signIn, test, visit } from '../fixtures';
import { makeDomain, makePolicy } from '../objects';
import { openAs } from '../pages/console';
import { confirmByName } from '../pages/dialog';
import { row } from '../pages/list';

const OWNER = 'acme-other';

/** The domains list of the owner with so many new domains in it, ten on a page. */
async function openList(page: Page, site: Site, count: number): Promise<string> {
  await signIn(page, site, 'acme', OWNER);
  const stamp = `${Date.now()}`;
  const policy_id = await makePolicy(page, site);
  for (let i = 0; i < count; i++) await makeDomain(page, site, `list${i}-${stamp}.example.org`, { policy_id });
  await visit(page, `${site.origin('acme')}/guard/domains?size=10&keyword=${stamp}`);
  return stamp;
}

const head = (page: Page, column: string) => page.locator(`th[data-column="${column}"]`);
const widthOf = async (page: Page, column: string) => (await head(page, column).boundingBox())?.width ?? 0;

test('all that match a search are selected at once, and an action runs on all of them', async ({ page, site }) => {
  const speak = (locale: string) =>
    page.context().addCookies([{ name: 'locale', value: locale, url: site.origin('acme') }]);
  await speak('zh-CN');
  const stamp = await openList(page, site, 12);
  await page.getByRole('checkbox', { name: '选择本页全部' }).click();
  await expect(page.getByText('已选 10 项')).toBeVisible();
  await expect(page.getByRole('button', { name: '选择全部 12 项' })).toBeVisible();
  await speak('en-US');
  await page.reload();

  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
  await expect(page.getByText('10 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select all 12' }).click();
  await expect(page.getByText('12 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.locator('tr[data-selected]')).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete…', exact: true }).click();
  await confirmByName(page, '12 domains', 'Delete 12 domains');
  await expect(page.getByText('12 domains deleted')).toBeVisible();
  await expect(row(page, stamp)).toHaveCount(0);
});

test('columns are given another width and place, and stay so', async ({ page, site }) => {
  await openList(page, site, 1);
  const before = await widthOf(page, 'policy_id');
  const edge = await head(page, 'policy_id').locator('.column-edge').boundingBox();
  if (!edge) throw new Error('the column has no edge');
  await page.mouse.move(edge.x + 4, edge.y + 10);
  await page.mouse.down();
  await page.mouse.move(edge.x + 64, edge.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf(page, 'policy_id')).toBeCloseTo(before + 60, -1);

  await page.getByRole('button', { name: 'Columns' }).click();
  const handle = page.getByRole('button', { name: 'Order and width of Policy' });
  await handle.press('ArrowRight');
  await expect.poll(() => widthOf(page, 'policy_id')).toBeCloseTo(before + 76, -1);
  await handle.press('ArrowUp');
  const order = () => page.locator('th[data-column]').evaluateAll((heads) => heads.map((each) => each.dataset.column));
  await expect.poll(async () => (await order()).indexOf('policy_id')).toBe(1);
  await expect(page.getByRole('checkbox', { name: 'Domain', exact: true })).toBeDisabled();

  await page.reload();
  await expect.poll(() => widthOf(page, 'policy_id')).toBeCloseTo(before + 76, -1);
  await expect.poll(async () => (await order()).indexOf('policy_id')).toBe(1);
});

test('what a row is called stays in sight when its columns scroll sideways', async ({ page, site }) => {
  await page.setViewportSize({ width: 800, height: 700 });
  await openList(page, site, 1);
  const placeOf = async (column: string) => (await head(page, column).boundingBox())?.x ?? 0;
  const [name, switches] = [await placeOf('domain'), await placeOf('switches')];
  await page.locator('div:has(> table)').evaluate((part) => part.scrollTo({ left: 120 }));
  await expect.poll(() => placeOf('switches')).toBeLessThan(switches);
  expect(await placeOf('domain')).toBeCloseTo(name, 0);
});

test('a time that cannot be read stays to be mended, and the list is not filtered without it', async ({
  page,
  site,
}) => {
  await openAs(page, site, 'acme-root', '/sys/audit/operations');
  await page.getByRole('button', { name: 'Filters' }).click();
  const from = page.getByLabel('From', { exact: true });
  await from.fill('last Tuesday');
  await from.press('Tab');
  await expect(page.getByText('Write it like 2026-11-20 09:00.')).toBeVisible();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(from).toHaveValue('last Tuesday');
  await expect(page).not.toHaveURL(/start_time/);
  await from.fill('2026-01-31 09:00');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/start_time=\d+/);
});
