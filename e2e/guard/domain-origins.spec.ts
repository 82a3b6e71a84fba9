import { callApi, expect, signIn, test } from '../fixtures';
import { api } from '../objects';
import { dialog } from '../pages/dialog';
import { make, OWNER, settingsOf } from '../pages/domain';
import { row, rowAction } from '../pages/list';

test('origins are switched, and the last enabled one stays on with a reason', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const { domain_id, url } = await make(page, site);
  await page.goto(`${url}?tab=origins`);
  const first = page.getByRole('switch', { name: 'Origin 127.0.0.1:8443' });
  const second = page.getByRole('switch', { name: 'Origin 127.0.0.2:8080' });
  await expect(page.getByRole('tab', { name: 'Origins 2' })).toBeVisible();
  await second.click();
  await expect(page.getByText('Origin 127.0.0.2:8080 turned off').first()).toBeVisible();
  await first.click();
  await expect(page.getByText('Origin 127.0.0.1:8443 stays on').first()).toBeVisible();
  await expect(page.getByText('A domain needs at least one enabled HTTP or HTTPS origin.').first()).toBeVisible();
  await expect(first).toBeChecked();
  await expect(second).not.toBeChecked();
  const { services } = JSON.parse((await settingsOf(page, site, domain_id)).origin ?? '');
  expect(services[0].sources.map((source: { status: string }) => source.status)).toEqual([
    'CFGOPTION_2_ENABLE',
    'CFGOPTION_1_DISABLE',
  ]);
});

test('origins are added, edited and removed without losing what the form does not show', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const { domain_id, url } = await make(page, site);
  const path = `/api/guard/domains/${domain_id}/settings`;
  const setting = JSON.parse((await settingsOf(page, site, domain_id)).origin ?? '');
  setting.kept = { by: 'operations' };
  setting.services[0].sources[0].region = 'lab';
  const settings = { origin: JSON.stringify(setting) };
  await api(page, site, 'PUT', path, { settings });

  await page.goto(`${url}?tab=origins`);
  await page.getByRole('button', { name: 'Add origin' }).click();
  await dialog(page).getByLabel('Address').fill('127.0.0.3/24');
  await dialog(page).getByLabel('Port').fill('70000');
  await dialog(page).getByRole('button', { name: 'Add origin' }).click();
  await expect(dialog(page)).toContainText('Use an IP address or a host name');
  await dialog(page).getByLabel('Address').fill('127.0.0.3');
  await dialog(page).getByLabel('Port').fill('443');
  await dialog(page).getByRole('button', { name: 'Add origin' }).click();
  await expect(row(page, '127.0.0.3')).toBeVisible();

  await rowAction(page, '127.0.0.1:8443', 'Edit…');
  await dialog(page).getByLabel('Weight').fill('7');
  await dialog(page).getByRole('button', { name: 'Save origin' }).click();
  await expect(row(page, '127.0.0.1')).toContainText('7');

  await rowAction(page, '127.0.0.2:8080', 'Remove…');
  await dialog(page).getByRole('button', { name: 'Remove origin' }).click();
  // What lies below an open dialog has no role, so its absence alone says nothing.
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, '127.0.0.2')).toHaveCount(0);
  const after = JSON.parse((await settingsOf(page, site, domain_id)).origin ?? '');
  expect(after.kept).toEqual({ by: 'operations' });
  expect(after.services[0].sources).toMatchObject([{ ip: '127.0.0.1', weight: 7, region: 'lab' }, { ip: '127.0.0.3' }]);
});

test('a precheck says what it found, and that ten a minute are enough', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-child');
  const { url, domain } = await make(page, site);
  await page.goto(`${url}?tab=origins`);
  await page.getByRole('button', { name: 'Precheck all' }).click();
  await expect(row(page, '127.0.0.1')).toContainText('Unreachable');
  await expect(row(page, '127.0.0.2')).toContainText('TCP: address not allowed');
  const target = { domain, protocol: 'http', origin_protocol: 'http', host: '127.0.0.1', port: 80 };
  for (let i = 0; i < 9; i++) {
    await callApi(page, site.origin('acme'), 'POST', '/api/guard/domains/precheck', { targets: [target] });
  }
  await page.getByRole('button', { name: 'Precheck all' }).click();
  await expect(page.getByText('You can run ten prechecks a minute.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Precheck all' })).toHaveAttribute('aria-disabled', 'true');
  await expect(row(page, '127.0.0.1')).toContainText('Unreachable');
});

test('a group takes nodes and origins from others and gives them back', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const { url } = await make(page, site, ['hk-1', 'fra-1']);
  await page.goto(`${url}?tab=origins`);
  const create = async (name: string, node: string, origin: string) => {
    await page.getByRole('button', { name: 'Create origin group' }).click();
    await dialog(page).getByLabel('Name').fill(name);
    await dialog(page).getByRole('checkbox', { name: node }).click();
    await dialog(page).getByRole('checkbox', { name: origin }).click();
  };
  await create('Asia', 'Hong Kong 1', '127.0.0.1');
  await expect(dialog(page)).toContainText('Hong Kong 1, 127.0.0.1 from Default group');
  await dialog(page).getByRole('button', { name: 'Create origin group' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'Asia' })).toBeVisible();

  await create('East', 'Hong Kong 1', '127.0.0.2');
  await expect(dialog(page)).toContainText('That leaves the group without nodes or origins');
  await dialog(page).getByRole('button', { name: 'Create origin group' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'East' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3, name: 'Asia' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Delete origin group East' }).click();
  await expect(dialog(page)).toContainText('return to the default group: Hong Kong 1, 127.0.0.2');
  await dialog(page).getByRole('button', { name: 'Delete origin group' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'East' })).toHaveCount(0);
});
