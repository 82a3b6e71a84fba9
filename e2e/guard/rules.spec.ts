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
import { api, makePolicy, unique } from '../objects';
import { openAs } from '../pages/console';
import { dialog } from '../pages/dialog';
import { row, rowAction } from '../pages/list';

const LIST = '/guard/policies';
const WORDS = {
  'en-US': {
    templates: 'Templates',
    country: 'Block a country',
    countryName: 'Block countries',
    name: 'Name',
    choose: 'Value',
    search: 'Search',
    germany: 'Germany',
    said: 'Requests whose country or region is one of Germany are blocked.',
    other: 'In Chinese',
    otherSaid: '国家/地区属于德国的请求：拦截。',
    createAcl: 'Create ACL rule',
    createdAcl: 'ACL rule created',
    login: 'Protect a login',
    loginName: 'Sign-in limit',
    threshold: 'More than',
    createCc: 'Create CC rule',
    createdCc: 'CC rule created',
    limit: '5 per 60 seconds',
  },
  'zh-CN': {
    templates: '模板',
    country: '拦截国家/地区',
    countryName: '拦截国家/地区',
    name: '名称',
    choose: '值',
    search: '搜索',
    germany: '德国',
    said: '国家/地区属于德国的请求：拦截。',
    other: '英文',
    otherSaid: 'Requests whose country or region is one of Germany are blocked.',
    createAcl: '新建 ACL 规则',
    createdAcl: 'ACL 规则已创建',
    login: '保护登录',
    loginName: '登录限速',
    threshold: '超过',
    createCc: '新建 CC 规则',
    createdCc: 'CC 规则已创建',
    limit: '5 次 / 60 秒',
  },
} as const;

const rulesPath = (policy_id: string, kind: 'cc' | 'acl') => `/api/guard/policies/${policy_id}/${kind}/rules`;
const acl = (name: string, more: object = {}) => ({
  name,
  matches: [{ field: 'path', op: 'prefix', data: '/admin' }],
  action: { action_type: 'block', duration: 0 },
  ...more,
});

async function template(page: Page, menu: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Saves what is open; the builder closes once the list has it. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save ACL rule' }).click();
  await expect(page).not.toHaveURL(/rule=/);
}

/** A policy of acme-other with ACL rules; answers its address with the tab open, and the ids of its rules. */
async function withRules(page: Page, site: Site, bodies: readonly object[]) {
  await signIn(page, site, 'acme', 'acme-other');
  const policy_id = await makePolicy(page, site);
  const ids: number[] = [];
  for (const body of bodies) ids.push((await api(page, site, 'POST', rulesPath(policy_id, 'acl'), body)).rule_id);
  return { policy_id, ids, url: `${site.origin('acme')}${LIST}/${policy_id}?tab=acl` };
}

for (const mode of MODES) {
  test(`a new user blocks a country and limits a login in ${mode.locale}, ${mode.theme}`, async ({ page, site }) => {
    const w = WORDS[mode.locale];
    await signIn(page, site, 'acme', 'acme-other');
    const policy_id = await makePolicy(page, site);
    await setMode(page, site.origin('acme'), mode);
    await visit(page, `${site.origin('acme')}${LIST}/${policy_id}?tab=acl`);
    await expectAccessible(page);

    await template(page, w.templates, w.country);
    await expect(page.getByLabel(w.name, { exact: true })).toHaveValue(w.countryName);
    await page.getByRole('combobox', { name: w.choose, exact: true }).click();
    await page.getByRole('combobox', { name: w.search, exact: true }).fill(w.germany);
    await page.getByRole('option', { name: w.germany }).click();
    await expect(page.getByText(w.said)).toBeVisible();
    await page.getByRole('button', { name: w.other }).click();
    await expect(page.getByText(w.otherSaid)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: w.createAcl }).click();
    await expect(page.getByText(w.createdAcl)).toBeVisible();
    await expect(page).not.toHaveURL(/rule=/);
    await expect(row(page, w.countryName)).toContainText(w.germany);

    await template(page, w.templates, w.login);
    await expect(page).toHaveURL(/tab=cc/);
    await page.getByLabel(w.threshold, { exact: true }).fill('5');
    await page.getByRole('button', { name: w.createCc }).click();
    await expect(page.getByText(w.createdCc)).toBeVisible();
    await expect(row(page, w.loginName)).toContainText(w.limit);
    await expectAccessible(page);

    const { list } = await api(page, site, 'GET', rulesPath(policy_id, 'acl'));
    expect(list[0]).toMatchObject({ matches: [{ field: 'country', op: 'in', data: 'DE' }], status: 1 });
  });
}

