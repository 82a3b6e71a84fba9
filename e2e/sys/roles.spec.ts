import type { Page } from '@playwright/test';
import {
  callApi,
  expect,
  expectAccessible,
  expectFits,
  MODES,
  PASSWORD,
  type Site,
  setMode,
  signIn,
  test,
  visit,
} from '../fixtures';
import { openAs } from '../pages/console';
import { dialog } from '../pages/dialog';
import { pageAction, row } from '../pages/list';
import { choosePassword, secondPerson } from '../pages/sign-in';

const LIST = '/sys/roles';

/** The default site is the one with a super administrator: only they make roles. */
const openAsAdmin = (page: Page, site: Site, path: string) => openAs(page, site, 'admin', path, 'default');

async function makeRole(page: Page, site: Site, permissions: string[]): Promise<{ role_id: number; name: string }> {
  const body = { name: `Role ${Date.now()}`, permissions };
  const answer = await callApi(page, site.origin('default'), 'POST', '/api/sys/roles', body);
  expect(answer.body.message).toBe('ok');
  return answer.body.data;
}

/** A user with one role, who has chosen their password, signed in in a browser of their own. */
async function holderOf(page: Page, site: Site, role_id: number): Promise<{ other: Page; user_name: string }> {
  const origin = site.origin('default');
  const user_name = `holder-${Date.now()}`;
  const body = { user_name, password: 'first secret', role_ids: [role_id] };
  const made = await callApi(page, origin, 'POST', '/api/sys/users', body);
  expect(made.body.message).toBe('ok');
  const other = await secondPerson(page, origin, user_name, 'first secret');
  await choosePassword(other, PASSWORD);
  return { other, user_name };
}

const patterns = (page: Page) => page.getByRole('list', { name: 'Patterns' });

