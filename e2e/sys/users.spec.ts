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
import { pageAction, row, rowAction } from '../pages/list';
import { choosePassword, secondPerson } from '../pages/sign-in';

const LIST = '/sys/users';
const FIRST = 'first secret';

type Made = { user_id: string; user_name: string };

/** A user made by the page's user, with a password set by them. */
async function makeUser(page: Page, site: Site, name: string, more: object = {}): Promise<Made> {
  const body = { user_name: `${name}-${Date.now()}`, password: FIRST, ...more };
  const answer = await callApi(page, site.origin('acme'), 'POST', '/api/sys/users', body);
  expect(answer.body.message).toBe('ok');
  return answer.body.data;
}

/** The user in a browser of their own, past the demand for another password. */
async function inOwnBrowser(page: Page, site: Site, user: Made): Promise<Page> {
  const other = await secondPerson(page, site.origin('acme'), user.user_name, FIRST);
  await choosePassword(other, 'second secret');
  return other;
}

test('a permission of two lines begins beside its mark on a phone', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.origin('acme')}/sys/users/new`);
  const lefts = await page.getByRole('button', { name: /^View and change DNS settings/ }).evaluate((button) => {
    const words = document.createRange();
    words.selectNodeContents([...button.childNodes].find((node) => node.nodeType === Node.TEXT_NODE) ?? button);
    return [...words.getClientRects()].map(({ left }) => Math.round(left));
  });
  expect(lefts.length).toBeGreaterThan(1);
  expect(new Set(lefts).size).toBe(1);
});

test('a user is created by keyboard, signs in and must choose a password', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', `${LIST}/new`);
  const user_name = `made-${Date.now()}`;
  await page.getByLabel('User name').focus();
  await page.keyboard.type(user_name);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Generate' })).toBeFocused();
  await page.keyboard.press('Enter');
  const password = await page.getByLabel('Password', { exact: true }).inputValue();
  expect(password).toHaveLength(20);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();

  // Of the roles only those that can be given; what the chosen one grants is beside.
  await expect(page.getByRole('checkbox', { name: 'Tenant operator' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Super administrator' })).toHaveCount(0);
  const grants = page.getByRole('group', { name: 'What this user may do' });
  await expect(grants.getByRole('button', { name: 'Edit granted', exact: true }).first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Tenant operator' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('checkbox', { name: 'Tenant viewer' }).focus();
  await page.keyboard.press('Space');
  await expect(grants.getByRole('button', { name: 'Edit granted', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Create user' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: user_name })).toBeVisible();
  await expect(page.getByText('Must change password')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tenant viewer' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'acme-root' })).toHaveCount(2);

  const other = await secondPerson(page, site.origin('acme'), user_name, password);
  await choosePassword(other, 'second secret');
  await other.close();
});

test('a name that is taken is refused at its field', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', `${LIST}/new`);
  await page.getByLabel('User name').fill('ACME-child');
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByText(/A user of this name already exists/)).toBeVisible();
  await expect(page.getByLabel('User name')).toBeFocused();
});

test('a user is edited, and their roles with them', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', LIST);
  const user = await makeUser(page, site, 'edited');
  await page.goto(`${site.origin('acme')}${LIST}?keyword=${user.user_name}`);
  await rowAction(page, user.user_name, 'Edit…');
  await dialog(page).getByLabel('Display name').fill('Ed Itor');
  await dialog(page).getByLabel('Email').fill('not a mail');
  await dialog(page).getByRole('button', { name: 'Save user' }).click();
  await expect(dialog(page).getByLabel('Email')).toBeFocused();
  await dialog(page).getByLabel('Email').fill('ed@example.org');
  await dialog(page).getByRole('checkbox', { name: 'Tenant operator' }).uncheck();
  await dialog(page).getByRole('checkbox', { name: 'Rule editor' }).check();
  await dialog(page).getByRole('button', { name: 'Save user' }).click();
  await expect(row(page, user.user_name)).toContainText('Rule editor');
  await expect(row(page, user.user_name)).toContainText('ed@example.org');
});

test('locking ends the sessions of a user, unlocking lets them in again', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', LIST);
  const user = await makeUser(page, site, 'locked');
  const other = await inOwnBrowser(page, site, user);
  await page.goto(`${site.origin('acme')}${LIST}/${user.user_id}`);
  await pageAction(page, 'Lock…');
  await expect(dialog(page)).toContainText('Their sessions end at once');
  await dialog(page).getByRole('button', { name: 'Lock user' }).click();
  await expect(page.getByText('User locked')).toBeVisible();
  await expect(page.getByRole('main').getByText('Locked').first()).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/\/login/);
  await pageAction(page, 'Unlock…');
  await dialog(page).getByRole('button', { name: 'Unlock user' }).click();
  await expect(page.getByText('User unlocked')).toBeVisible();
  await other.close();
});

test('a password that was reset ends the sessions and must be changed', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', LIST);
  const user = await makeUser(page, site, 'reset');
  const other = await inOwnBrowser(page, site, user);
  await page.goto(`${site.origin('acme')}${LIST}?keyword=${user.user_name}`);
  await rowAction(page, user.user_name, 'Reset password…');
  await expect(dialog(page)).toContainText('They must choose another password');
  await dialog(page).getByLabel('New password').fill(FIRST);
  await dialog(page).getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Password reset')).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/\/login/);
  await other.close();
});

test('what an owner is not deleted with is said before; a free user is deleted', async ({ page, site }) => {
  await openAs(page, site, 'acme-support', LIST);
  const user = await makeUser(page, site, 'owner');
  const other = await inOwnBrowser(page, site, user);
  const made = await callApi(other, site.origin('acme'), 'POST', '/api/guard/policies', { name: 'Owned' });
  expect(made.body.message).toBe('ok');
  await page.goto(`${site.origin('acme')}${LIST}/${user.user_id}?dialog=delete.${user.user_id}`);
  await expect(dialog(page)).toContainText('They cannot be deleted while they own:');
  await expect(dialog(page).getByRole('listitem')).toHaveText(['1 policy']);
  const press = dialog(page).getByRole('button', { name: 'Delete user' });
  await expect(press).toHaveAttribute('aria-disabled', 'true');
  await callApi(other, site.origin('acme'), 'DELETE', `/api/guard/policies/${made.body.data.policy_id}`);
  await page.reload();
  await expect(dialog(page)).toContainText('They lose their roles: Tenant administrator.');
  await expect(dialog(page)).toContainText('They have no active API key.');
  await expect(dialog(page)).toContainText('They own nothing.');
  await press.click();
  await expect(page.getByText('User deleted')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await other.reload();
  await expect(other).toHaveURL(/\/login/);
  await other.close();
});

test('somebody stronger is refused by the server in its own words, oneself before that', async ({ page, site }) => {
  await signIn(page, site, 'default', 'admin');
  const origin = site.origin('default');
  const operator = `operator-${Date.now()}`;
  await callApi(page, origin, 'POST', '/api/sys/users', { user_name: operator, password: PASSWORD, role_ids: [2] });
  await signIn(page, site, 'default', operator);
  const me = await callApi(page, origin, 'GET', '/session');
  const id = me.body.data.user.user_id;
  const own = await callApi(page, origin, 'PUT', `/api/sys/users/${id}/password`, { password: 'second secret' });
  expect(own.body.message).toBe('ok');
  await page.goto(`${origin}${LIST}`);
  await rowAction(page, 'admin', 'Reset password…');
  await dialog(page).getByRole('button', { name: 'Generate' }).click();
  await dialog(page).getByRole('button', { name: 'Reset password' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('has permissions that you lack');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('button', { name: `Actions for ${operator}` }).click();
  await expect(page.getByRole('menuitem', { name: /Lock….*You cannot do this to your own account/ })).toBeVisible();
});

test('without the permissions the actions stay and say what they need', async ({ page, site }) => {
  await openAs(page, site, 'acme-viewer', LIST);
  await expect(row(page, 'acme-viewer')).toBeVisible();
  await page.getByRole('button', { name: 'Create user' }).focus();
  await expect(page.getByText('Needs sys.user.create')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Actions', exact: true })).toHaveCount(0);
});

test('platform staff search for stale WeChat bindings without changing anything', async ({ page, site }) => {
  await openAs(page, site, 'acme-support', LIST);
  await pageAction(page, 'Clean up WeChat bindings…');
  await expect(dialog(page)).toContainText('No account was checked');
  await expect(dialog(page).getByRole('button', { name: 'Remove bindings' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
});

test('a user is found from the palette', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', '/guard/policies');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('acme-edi');
  await expect(page.getByRole('option', { name: 'acme-editor' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'acme-editor' })).toBeVisible();
});

test('one changes how one is called, and sees what one may do', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', '/guard/policies');
  await page
    .getByRole('button', { name: /^Account of/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Your profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your profile' })).toBeVisible();
  await page.getByLabel('Display name').fill('Root of Acme');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account of Root of Acme' }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'What you may do' }).click();
  await expect(page.getByRole('group', { name: 'What this user may do' })).toBeVisible();
  await page.getByRole('tab', { name: 'Sign-ins' }).click();
  await expect(page.getByText('Signed in').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Summary' }).click();
  await page.getByLabel('Display name').fill('');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByRole('button', { name: 'Account of acme-root' }).first()).toBeVisible();
});

const PLACES: Record<string, (user_id: string) => string[]> = {
  'the form and the dialogs of users': (user_id) => [
    `${LIST}/new`,
    `${LIST}?dialog=edit.${user_id}`,
    `${LIST}?dialog=reset.${user_id}`,
    `${LIST}?dialog=delete.${user_id}`,
  ],
  'a user and oneself': (user_id) => [
    `${LIST}/${user_id}`,
    `${LIST}/${user_id}?tab=permissions`,
    `${LIST}/${user_id}?tab=activity`,
    '/profile',
    '/profile?tab=permissions',
  ],
};

for (const mode of MODES) {
  for (const [place, pathsOf] of Object.entries(PLACES)) {
    test(`${place} are accessible in ${mode.locale}, ${mode.theme}`, async ({ page, site }) => {
      await signIn(page, site, 'acme', 'acme-root');
      const { user_id } = await makeUser(page, site, 'seen', { nick_name: 'Seen', comment: 'A note' });
      await setMode(page, site.origin('acme'), mode);
      for (const path of pathsOf(user_id)) {
        await visit(page, `${site.origin('acme')}${path}`);
        await expectAccessible(page);
      }
    });
  }
}

test('users fit a phone', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, site, 'acme-root', LIST);
  const { user_id, user_name } = await makeUser(page, site, 'phone');
  await page.goto(`${site.origin('acme')}${LIST}?keyword=${user_name}`);
  await page.getByRole('button', { name: user_name, exact: false }).first().click();
  await page.getByRole('dialog', { name: user_name }).getByRole('link', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1, name: user_name })).toBeVisible();
  for (const path of [LIST, `${LIST}/new`, `${LIST}/${user_id}?tab=permissions`, '/profile']) {
    await visit(page, `${site.origin('acme')}${path}`);
    await expectFits(page);
  }
});
