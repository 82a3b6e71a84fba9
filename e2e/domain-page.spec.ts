import type { Browser, Page } from '@playwright/test';
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
} from './fixtures';
import { api, decide, makeDomain, unique } from './objects';
import { dialog } from './pages/dialog';
import { row, rowAction } from './pages/list';

const LIST = '/guard/domains';
const OWNER = 'acme-root';

const LOCAL = [
  { addr: '127.0.0.1', port: 8443, protocol: 'https', weight: 3 },
  { addr: '127.0.0.2', port: 8080, protocol: 'http' },
];

type Made = { domain_id: string; domain: string; url: string };

/** A domain with two origins on this machine and the nodes given; approved where somebody has to serve it. */
async function make(page: Page, site: Site, node_ids: string[] = [], browser?: Browser): Promise<Made> {
  const domain = `${unique('page')}.example.org`;
  const domain_id = await makeDomain(page, site, domain, { src_sites: LOCAL });
  if (node_ids.length > 0) await api(page, site, 'PUT', `/api/guard/domains/${domain_id}/nodes`, { node_ids });
  if (browser) await decide(browser, site, domain_id, 4);
  return { domain_id, domain, url: `${site.origin('acme')}${LIST}/${domain_id}` };
}

async function settingsOf(page: Page, site: Site, domain_id: string): Promise<Record<string, string>> {
  return (await api(page, site, 'GET', `/api/guard/domains/${domain_id}/settings`)).settings;
}

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
    await page.getByRole('button', { name: 'New origin group' }).click();
    await dialog(page).getByLabel('Name').fill(name);
    await dialog(page).getByRole('checkbox', { name: node }).click();
    await dialog(page).getByRole('checkbox', { name: origin }).click();
  };
  await create('Asia', 'Hong Kong 1', '127.0.0.1');
  await expect(dialog(page)).toContainText('Hong Kong 1, 127.0.0.1 from Default group');
  await dialog(page).getByRole('button', { name: 'New origin group' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'Asia' })).toBeVisible();

  await create('East', 'Hong Kong 1', '127.0.0.2');
  await expect(dialog(page)).toContainText('That leaves the group without nodes or origins');
  await dialog(page).getByRole('button', { name: 'New origin group' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'East' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3, name: 'Asia' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Delete origin group East' }).click();
  await expect(dialog(page)).toContainText('return to the default group: Hong Kong 1, 127.0.0.2');
  await dialog(page).getByRole('button', { name: 'Delete origin group' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'East' })).toHaveCount(0);
});

test('nodes are assigned, locked and removed, and the last one stays', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const { url, domain_id } = await make(page, site, ['hk-1'], browser);
  await page.goto(`${url}?tab=nodes`);
  await expect(page.getByText('1 of 1 unlocked')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Singapore 1' }).click();
  await page.getByRole('button', { name: 'Assign 1 node' }).click();
  await expect(page.getByText('1 node assigned')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Nodes 2' })).toBeVisible();

  await rowAction(page, 'Hong Kong 1', /^Lock/);
  await expect(row(page, 'Hong Kong 1')).toContainText('Locked');
  await expect(page.getByText('1 of 2 unlocked')).toBeVisible();
  await rowAction(page, 'Singapore 1', 'Remove…');
  await expect(dialog(page).getByRole('button', { name: 'Remove node' })).toHaveAttribute('aria-disabled', 'true');
  await dialog(page).getByRole('button', { name: 'Keep' }).click();
  await rowAction(page, 'Hong Kong 1', 'Remove…');
  // The dialog that removes a node ends only with the last answer it waits for; what was opened since stays open.
  let arrive = () => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(`**/api/guard/domains/${domain_id}`, async (route) => {
    await late;
    await route.continue();
  });
  await dialog(page).getByRole('button', { name: 'Remove node' }).click();
  await expect(page.getByText('1 of 1 unlocked')).toBeVisible();

  await page.getByRole('button', { name: 'Align with allotted nodes' }).click();
  await expect(dialog(page)).toContainText('including those assigned by hand');
  const answered = page.waitForResponse(`**/api/guard/domains/${domain_id}`);
  arrive();
  await answered;
  await dialog(page).getByRole('button', { name: 'Align nodes' }).click();
  await expect(dialog(page)).toContainText('Nodes aligned');
  await expect(dialog(page)).toContainText('fra-1');
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('tab', { name: 'Nodes 3' })).toBeVisible();
});

