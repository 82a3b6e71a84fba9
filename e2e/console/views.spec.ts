import { expect, expectAccessible, expectFits, MODES, setMode, test, visit } from '../fixtures';
import { api, as, makePolicy, unique } from '../objects';
import { openAs, settled } from '../pages/console';
import { dialog } from '../pages/dialog';
import { row, searchByKey } from '../pages/list';
import { openPalette } from '../pages/palette';
import { chooseFromViews, openViews, saveView, viewButton } from '../pages/views';

const LIST = '/guard/policies';

test('a view is saved, survives a reload, is updated and shared, seen by a colleague and deleted', async ({
  page,
  site,
  browser,
}) => {
  const [stamp, name] = [unique('alpha'), unique('Night shift')];
  await openAs(page, site, 'acme-root', LIST);
  for (const policy of [`${stamp} one`, `${stamp} two`]) await makePolicy(page, site, policy);
  await page.goto(`${site.origin('acme')}${LIST}?keyword=${stamp}`);
  await expect(row(page, `${stamp} one`)).toBeVisible();
  await saveView(page, name);
  await expect(page).toHaveURL(new RegExp(`keyword=${stamp}.*view=`));

  await page.reload();
  await expect(viewButton(page, `View: ${name}`)).toBeVisible();
  await page.getByRole('searchbox').fill(`${stamp} two`);
  await expect(viewButton(page, `View: ${name}, modified`)).toBeVisible();
  await chooseFromViews(page, 'menuitem', `Update ${name}`);
  await expect(page.getByText(`View ${name} updated`)).toBeVisible();
  await expect(viewButton(page, `View: ${name}`)).toBeVisible();
  await chooseFromViews(page, 'menuitem', 'Share with colleagues');
  await expect(page.getByText(`View ${name} shared`)).toBeVisible();

  await as(browser, site, 'acme', 'acme-child', async (colleague, origin) => {
    await makePolicy(colleague, site);
    await colleague.goto(`${origin}${LIST}`);
    const menu = await openViews(colleague);
    const shared = menu.getByRole('menuitemradio', { name });
    await expect(shared).toContainText('acme-root');
    await shared.click();
    await expect(colleague).toHaveURL(/keyword=/);
    await expect(colleague.getByRole('searchbox')).toHaveValue(`${stamp} two`);
    const chosen = await openViews(colleague);
    await expect(chosen.getByRole('menuitem', { name: 'Delete…' })).toHaveCount(0);
    await expect(chosen.getByRole('menuitem', { name: 'Save as…' })).toBeVisible();
  });
  await as(browser, site, 'acme', 'acme-other', async (stranger, origin) => {
    await makePolicy(stranger, site);
    await stranger.goto(`${origin}${LIST}`);
    await expect((await openViews(stranger)).getByText(name)).toHaveCount(0);
  });

  await chooseFromViews(page, 'menuitem', 'Rename…');
  await dialog(page).getByLabel('Name').fill(`${name} 2`);
  await dialog(page).getByRole('button', { name: 'Rename view' }).click();
  await expect(viewButton(page, `View: ${name} 2`)).toBeVisible();
  await chooseFromViews(page, 'menuitem', 'Delete…');
  await expect(dialog(page)).toContainText('Your colleagues lose it too.');
  await dialog(page).getByRole('button', { name: 'Delete view' }).click();
  await expect(viewButton(page, 'Views')).toBeVisible();
  await expect(page).not.toHaveURL(/view=/);
  await expect(row(page, `${stamp} two`)).toBeVisible();
});

test('a default view is what its list opens with, until the list is asked for without it', async ({ page, site }) => {
  const [stamp, name] = [unique('beta'), unique('Mine')];
  await openAs(page, site, 'acme-other', LIST);
  await makePolicy(page, site, `${stamp} one`);
  await page.goto(`${site.origin('acme')}${LIST}?keyword=${stamp}`);
  await saveView(page, name, 'Make it my default');
  await page.goto(`${site.origin('acme')}/guard/certs`);
  await page.getByRole('navigation').getByRole('link', { name: 'Policies' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue(stamp);
  await expect(viewButton(page, `View: ${name}`)).toBeVisible();
  await chooseFromViews(page, 'menuitemradio', 'No view');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await chooseFromViews(page, 'menuitemradio', name);
  await expect(page.getByRole('searchbox')).toHaveValue(stamp);
  await chooseFromViews(page, 'menuitem', 'No longer my default');
  await expect(page.getByText(`${name} is no longer your default view`)).toBeVisible();
  await page.goto(`${site.origin('acme')}${LIST}`);
  await expect(viewButton(page, 'Views')).toBeVisible();
});

test('a view is refused where its name is taken, and works from the keyboard alone', async ({ page, site }) => {
  const name = unique('By keyboard');
  await openAs(page, site, 'acme-child', LIST);
  await makePolicy(page, site);
  await api(page, site, 'POST', '/api/sys/views', { list: LIST, name, query: 'keyword=kept' });
  await page.goto(`${site.origin('acme')}${LIST}`);
  await settled(page);
  await searchByKey(page, 'typed');
  await viewButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu').locator(':focus')).toBeVisible();
  await page.keyboard.type('Save as');
  await expect(page.getByRole('menuitem', { name: 'Save as' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Name')).toBeFocused();
  await page.keyboard.type(name.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('You already have a view of this name for this list.')).toBeVisible();
  await page.keyboard.type(' too');
  await page.keyboard.press('Enter');
  await expect(viewButton(page, `View: ${name.toUpperCase()} too`)).toBeVisible();

  await openPalette(page);
  await page.keyboard.type(name);
  await expect(page.getByRole('group', { name: 'views' }).getByRole('option').first()).toContainText('Policies');
  await page.getByRole('option', { name: `${name} Policies`, exact: true }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('kept');
});

for (const mode of MODES) {
  test(`views in ${mode.locale}, ${mode.theme}, without findings of axe and on a phone`, async ({ page, site }) => {
    const origin = site.origin('acme');
    await setMode(page, origin, mode);
    await openAs(page, site, 'acme-viewer', LIST);
    const name = unique('A view whose name is as long as names of views can be'.slice(0, 46));
    const view = { list: LIST, name, query: 'keyword=a', shared: true, is_default: true };
    const { view_id } = await api(page, site, 'POST', '/api/sys/views', view);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await visit(page, `${origin}${LIST}?view=${view_id}&keyword=b`);
      await expect(viewButton(page, new RegExp(name))).toBeVisible();
      await expectAccessible(page);
      await openViews(page);
      await expectAccessible(page, '[role=menu]');
      await expectFits(page);
      await page.getByRole('menuitem', { name: /Save as…|另存为…/ }).click();
      await expect(dialog(page)).toBeVisible();
      await expectAccessible(page);
      await expectFits(page);
      await page.keyboard.press('Escape');
    }
    await api(page, site, 'DELETE', `/api/sys/views/${view_id}`);
  });
}
