import { expect, expectAccessible, expectFits, MODES, setMode, signIn, test, visit } from '../fixtures';
import { api } from '../objects';
import { dialog } from '../pages/dialog';
import { DOMAINS, make, OWNER, settingsOf } from '../pages/domain';
import { late } from '../pages/late';
import { row, rowAction } from '../pages/list';

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
  const arrive = await late(page, `**/api/guard/domains/${domain_id}`);
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

test('the keyboard alone makes a brute-force rule, switches it off and deletes it', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const { url } = await make(page, site);
  await page.goto(`${url}?tab=brute-force`);
  const press = async (name: string | RegExp, role: 'button' | 'menuitem' = 'button') => {
    await page.getByRole(role, { name }).last().focus();
    await page.keyboard.press('Enter');
  };
  await expect(page.getByText('No brute-force rules yet')).toBeVisible();
  await press('Create rule');
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
  await expect(page.getByText('Does not respond')).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await expect(page.getByText('Does not respond')).toBeVisible();
  await page.getByLabel('Health checks before switching').fill('4');
  await page.getByRole('checkbox', { name: 'IPv6 records for nodes' }).click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('DNS settings saved')).toBeVisible();
});

test('a selection of domains gets its WAF switched off and on', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const { domain, domain_id } = await make(page, site);
  const waf = async () => JSON.parse((await settingsOf(page, site, domain_id)).waf ?? '').status;
  await page.goto(`${site.origin('acme')}${DOMAINS}?keyword=${domain}`);
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
