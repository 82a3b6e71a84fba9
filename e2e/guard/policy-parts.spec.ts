import { expect, expectAccessible, expectFits, MODES, setMode, test } from '../fixtures';
import { api, makeDomain, makePolicy, unique } from '../objects';
import { openAs, settled } from '../pages/console';
import { dialog } from '../pages/dialog';
import { row, rowAction } from '../pages/list';

const OWNER = 'acme-other';
const GROUPS = '/api/guard/waf/rules';
const FORWARDS = '/guard/forwards';

test('a WAF rule group is written in the form or as JSON, switched, duplicated and deleted', async ({ page, site }) => {
  await openAs(page, site, OWNER, '/guard/policies');
  const policy_id = await makePolicy(page, site);
  await page.goto(`${site.origin('acme')}/guard/policies/${policy_id}?tab=waf`);
  await expect(page.getByText('No WAF rule groups yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create WAF rule group' }).click();
  await page.getByLabel('Name', { exact: true }).first().fill('Admin pages');
  await page.getByRole('textbox', { name: 'Pattern' }).fill('/admin');
  await page.getByRole('button', { name: 'Add sub-rule' }).click();
  await page.getByRole('textbox', { name: 'Pattern' }).nth(1).fill('union');
  await page.getByRole('textbox', { name: 'Name' }).nth(1).fill('q');
  await expect(page.getByText('Path begins with /admin and Argument q contains union')).toBeVisible();

  await page.getByText('JSON', { exact: true }).click();
  const json = page.getByLabel('Everything as JSON');
  await json.fill((await json.inputValue()).replace('"union"', '"sel'));
  await expect(page.getByText(/This stops being valid JSON at line/)).toBeVisible();
  await json.fill((await json.inputValue()).replace('"sel', '"select"'));
  await page.getByText('Form', { exact: true }).click();
  await expect(page.getByText('Argument q contains select')).toBeVisible();
  await page.getByRole('button', { name: 'Create WAF rule group' }).click();
  await expect(page.getByText('WAF rule group created')).toBeVisible();
  await expect(row(page, 'Admin pages')).toContainText('Monitor');
  await expect(page.getByRole('tab', { name: 'WAF groups 1' })).toBeVisible();

  await page.getByRole('switch', { name: 'WAF rule group Admin pages' }).click();
  await expect(page.getByText('WAF rule group Admin pages turned off')).toBeVisible();
  await rowAction(page, 'Admin pages', 'Duplicate…');
  await expect(page.getByLabel('Name', { exact: true }).first()).toHaveValue('Admin pages copy');
  await page.getByRole('button', { name: 'Create WAF rule group' }).click();
  await expect(row(page, 'Admin pages copy')).toBeVisible();
  await rowAction(page, 'Admin pages copy', 'Delete…');
  await expect(dialog(page)).toContainText('Its 2 sub-rules stop');
  await dialog(page).getByRole('button', { name: 'Delete WAF rule group' }).click();
  await expect(page.getByText('WAF rule group deleted')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('of two who edit a group the second sees what the first changed, and loses nothing', async ({ page, site }) => {
  await openAs(page, site, OWNER, '/guard/policies');
  const policy_id = await makePolicy(page, site);
  const group = { name: 'Shared', policy_id, rules: [{ zone: 'URL', pattern: '/admin' }] };
  const { tag } = await api(page, site, 'POST', GROUPS, group);
  await page.goto(`${site.origin('acme')}/guard/policies/${policy_id}?tab=waf&dialog=waf.${tag}`);
  await page.getByLabel('Note').fill('Mine');
  await api(page, site, 'PUT', `${GROUPS}/${tag}`, { action: 3 });
  await page.getByRole('button', { name: 'Save WAF rule group' }).click();
  const changed = page.getByRole('region', { name: 'This was changed while you were editing it.' });
  await expect(changed.getByRole('list').first()).toContainText('Captcha');
  await expect(changed.getByRole('list').last()).toContainText('Mine');
  await expect(page.getByLabel('Note')).toHaveValue('Mine');
  await changed.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save WAF rule group' }).click();
  await expect(page.getByText('WAF rule group saved')).toBeVisible();
  await expect(row(page, 'Shared')).toContainText('Mine');
  await expect(row(page, 'Shared')).toContainText('Block');
});

test('a port is forwarded once on a node, and is seen in the list and with its domain', async ({ page, site }) => {
  await openAs(page, site, OWNER, FORWARDS);
  await expect(page.getByRole('heading', { level: 1, name: 'Port forwards' })).toBeVisible();
  const [first, second] = [`${unique('forward')}.example.org`, `${unique('forward')}.example.org`];
  const ids = [await makeDomain(page, site, first), await makeDomain(page, site, second)];
  const { list: nodes } = await api(page, site, 'GET', `/api/guard/domains/${ids[0]}/nodes/available`);
  const node_ids = [nodes[0].node_id];
  for (const id of ids) await api(page, site, 'PUT', `/api/guard/domains/${id}/nodes`, { node_ids });
  await page.goto(`${site.origin('acme')}${FORWARDS}`);

  const add = async (domain: string) => {
    await page.getByRole('button', { name: 'Create port forward' }).first().click();
    await page.getByRole('combobox', { name: 'Domain' }).click();
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill(domain);
    await page.getByRole('option', { name: domain }).click();
    await page.getByLabel('Port', { exact: true }).fill('25565');
  };
  await add(first);
  await page.getByRole('textbox', { name: 'Origin addresses' }).fill('203.0.113.24');
  await page.getByRole('button', { name: 'Create port forward' }).click();
  await expect(page.getByText('Port forward created')).toBeVisible();
  await expect(row(page, first)).toContainText('TCP 25565');
  await add(second);
  await page.getByRole('button', { name: 'Create port forward' }).click();
  await expect(
    page.getByText(`Port 25565 is already forwarded for this protocol on node ${node_ids[0]}`),
  ).toBeVisible();
  await page.getByLabel('Port', { exact: true }).fill('25566');
  await page.getByRole('button', { name: 'Create port forward' }).click();
  await expect(row(page, second)).toContainText('TCP 25566');

  await row(page, first).getByRole('switch').click();
  await expect(page.getByText(`Port forward ${first}, TCP 25565 turned off`)).toBeVisible();
  await row(page, first).getByRole('link', { name: first }).click();
  await expect(page.getByRole('tab', { name: 'Forwards 1' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('switch', { name: 'Port forward TCP 25565' })).not.toBeChecked();
  await rowAction(page, 'TCP 25565', 'Delete…');
  await dialog(page).getByRole('button', { name: 'Delete port forward' }).click();
  await expect(page.getByText('No port forwards yet')).toBeVisible();
});

for (const mode of MODES) {
  test(`the screens are readable by everybody, also on a phone, ${mode.locale}`, async ({ page, site }) => {
    await openAs(page, site, OWNER, FORWARDS);
    const origin = site.origin('acme');
    const domain = `${unique('seen')}.example.org`;
    const policy_id = await makePolicy(page, site);
    const domain_id = await makeDomain(page, site, domain, { policy_id });
    const rules = [
      { zone: 'URL', pattern_type: 3, pattern: '/admin' },
      { zone: 'HEADER', sub_field: 'User-Agent', pattern_type: 5, pattern: '(?i)curl|wget', is_not: true },
    ];
    const group = { name: 'Admin pages', describe: 'Offices', policy_id, rules };
    const { tag } = await api(page, site, 'POST', GROUPS, group);
    const src_setting = { port: 5061, balance: 'ip_hash', weights: [1, 2] };
    const forward = { domain, domain_id, port: 5060, schema: 4, node_ipaddrs: '203.0.113.24', src_setting };
    const { id } = await api(page, site, 'POST', '/api/guard/forwards', forward);
    await setMode(page, origin, mode);
    for (const screen of [
      `/guard/policies/${policy_id}`,
      `/guard/policies/${policy_id}?tab=waf`,
      `/guard/policies/${policy_id}?tab=waf&dialog=waf.${tag}`,
      FORWARDS,
      `${FORWARDS}?dialog=edit.${id}`,
    ]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${origin}${screen}`);
      await settled(page);
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expectFits(page);
    }
  });
}