test('a role is made with the keyboard from the tree and from patterns', async ({ page, site }) => {
  await openAsAdmin(page, site, `${LIST}/new`);
  const name = `Keyed ${Date.now()}`;
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Search permissions').focus();
  await page.keyboard.type('policies');
  await page.keyboard.press('Tab');
  // The whole tree is one stop: the module's fold button, then arrows.
  await expect(page.getByRole('button', { name: 'Show or hide Protection' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('checkbox', { name: 'Policies' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(patterns(page)).toContainText('guard.policy.*');
  // What the pattern grants is chosen and says why it cannot be given up alone.
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Granted by guard.policy.*.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Create role' })).toBeFocused();

  await page.getByLabel('Permission or pattern').fill('guard.nothing.*');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No permission has this name.')).toBeVisible();
  await page.getByLabel('Permission or pattern').fill('*.*.list');
  await page.keyboard.press('Enter');
  await expect(patterns(page)).toContainText('*.*.list');
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  const tree = page.getByRole('group', { name: 'What it grants' });
  const policies = tree.getByRole('group', { name: 'Policies' });
  await expect(policies.getByRole('button', { name: 'Delete granted' })).toBeVisible();
  await expect(policies.getByRole('listitem').filter({ hasText: 'List' })).toContainText('*.*.list');
  const domains = tree.getByRole('group', { name: 'Domains' });
  await expect(domains.getByRole('button', { name: 'Delete not granted' })).toBeVisible();
  await page.getByLabel('Granted only').check();
  await expect(domains.getByRole('button', { name: 'Delete not granted' })).toHaveCount(0);
});

test('a role that shrinks says what is lost, and takes effect with the next request', async ({ page, site }) => {
  await openAsAdmin(page, site, LIST);
  const role = await makeRole(page, site, ['guard.policy.*']);
  const { other } = await holderOf(page, site, role.role_id);
  const origin = site.origin('default');
  const create = () => callApi(other, origin, 'POST', '/api/guard/policies', { name: `Own ${Date.now()}` });
  expect((await create()).status).toBe(201);

  await page.goto(`${origin}${LIST}/${role.role_id}/edit`);
  await expect(page.getByText('1 user has this role.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove guard.policy.*' }).click();
  const policies = page.getByRole('group', { name: 'Policies' });
  await policies.getByRole('checkbox', { name: 'List' }).check();
  await expect(page.getByText(/4 fewer permissions: .*Policies: Create/)).toBeVisible();
  await page.getByRole('button', { name: 'Save role' }).click();
  await expect(page.getByText('Role saved')).toBeVisible();
  const refused = await create();
  expect([refused.status, refused.body.err_key]).toEqual([403, 'err.auth.permission']);
  await other.goto(`${origin}/guard/policies`);
  await expect(other.getByRole('button', { name: 'Create policy' }).first()).toHaveAttribute('aria-disabled', 'true');
  await other.close();
});

test('what is granted without effect is marked as such', async ({ page, site }) => {
  await openAsAdmin(page, site, `${LIST}/10`);
  const users = page.getByRole('group', { name: 'What it grants' }).getByRole('group', { name: 'Users' });
  await expect(users.getByRole('button', { name: 'Clean up WeChat bindings no effect' })).toBeVisible();
  await page.goto(`${site.origin('default')}${LIST}/2`);
  await expect(users.getByRole('button', { name: 'Clean up WeChat bindings granted' })).toBeVisible();
});

test('a role that comes with the product is read-only and says so', async ({ page, site }) => {
  await openAsAdmin(page, site, `${LIST}/12`);
  await expect(page.getByRole('heading', { level: 1, name: 'Tenant viewer' })).toBeVisible();
  await expect(page.getByText('cannot be changed here').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit role' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: /Delete….*cannot be changed here/ })).toBeVisible();
  await page.goto(`${site.origin('default')}${LIST}/12/edit`);
  await expect(page.getByText('cannot be changed here')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save role' })).toHaveCount(0);
  await page.goto(`${site.origin('default')}${LIST}/12`);
  await pageAction(page, 'Copy role');
  await expect(page.getByLabel('Name')).toHaveValue('Tenant viewer copy');
  await expect(patterns(page)).toContainText('*.*.view');
});

test('a role in use is not deleted, a free one is', async ({ page, site }) => {
  await openAsAdmin(page, site, LIST);
  const role = await makeRole(page, site, ['guard.domain.list']);
  const { other, user_name } = await holderOf(page, site, role.role_id);
  await other.close();
  await page.goto(`${site.origin('default')}${LIST}/${role.role_id}?tab=users`);
  await expect(row(page, user_name)).toBeVisible();
  await pageAction(page, 'Delete…');
  await expect(dialog(page)).toContainText('1 user has this role');
  await expect(dialog(page).getByRole('button', { name: 'Delete role' })).toHaveAttribute('aria-disabled', 'true');
  const free = await makeRole(page, site, ['guard.domain.list']);
  await page.goto(`${site.origin('default')}${LIST}/${free.role_id}`);
  await pageAction(page, 'Delete…');
  await dialog(page).getByRole('button', { name: 'Delete role' }).click();
  await expect(page.getByText('Role deleted')).toBeVisible();
  await expect(row(page, free.name)).toHaveCount(0);
});

test('who has a permission is shown with the role it comes from', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-support');
  await page.goto(`${site.origin('acme')}${LIST}`);
  await page.getByRole('navigation', { name: 'Roles' }).getByRole('link', { name: 'Permissions' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Permissions');
  await expect(page.getByRole('navigation', { name: 'You are here' })).toContainText('Manage/Roles/Permissions');
  await page.getByLabel('Search permissions').fill('guard.policy.edit');
  await page.getByRole('group', { name: 'Policies' }).getByRole('button', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/permission=guard\.policy\.edit/);
  const drawer = page.getByRole('dialog', { name: 'Policies: Edit' });
  await expect(drawer).toContainText('/api/guard/policies/{id}');
  await expect(drawer.getByRole('row').filter({ hasText: 'acme-editor' })).toContainText('Rule editor');
  await expect(drawer).not.toContainText('borealis');
  await expect(drawer).not.toContainText('acme-viewer');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/permission=/);
});

test('business users read roles and cannot write them', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await page.goto(`${site.origin('acme')}${LIST}`);
  await expect(row(page, 'Tenant operator')).toBeVisible();
  await expect(row(page, 'Super administrator')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create role' })).toHaveAttribute('aria-disabled', 'true');
});

const PLACES: Record<string, (role_id: number) => string[]> = {
  permissions: (role_id) => [
    `${LIST}/permissions`,
    `${LIST}/permissions?permission=sys.user.wx_cleanup`,
    `${LIST}/${role_id}?dialog=delete`,
  ],
  'a role and its forms': (role_id) => [
    `${LIST}/${role_id}`,
    `${LIST}/${role_id}?tab=users`,
    `${LIST}/${role_id}/edit`,
    `${LIST}/new?from=11`,
  ],
};

for (const mode of MODES) {
  for (const [place, pathsOf] of Object.entries(PLACES)) {
    test(`${place} are accessible in ${mode.locale}, ${mode.theme}`, async ({ page, site }) => {
      await signIn(page, site, 'default', 'admin');
      const { role_id } = await makeRole(page, site, ['guard.policy.*', '*.*.list']);
      await setMode(page, site.origin('default'), mode);
      for (const path of pathsOf(role_id)) {
        await visit(page, `${site.origin('default')}${path}`);
        await expectAccessible(page);
      }
    });
  }
}

test('roles fit a phone', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAsAdmin(page, site, LIST);
  for (const path of [LIST, `${LIST}/10`, `${LIST}/new?from=3`, `${LIST}/permissions?permission=guard.policy.edit`]) {
    await visit(page, `${site.origin('default')}${path}`);
    await expectFits(page);
  }
});
