import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  callApi,
  expect,
  expectAccessible,
  expectFits,
  MODES,
  type Site,
  setMode,
  signIn,
  test,
  visit,
} from '../fixtures';
import { api, makeDomain, unique } from '../objects';

const LIST = '/guard/schedules';
const ORIGINS = ['192.0.2.10', '192.0.2.11'].map((addr) => ({ addr, port: 443, protocol: 'https' }));

/** A domain with two origins and a node, whose records are made. */
async function scheduled(page: Page, site: Site): Promise<{ domain: string; domain_id: string }> {
  await signIn(page, site, 'acme', 'acme-root');
  const domain = `${unique('dns')}.example.com`;
  const domain_id = await makeDomain(page, site, domain, { src_sites: ORIGINS });
  await api(page, site, 'PUT', `/api/guard/domains/${domain_id}/nodes`, { node_ids: ['hk-1'], enable_parse: true });
  await api(page, site, 'POST', `/api/guard/schedules/domains/${domain_id}/init`, {});
  return { domain, domain_id };
}

const dialog = (page: Page) => page.getByRole('dialog');
const record = (page: Page, value: string) => page.getByRole('row').filter({ hasText: value });

test('a domain is found, switched after a preview, and its affair is followed', async ({ page, site }) => {
  const { domain, domain_id } = await scheduled(page, site);
  await page.goto(`${site.origin('acme')}${LIST}?keyword=${domain}`);
  await expect(page.getByText('No DNS server is connected.')).toBeVisible();
  await page.getByRole('link', { name: domain }).click();
  await expect(page.getByRole('heading', { level: 1, name: domain })).toBeVisible();
  await expect(record(page, '192.0.2.10')).toContainText('Off');
  await page.getByRole('button', { name: 'Switch to origins…' }).click();
  await expect(dialog(page).getByText('+ A 192.0.2.10')).toBeVisible();
  await expect(dialog(page).getByText('Off → On')).toHaveCount(2);
  await dialog(page).getByLabel('Reason').fill('Moving <b>house</b>');
  await dialog(page).getByRole('button', { name: 'Switch to origins' }).click();
  const title = page.getByRole('heading', { level: 1, name: `Switch to origins: ${domain}` });
  await expect(title).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Done' })).toBeVisible();
  await expect(page.getByText('Moving <b>house</b>')).toBeVisible();
  await expect(page.getByText('+ A 192.0.2.11')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'Done' })).toBeVisible();
  await page.getByRole('link', { name: domain, exact: true }).click();
  await expect(page.getByText('Wanted: Origins')).toBeVisible();
  const history = page.getByRole('table', { name: 'Recent affairs' }).getByRole('row');
  await expect(history.nth(1)).toContainText('Switch to origins');
  await expect(history.nth(1)).toContainText('Done');
  await expect(history.nth(2)).toContainText('Rebuild');
  const { data } = (
    await callApi(page, site.origin('acme'), 'GET', `/api/guard/schedules/domains/${domain_id}/records`)
  ).body;
  expect(data.list.filter((one: { status: number }) => one.status === 2)).toHaveLength(2);
  await setMode(page, site.origin('acme'), { locale: 'zh-CN', theme: 'light' });
  await page.goto(`${site.origin('acme')}${LIST}/affairs?domain_id=${domain_id}`);
  const affair = page.getByRole('row').filter({ hasText: '切换到源站' });
  await expect(affair).toContainText('A 192.0.2.10, A 192.0.2.11（仅保存，未连接 DNS 服务器）');
});

test('what a DNS server refused is said in the reader’s language, on the screen and in the file', async ({
  page,
  site,
}) => {
  const { domain, domain_id } = await scheduled(page, site);
  const path = `/api/guard/schedules/affairs?domain_id=${domain_id}`;
  const { list } = await api(page, site, 'GET', path);
  const refused = { name: domain, code: 'refused', answers: [], said: 'PowerDNS: connection refused' };
  const results = { [domain_id]: { ...refused, fault: 'powerdns_connection', detail: 'connection refused' } };
  const message = `${domain}: ${refused.said}<br>`;
  const failed = {
    ...list[0],
    message,
    status: 'AffairsStatus_Faild',
    json_content: { ...list[0].json_content, results },
  };
  const answer = { code: 0, message: 'ok', data: { list: [failed], total: 1 } };
  await page.route('**/console/api/guard/schedules/affairs?**', (route) => route.fulfill({ json: answer }));
  await setMode(page, site.origin('acme'), { locale: 'zh-CN', theme: 'light' });
  await page.goto(`${site.origin('acme')}${LIST}/affairs?domain_id=${domain_id}`);
  await expect(page.getByRole('row').filter({ hasText: '失败' })).toContainText('无法连接 PowerDNS：连接被拒绝');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出 CSV' }).click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toContain(`${domain}：无法连接 PowerDNS：连接被拒绝`);
});

