import { callApi, expect, expectAccessible, expectFits, MODES, setMode, signIn, test } from '../fixtures';
import { settled } from '../pages/console';

const NODES = '/guard/nodes';

const GIB = 1024 ** 3;

/** The figures of a node whose disk is nearly full, and which cannot reach an origin. */
const unwell = () => ({
  ...{ agent_version: '0.1.0', nginx_version: '1.22.1', load: 0.25, clock: Date.now() },
  ...{ worker_bytes: 60 * 1024 ** 2, agent_bytes: 90 * 1024 ** 2, unsent_bytes: 0 },
  ...{ disk_free: 2 * GIB, disk_size: 100 * GIB },
  certificates: [{ id: 1, ends_at: Date.now() + 40 * 86_400_000 }],
  origins: [{ domain: 'shop.example.com', address: '198.51.100.7:443', since: Date.now() - 60_000 }],
  failing_origins: 1,
});

test('a node is enrolled with one line, drained, and removed once no domain has it', async ({
  page,
  context,
  site,
  request,
}) => {
  await signIn(page, site, 'default', 'admin');
  const origin = site.origin('default');
  await page.goto(`${origin}${NODES}`);
  const row = page.getByRole('row').filter({ hasText: 'London 1' });
  await expect(row).toContainText('Never seen');
  await row.getByRole('link', { name: 'London 1' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'London 1' })).toBeVisible();
  await expect(page.getByText('No agent has called in for this node yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Enrol…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enrol node London 1' });
  // A network that is cut on the way makes no token, and the dialog stays to try again.
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('Your browser is offline. Nothing was sent')).toBeVisible();
  await context.setOffline(false);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const line = dialog.getByRole('region', { name: 'Enrolment command' });
  await expect(line).toContainText(`PARAPET_URL=${origin} NODE_TOKEN=pne_`);
  await expectAccessible(page);
  const [, token = ''] = /NODE_TOKEN=(\S+)/.exec((await line.textContent()) ?? '') ?? [];
  const enrolled = await request.post(`${origin}/api/guard/nodes/enrol`, { data: { token } });
  expect(enrolled.status()).toBe(201);
  await expect(dialog.getByText('Enrolled from 127.0.0.1')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('table', { name: 'Keys', exact: true })).toContainText('Active');
  await expect(page.getByRole('table', { name: 'Enrolment tokens' })).toContainText('Used');

  const { api_key } = (await enrolled.json()).data;
  const headers = { Authorization: `ApiKey ${api_key}` };
  expect((await request.get(`${origin}/api/guard/nodes/lon-1/desired`, { headers })).status()).toBe(200);
  await expect(page.getByRole('main').getByText('Nothing to run', { exact: true })).toBeVisible();

  await expect(page.getByText('No data yet')).toBeVisible();
  const said = await request.post(`${origin}/api/guard/nodes/lon-1/health`, { headers, data: unwell() });
  expect(said.status()).toBe(200);
  await page.reload();
  await expect(page.getByText(/2\.0 GiB free of 100\.0 GiB.*: nearly full/)).toBeVisible();
  await expect(page.getByText('1 does not accept connections: seen from this node')).toBeVisible();
  await expect(page.getByText('198.51.100.7:443')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Origins that do not accept connections' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Drain' }).click();
  await expect(page.getByRole('main').getByText('Draining', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Stop draining' }).click();
  await expect(page.getByRole('main').getByText('Draining', { exact: true })).toBeHidden();

  await page.getByRole('button', { name: 'Remove…' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove node London 1?' });
  await expect(removing.getByRole('textbox')).toBeVisible();
  await removing.getByRole('button', { name: 'Keep' }).click();
  await expect(removing).toBeHidden();
});

for (const mode of MODES) {
  test(`the list and the page of a node: axe in ${mode.locale}, ${mode.theme}`, async ({ page, site }) => {
    await signIn(page, site, 'default', 'admin');
    const origin = site.origin('default');
    await setMode(page, origin, mode);
    for (const path of [NODES, `${NODES}/fra-1`]) {
      await page.goto(`${origin}${path}`);
      await expect(page.getByRole('main')).toContainText('Frankfurt 1');
      await settled(page);
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expectFits(page);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  });
}

test('the staff of a brand see no nodes', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-support');
  await page.goto(`${site.origin('acme')}${NODES}`);
  await expect(page.getByText('guard.node.list')).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Domains' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Nodes' })).toHaveCount(0);
});

test('on a phone a node says of each domain whether it alone serves it, and breaks no word', async ({ page, site }) => {
  await signIn(page, site, 'default', 'admin');
  const origin = site.origin('default');
  const { body } = await callApi(page, origin, 'GET', '/api/guard/nodes/fra-1');
  const name = 'Storefront and API, a certificate of many names';
  const taken = { kind: 'cert', object_id: '1', label: name, number: 1, since: Date.now(), is_own: false };
  const bound = [{ domain_id: 'd', domain: 'shop.example.com', left_alone: true, is_own: false }];
  const data = { ...body.data, acknowledged: [taken], bound };
  await page.route('**/console/api/guard/nodes/fra-1', (route) => route.fulfill({ json: { ...body, data } }));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${origin}${NODES}/fra-1`);
  await expect(page.getByText('Only this node')).toBeVisible();
  const kind = page.getByText('Certificate', { exact: true });
  expect(await kind.evaluate((word) => word.getClientRects().length)).toBe(1);
});