test('a rule is switched, copied, searched, moved and deleted in its table', async ({ page, site }) => {
  const { policy_id, url } = await withRules(page, site, [acl('Admin pages'), acl('Old office')]);
  const target = unique('Other policy');
  const other = await makePolicy(page, site, target);
  await page.goto(url);
  // It changes with the answer, which may come after the click.
  await row(page, 'Admin pages').getByRole('switch').click();
  await expect(page.getByText('Rule Admin pages disabled')).toBeVisible();
  await rowAction(page, 'Admin pages', 'Duplicate');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Admin pages copy');
  await page.getByRole('button', { name: 'Create ACL rule' }).click();
  await expect(row(page, 'Admin pages copy')).toBeVisible();

  await page.getByRole('searchbox').fill('office');
  await expect(row(page, 'Admin pages copy')).toHaveCount(0);
  await page.getByRole('searchbox').fill('no such rule');
  await page.getByRole('button', { name: 'Clear filters' }).click();

  await rowAction(page, 'Old office', 'Move to another policy…');
  await dialog(page).getByRole('combobox', { name: 'To policy' }).click();
  await page.getByRole('option', { name: target }).click();
  await dialog(page).getByRole('button', { name: 'Move rule' }).click();
  // Behind a dialog no row is to be found, so that it must have closed.
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, 'Old office')).toHaveCount(0);
  const moved = await callApi(page, site.origin('acme'), 'GET', rulesPath(other, 'acl'));
  expect(moved.body.data.list).toMatchObject([{ name: 'Old office' }]);

  await rowAction(page, 'Admin pages copy', 'Delete');
  await expect(dialog(page)).toContainText('Requests whose path begins with /admin are blocked.');
  await dialog(page).getByRole('button', { name: 'Delete rule' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, 'Admin pages copy')).toHaveCount(0);
  const left = await callApi(page, site.origin('acme'), 'GET', rulesPath(policy_id, 'acl'));
  expect(left.body.data.list).toMatchObject([{ name: 'Admin pages', status: 2 }]);
});