test('chosen domains are switched together', async ({ page, site }) => {
  const { domain } = await scheduled(page, site);
  await page.goto(`${site.origin('acme')}${LIST}?keyword=${domain}`);
  await page.getByRole('checkbox', { name: `Select ${domain}` }).click();
  await page.getByRole('button', { name: 'Switch to origins' }).click();
  await expect(dialog(page)).toContainText('Switch 1 domain to its origins?');
  await expect(dialog(page)).toContainText('without protection');
  await dialog(page).getByRole('button', { name: 'Switch to origins' }).click();
  await expect(page.getByRole('row').filter({ hasText: domain }).getByText('Origins').first()).toBeVisible();
  await expect(page.getByText('1 domain switched to its origins')).toBeVisible();
});

test('chosen records are switched off, and the domain page leads to them', async ({ page, site }) => {
  const { domain, domain_id } = await scheduled(page, site);
  await page.goto(`${site.origin('acme')}/guard/domains/${domain_id}?tab=dns`);
  await page.getByRole('link', { name: 'DNS records and switching' }).click();
  await expect(page.getByRole('heading', { level: 1, name: domain })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select 192.0.2.11' }).check();
  await expect(page.getByText('1 record selected')).toBeVisible();
  await page.getByRole('button', { name: 'Switch on…' }).click();
  await expect(dialog(page)).toContainText('A 192.0.2.11: Off → On');
  await dialog(page).getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Records switched on: ${domain}` })).toBeVisible();
  await page.getByRole('link', { name: 'All affairs of this domain' }).click();
  await expect(page).toHaveURL(new RegExp(`domain_id=${domain_id}`));
  await expect(page.getByRole('heading', { level: 1, name: 'DNS affairs' })).toBeVisible();
  await page.goto(`${site.origin('acme')}${LIST}/${domain_id}`);
  await expect(record(page, '192.0.2.11')).toContainText('On');
  await expect(record(page, '192.0.2.10')).toContainText('Off');
  for (const value of ['192.0.2.11', '203.0.113.10'])
    await page.getByRole('checkbox', { name: `Select ${value}` }).check();
  await page.getByRole('button', { name: 'Switch off…' }).click();
  await expect(dialog(page)).toContainText('the domain no longer resolves');
  await dialog(page).getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Records switched off: ${domain}` })).toBeVisible();
});

test('an affair that takes long is followed to its end, also after a reload', async ({ page, site }) => {
  const { domain_id } = await scheduled(page, site);
  const path = `/api/guard/schedules/domains/${domain_id}/switch-mode`;
  const affair = await api(page, site, 'POST', path, { target_mode: 1 });
  let retries = 1;
  let isOver = false;
  await page.route(`**/affairs/${affair.affairs_id}`, (route) => {
    if (route.request().resourceType() === 'document') return route.continue();
    const json_content = { ...affair.json_content, retries };
    const now = isOver ? { status: 'AffairsStatus_Succeed', status_code: 2 } : {};
    const data = { ...affair, json_content, message: 'shop: PowerDNS: timed out<br>', ...now };
    return route.fulfill({ json: { code: 0, message: 'ok', data } });
  });
  await page.goto(`${site.origin('acme')}${LIST}/affairs/${affair.affairs_id}`);
  const state = page.getByRole('status').first();
  await expect(state).toHaveText('In progress');
  await expect(page.getByText('shop: PowerDNS: timed out')).toBeVisible();
  await expect(page.getByText('1 of 8')).toBeVisible();
  await page.reload();
  await expect(state).toHaveText('In progress');
  retries = 2;
  await expect(page.getByText('2 of 8')).toBeVisible();
  isOver = true;
  await expect(state).toHaveText('Done');
  await expect(page.getByText('This page updates automatically.')).toBeHidden();
});