test('settings show what would change before they are saved, as a form and as JSON', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const { domain_id, url } = await make(page, site);
  await page.goto(`${url}?tab=protection`);
  await page.getByRole('checkbox', { name: 'Cache' }).click();
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(dialog(page)).toContainText('cache.status');
  await expect(dialog(page)).toContainText('After: On');
  await dialog(page).getByRole('button', { name: 'Back' }).click();

  await page.getByRole('radio', { name: 'JSON' }).click();
  await expect(page).toHaveURL(/view=json/);
  const text = page.getByLabel('All settings as JSON');
  const good = await text.inputValue();
  await text.fill(good.replace('"bot": {', '"bot": { oops'));
  await expect(page.getByText(/This stops being valid JSON at line \d+, column \d+\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review changes' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Go there' }).click();
  await expect(text).toBeFocused();
  await text.fill(good.replace('"bot": {', '"bto": {'));
  await expect(page.getByText('This domain has no such setting: bto.')).toBeVisible();
  await text.fill(good.replace('"bot": {', '"bot": { "depth": 3,'));
  await page.getByRole('tab', { name: 'Summary' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(dialog(page)).toContainText('bot.depth');
  await expect(dialog(page)).toContainText('cache.status');
  await dialog(page).getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  const settings = await settingsOf(page, site, domain_id);
  expect(JSON.parse(settings.bot ?? '')).toEqual({ status: 'CFGOPTION_1_DISABLE', depth: 3 });
  expect(JSON.parse(settings.cache ?? '')).toEqual({ status: 'CFGOPTION_2_ENABLE' });
  await page.getByRole('radio', { name: 'Form' }).click();
  await expect(page.getByLabel('depth')).toHaveValue('3');
});

for (const mode of MODES) {
  test(`origin health checks are set in a form, in ${mode.locale}, ${mode.theme}`, async ({ page, site }) => {
    await signIn(page, site, 'acme', OWNER);
    const { domain_id, url } = await make(page, site);
    await setMode(page, site.origin('acme'), mode);
    const isEnglish = mode.locale === 'en-US';
    await visit(page, `${url}?tab=protection`);
    const tcp = page.getByRole('group', { name: isEnglish ? 'TCP connection' : 'TCP 探测' });
    await tcp.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    const interval = tcp.getByLabel(isEnglish ? 'Interval (seconds)' : '探测间隔（秒）');
    const ports = tcp.getByLabel(isEnglish ? 'Ports' : '端口');
    await expect(ports).toHaveValue('8443, 8080');
    await interval.fill('0');
    await ports.fill('8443, x');
    const review = page.getByRole('button', { name: isEnglish ? 'Review changes' : '查看变更' });
    await expect(review).toHaveAttribute('aria-disabled', 'true');
    await expect(tcp.locator('[aria-invalid=true]')).toHaveCount(2);
    await expectAccessible(page);
    await interval.fill('15');
    await ports.fill('8443，9000');
    await tcp.getByRole('combobox').click();
    await page.getByRole('option', { name: isEnglish ? 'Move traffic and alert' : '切换流量并告警' }).click();
    await review.click();
    await expect(dialog(page)).toContainText('origin.tcp_configs');
    await expectAccessible(page);
    await dialog(page)
      .getByRole('button', { name: isEnglish ? 'Save settings' : '保存设置' })
      .click();
    await expect(page.getByText(isEnglish ? 'Settings saved' : '设置已保存')).toBeVisible();
    const origin = JSON.parse((await settingsOf(page, site, domain_id)).origin ?? '');
    expect(origin.tcp_configs).toMatchObject({
      status: 'CFGOPTION_2_ENABLE',
      detection_time_intervals: 15,
      action: 5,
      ports: [8443, 9000],
    });
    expect(origin.services[0].sources).toHaveLength(2);
    expect(origin.ping_config).toBeUndefined();
  });
}

test('the keyboard alone makes a brute-force rule, switches it off and deletes it', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const { url } = await make(page, site);
  await page.goto(`${url}?tab=brute-force`);
  const press = async (name: string | RegExp, role: 'button' | 'menuitem' = 'button') => {
    await page.getByRole(role, { name }).last().focus();
    await page.keyboard.press('Enter');
  };
  await expect(page.getByText('No brute-force rules yet')).toBeVisible();
  await press('Add rule');
  await expect(dialog(page).getByLabel('Name')).toBeVisible();
  await dialog(page).getByLabel('Name').focus();
  await page.keyboard.type('Sign-in');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('no slash');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Use a path that starts with a slash');
  await expect(dialog(page).getByLabel('Sign-in path')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('/account/login');
  await page.keyboard.press('Enter');
  await expect(row(page, '/account/login')).toContainText('More than 10 in 1 min per IP address');

  await page.getByRole('switch', { name: 'Rule Sign-in' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Rule Sign-in turned off').first()).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Rule Sign-in' })).not.toBeChecked();
  await press('Actions for Sign-in');
  await press('Delete…', 'menuitem');
  await expect(dialog(page)).toContainText('It is turned off');
  await press('Delete rule');
  await expect(page.getByText('No brute-force rules yet')).toBeVisible();
});