test('form and JSON are the same rule, and what the server refuses is on its row', async ({ page, site }) => {
  const action = { action_type: 'block', content: '', duration: 60, 'x.note': { kept: ['</script>', 1e3] } };
  const { policy_id, ids, url } = await withRules(page, site, [acl('Open', { action })]);
  await page.goto(`${url}&rule=${ids[0]}`);
  await page.getByRole('radio', { name: 'JSON' }).check();
  const json = page.getByLabel('The rule as JSON');
  await expect(json).toHaveValue(/"x\.note"/);
  const text = await json.inputValue();

  await json.fill(text.replace('"matches"', '"matchs"'));
  await expect(page.getByText('A rule has no field matchs.')).toBeVisible();
  // A text that is no rule stays in sight.
  await page.getByRole('radio', { name: 'Form' }).click();
  await expect(json).toBeVisible();
  await json.fill(text.replace('"prefix"', '"regex"').replace('"/admin"', '"a(b"'));
  await expect(page.getByText(/matches the expression a\(b/)).toBeVisible();
  await page.getByRole('button', { name: 'Save ACL rule' }).click();
  // A box with choices where another journey has sent traffic with paths.
  const value = page.getByLabel('Value', { exact: true });
  await expect(value).toHaveAttribute('aria-invalid', 'true');
  // Beside the form the preview says it too, as soon as it has asked.
  await expect(value).toHaveAccessibleDescription(/refused at character/);
  await value.fill('^/admin');
  await save(page);
  const { list } = await api(page, site, 'GET', rulesPath(policy_id, 'acl'));
  expect(list[0].action).toEqual(action);
  expect(list[0].matches).toEqual([{ field: 'path', op: 'regex', data: '^/admin' }]);
});

test('two editors: who saves last sees what changed, and nothing typed is lost', async ({ page, site }) => {
  const { policy_id, ids, url } = await withRules(page, site, [acl('Shared')]);
  const at = `${rulesPath(policy_id, 'acl')}/${ids[0]}`;
  await page.goto(`${url}&rule=${ids[0]}`);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Mine');
  // Switched meanwhile: another status is no other version.
  await api(page, site, 'PUT', `${at}/status`, { status: 2 });
  await save(page);
  await row(page, 'Mine').getByRole('button', { name: 'Mine', exact: true }).click();
  await name.fill('Mine again');
  await api(page, site, 'PUT', at, acl('Theirs', { describe: 'Changed elsewhere' }));
  await page.getByRole('button', { name: 'Save ACL rule' }).click();
  await expect(page.getByText('This was changed while you were editing it.')).toBeVisible();
  await expect(page.getByText('Changed elsewhere').first()).toBeVisible();
  await expect(name).toHaveValue('Mine again');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await save(page);
  await row(page, 'Mine again').getByRole('button', { name: 'Mine again', exact: true }).click();
  await name.fill('Mine at last');
  await api(page, site, 'PUT', at, acl('Theirs at last'));
  await page.getByRole('button', { name: 'Save ACL rule' }).click();
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await expect(name).toHaveValue('Theirs at last');
});

test('what is typed is not lost by the way, and reading alone says what writing needs', async ({ page, site }) => {
  const { url } = await withRules(page, site, [acl('First'), acl('Second')]);
  await page.goto(url);
  await row(page, 'First').getByRole('button', { name: 'First', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Half typed');
  await row(page, 'Second').getByRole('button', { name: 'Second', exact: true }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half typed');
  await page.getByRole('tab', { name: 'Domains' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/tab=domains/);
  await expect(page).not.toHaveURL(/rule=/);

  await openAs(page, site, 'acme-root', LIST);
  const policy_id = await makePolicy(page, site);
  await openAs(page, site, 'acme-auditor', `${LIST}/${policy_id}?tab=cc`);
  await expect(page.getByRole('button', { name: 'Create CC rule' })).toHaveAttribute('aria-disabled', 'true');
});

test('rules and their builder fit a phone', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const long = acl('A rule with a name that is long enough to be cut on a phone', {
    matches: [
      { field: 'header:x-forwarded-for', op: 'contains', data: 'a value that is long enough to be wider than a phone' },
      { field: 'country', op: 'in', data: 'CN,DE,FR,JP' },
    ],
  });
  const { url, ids } = await withRules(page, site, [long]);
  await visit(page, `${url}&rule=${ids[0]}`);
  await expect(page.getByRole('button', { name: 'Save ACL rule' })).toBeVisible();
  await expectFits(page);
});

test('a condition that was just added is in error only once it was left', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await page.goto(`${site.origin('acme')}${LIST}/${await makePolicy(page, site)}?tab=acl&rule=new`);
  const values = page.getByRole('textbox', { name: 'Value', exact: true });
  await values.first().fill('/admin');
  await page.getByRole('button', { name: 'Add condition' }).click();
  await expect(values).toHaveCount(2);
  const faulty = page.locator('[aria-invalid=true]');
  await page.waitForTimeout(500);
  await expect(faulty).toHaveCount(0);
  await values.last().focus();
  await values.last().blur();
  await expect(faulty).toHaveCount(1);
});