test('what the authoritative server answers otherwise is shown and repaired', async ({ page, site }) => {
  const { domain, domain_id } = await scheduled(page, site);
  // The server of the journeys is connected to no DNS.
  const { cname: name } = await api(page, site, 'GET', `/api/guard/domains/${domain_id}`);
  const [wanted, found] = [['A 203.0.113.10'], ['A 198.51.100.9']];
  await page.route('**/drift', (route) => {
    const data = { domain_id, name, connected: true, wanted, found, missing: wanted, unexpected: found };
    return route.fulfill({ json: { code: 0, message: 'ok', data } });
  });
  await page.route('**/schedules/connection', (route) =>
    route.fulfill({ json: { code: 0, message: 'ok', data: { connected: true } } }),
  );
  await page.goto(`${site.origin('acme')}${LIST}/${domain_id}`);
  await expect(page.getByText('Missing: A 203.0.113.10. Not wanted: A 198.51.100.9.')).toBeVisible();
  await expect(page.getByText('Differs: repair')).toBeVisible();
  await expect(record(page, '203.0.113.10')).toContainText('No, though wanted');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Repair…' }).click();
  await expect(dialog(page)).toContainText('A 198.51.100.9');
  await expect(dialog(page)).toContainText('+ A 203.0.113.10');
  await dialog(page).getByRole('button', { name: 'Repair' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Repair: ${domain}` })).toBeVisible();
});

test('a domain that cannot be switched says why, and one that switches by itself says how its nodes are', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'acme', 'acme-root');
  const bare = await makeDomain(page, site, `${unique('bare')}.example.com`, { src_sites: ORIGINS });
  await api(page, site, 'POST', `/api/guard/schedules/domains/${bare}/init`, {});
  await api(page, site, 'POST', `/api/guard/schedules/domains/${bare}/switch-mode`, { target_mode: 1 });
  await page.goto(`${site.origin('acme')}${LIST}/${bare}?dialog=switch`);
  await expect(dialog(page)).toContainText('Nothing would answer for the domain');
  await expect(dialog(page).getByRole('button', { name: 'Switch to nodes' })).toHaveAttribute('aria-disabled', 'true');
  const { domain_id } = await scheduled(page, site);
  const path = `/api/guard/schedules/domains/${domain_id}/failover`;
  const { body } = await callApi(page, site.origin('acme'), 'GET', path);
  const [node] = body.data.nodes;
  const failing = { checks: 10, succeeded: 0, answering: false, reason: 'connection refused' };
  // The server of the journeys is connected to no DNS, and nothing switches there.
  await page.route('**/failover', async (route) => {
    const now = { enabled: true, state: 'failing', since: Date.now() - 5_000, nodes: [{ ...node, ...failing }] };
    await route.fulfill({ json: { ...body, data: { ...body.data, ...now } } });
  });
  await page.goto(`${site.origin('acme')}${LIST}/${domain_id}`);
  await expect(page.getByText('Automatic switching: Too few nodes')).toBeVisible();
  await expect(page.getByText('0 of 1 node answers')).toBeVisible();
  await expect(record(page, node.ip_addr)).toContainText(node.name);
  await expect(record(page, node.ip_addr)).toContainText('Not answering');
  await expectAccessible(page);
});

for (const mode of MODES) {
  test(`DNS scheduling is accessible in ${mode.locale}, ${mode.theme}, and fits a phone`, async ({ page, site }) => {
    const { domain_id } = await scheduled(page, site);
    const { affairs_id } = await api(page, site, 'POST', `/api/guard/schedules/domains/${domain_id}/switch-mode`, {
      target_mode: 1,
    });
    await setMode(page, site.origin('acme'), mode);
    const paths = ['', `/${domain_id}`, `/${domain_id}?dialog=switch`, '/affairs', `/affairs/${affairs_id}`];
    for (const path of paths) {
      await visit(page, `${site.origin('acme')}${LIST}${path}`);
      await expectAccessible(page);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of paths) {
      await visit(page, `${site.origin('acme')}${LIST}${path}`);
      await expectFits(page);
    }
  });
}