test('releases say what changed, against the one before or any other', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const { domain_id, url } = await make(page, site, ['hk-1'], browser);
  const put = (status: string) =>
    api(page, site, 'PUT', `/api/guard/domains/${domain_id}/settings`, {
      settings: { cache: JSON.stringify({ status }) },
    });
  // Changes that follow each other before anything is released are released together.
  const released = async () => (await api(page, site, 'GET', `/api/guard/domains/${domain_id}/releases`)).total;
  await expect.poll(released).toBe(1);
  await put('CFGOPTION_2_ENABLE');
  await expect.poll(released).toBe(2);
  await put('CFGOPTION_1_DISABLE');
  await expect.poll(released).toBe(3);
  await page.goto(`${url}?tab=releases`);
  await expect(page.getByRole('tab', { name: 'Releases 3' })).toBeVisible();
  await expect(row(page, 'r1')).toContainText('Domain approved');
  await page.getByRole('button', { name: 'Compare release r3' }).click();
  const drawer = page.getByRole('dialog', { name: 'Release r3' });
  await expect(drawer).toContainText('settings.cache.status');
  await expect(drawer).not.toContainText('CFGOPTION');
  await expect(drawer.getByText('switches.cache')).toHaveCount(0);
  await drawer.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'r1' }).click();
  await expect(drawer).toContainText('Both releases have the same configuration.');
  await drawer.getByRole('radio', { name: 'JSON' }).click();
  await expect(drawer.getByRole('region', { name: 'Full configuration' })).toContainText('"settings"');
  await expect(page).toHaveURL(/dialog=release\.3/);
});

test('a verification is remembered on the page', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const { url } = await make(page, site);
  await page.goto(`${url}?tab=dns`);
  await expect(page.getByText('Not verified yet')).toBeVisible();
  await page.getByRole('button', { name: 'Verify now' }).first().click();
  await expect(page.getByText('Does not respond')).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await expect(page.getByText('Does not respond')).toBeVisible();
  await page.getByLabel('Failed nodes before switching').fill('4');
  await page.getByRole('checkbox', { name: 'IPv6 records for nodes' }).click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('DNS settings saved')).toBeVisible();
});

test('a selection of domains gets its WAF switched off and on', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const { domain, domain_id } = await make(page, site);
  const waf = async () => JSON.parse((await settingsOf(page, site, domain_id)).waf ?? '').status;
  await page.goto(`${site.origin('acme')}${LIST}?keyword=${domain}`);
  for (const [name, status] of [
    ['WAF off', 'CFGOPTION_1_DISABLE'],
    ['WAF on', 'CFGOPTION_2_ENABLE'],
  ] as const) {
    await page.getByRole('checkbox', { name: `Select ${domain}` }).click();
    await page.getByRole('button', { name }).click();
    await expect(dialog(page)).toContainText(domain);
    await dialog(page).getByRole('button', { name }).click();
    await expect(page.getByRole('checkbox', { name: `Select ${domain}` })).not.toBeChecked();
    expect(await waf()).toBe(status);
  }
});

test('who may only read sees which permission each part needs', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const { url } = await make(page, site, ['hk-1']);
  await signIn(page, site, 'acme', 'acme-auditor');
  await page.goto(`${url}?tab=protection`);
  await page.getByRole('checkbox', { name: 'Cache' }).click();
  await page.getByRole('button', { name: 'Review changes' }).hover();
  await expect(page.getByText('Needs guard.domain.edit')).toBeVisible();
});

const PARTS = {
  tabs: ['origins', 'nodes', 'protection', 'protection&view=json', 'certificates', 'dns', 'brute-force', 'releases'],
  dialogs: [
    'origins&dialog=add-origin',
    'origins&dialog=add-group',
    'certificates&dialog=bind',
    'brute-force&dialog=add-rule',
    'releases&dialog=release.2',
  ],
};

for (const mode of MODES) {
  for (const [kind, parts] of Object.entries(PARTS)) {
    test(`the ${kind} of a domain are accessible in ${mode.locale}, ${mode.theme}`, async ({ page, browser, site }) => {
      test.slow();
      await signIn(page, site, 'acme', OWNER);
      const { domain_id, url } = await make(page, site, ['hk-1', 'fra-1'], browser);
      const limit = { uri: '/login', rate: 5, rate_time: 1, req_time_unit: 'ReqUnit_2_PMin', level: 'ip' };
      const rule = { name: 'Sign-in', ...limit, action: { type: 'block', duration: 60 } };
      const path = `/api/guard/domains/${domain_id}/brute-force/rules`;
      await api(page, site, 'POST', path, rule);
      await setMode(page, site.origin('acme'), mode);
      for (const part of parts) {
        await visit(page, `${url}?tab=${part}`);
        await expectAccessible(page);
      }
    });
  }
}

test('the parts of a domain fit a phone', async ({ page, browser, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, site, 'acme', OWNER);
  const { url } = await make(page, site, ['hk-1', 'fra-1'], browser);
  for (const tab of ['origins', 'nodes', 'protection', 'certificates', 'dns', 'brute-force', 'releases']) {
    await visit(page, `${url}?tab=${tab}`);
    await expectFits(page);
  }
});
