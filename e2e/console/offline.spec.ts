import type { Page } from '@playwright/test';
import { expect, type Site, test } from '../fixtures';
import { makeDomain, makePolicy, unique } from '../objects';
import { loaded } from '../pages/answering';
import { openAs } from '../pages/console';
import { dialog } from '../pages/dialog';
import { domainForm } from '../pages/domain-form';
import { row } from '../pages/list';

const OWNER = 'acme-root';
const WAITING = 'What you just opened appears as soon as the connection is back.';
const CUT = /Your browser is offline\. Nothing was sent/;

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const pressInDialog = (name: string) => (page: Page) => dialog(page).getByRole('button', { name, exact: true }).click();

type Form = {
  name: string;
  path: (page: Page, site: Site) => Promise<string>;
  /** Types something and answers how to read it back. */
  type: (page: Page) => Promise<() => Promise<unknown>>;
  save: (page: Page) => Promise<void>;
  saved: string | RegExp;
};

async function typed(page: Page, label: string | RegExp, value: string) {
  const field = page.getByLabel(label);
  await field.fill(value);
  return () => expect(field).toHaveValue(value);
}

const domainPage = async (page: Page, site: Site, query: string) =>
  `/guard/domains/${await makeDomain(page, site, `${unique('cut')}.example.com`)}${query}`;

const FORMS: Form[] = [
  {
    name: 'a new policy',
    path: async () => '/guard/policies?dialog=create',
    type: (page) => typed(page, 'Name', unique('Cut policy')),
    save: pressInDialog('Create policy'),
    saved: 'Policy created',
  },
  {
    name: 'a changed policy',
    path: async (page, site) => `/guard/policies?dialog=edit.${await makePolicy(page, site)}`,
    type: (page) => typed(page, 'Note', 'Typed while connected'),
    save: pressInDialog('Edit policy'),
    saved: 'Policy saved',
  },
  {
    name: 'an API key',
    path: async () => '/sys/api-keys/new',
    type: async (page) => {
      await page.getByRole('radio', { name: 'All of my permissions' }).click();
      return typed(page, 'Name', unique('Cut key'));
    },
    save: press('Issue key'),
    saved: 'Copy the key now',
  },
  {
    name: 'the profile',
    path: async () => '/profile',
    type: (page) => typed(page, 'Display name', 'Typed while connected'),
    save: press('Save profile'),
    saved: 'Profile saved',
  },
  {
    name: 'new domains',
    path: async (page, site) => {
      await makePolicy(page, site);
      return '/guard/domains/new';
    },
    type: async (page) => {
      const form = domainForm(page);
      const name = `${unique('cut')}.example.com`;
      await form.domains.fill(name);
      await form.address.fill('127.0.0.1');
      await form.policy.click();
      await page.getByRole('option').first().click();
      return () => expect(form.domains).toHaveValue(name);
    },
    save: press('Add domain'),
    saved: /CNAME/,
  },
  {
    name: 'a changed domain',
    path: (page, site) => domainPage(page, site, '?dialog=edit'),
    type: (page) => typed(page, 'Note', 'Typed while connected'),
    save: pressInDialog('Save domain'),
    saved: 'Domain saved',
  },
  {
    name: 'DNS settings',
    path: (page, site) => domainPage(page, site, '?tab=dns'),
    type: (page) => typed(page, 'Health checks before switching', '7'),
    save: press('Save settings'),
    saved: 'DNS settings saved',
  },
  {
    name: 'a new rule',
    path: async (page, site) => `/guard/policies/${await makePolicy(page, site)}?tab=acl&rule=new`,
    type: async (page) => {
      await page.getByLabel('Value', { exact: true }).fill('/cut');
      return typed(page, /^Name$/, unique('Cut rule'));
    },
    save: press('Create ACL rule'),
    saved: 'ACL rule created',
  },
  {
    name: 'a new origin',
    path: (page, site) => domainPage(page, site, '?tab=origins'),
    type: async (page) => {
      await press('Add origin')(page);
      return typed(page, 'Address', '127.0.0.9');
    },
    save: pressInDialog('Add origin'),
    saved: 'Origin added',
  },
  {
    name: 'a new user',
    path: async () => '/sys/users/new',
    type: async (page) => {
      await press('Generate')(page);
      return typed(page, 'User name', unique('cut-user'));
    },
    save: press('Create user'),
    saved: 'User created',
  },
];

for (const form of FORMS) {
  test(`the network is cut in the middle of ${form.name}: nothing typed is lost`, async ({ page, context, site }) => {
    await openAs(page, site, OWNER, '/profile');
    await page.goto(`${site.origin('acme')}${await form.path(page, site)}`);
    const stillThere = await form.type(page);
    await context.setOffline(true);
    await form.save(page);
    await expect(page.getByText(CUT).first()).toBeVisible();
    await stillThere();
    await expect(page.getByText('You are offline.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('You are offline.')).toHaveCount(0);
    await form.save(page);
    await expect(page.getByText(form.saved).first()).toBeVisible();
  });
}

test('settings that were changed when the network was cut are reviewed, and saved after it', async ({
  page,
  context,
  site,
}) => {
  await openAs(page, site, OWNER, '/profile');
  await page.goto(`${site.origin('acme')}${await domainPage(page, site, '?tab=protection')}`);
  await loaded(page, () => page.getByRole('checkbox', { name: 'Cache' }).click());
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Review changes' }).click();
  await dialog(page).getByRole('button', { name: 'Save settings' }).click();
  await expect(dialog(page).getByText(CUT)).toBeVisible();
  await expect(dialog(page)).toContainText('After: On');
  await context.setOffline(false);
  await dialog(page).getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
});

test('a dialog opened without a network comes when it is back, and the page stays', async ({ page, context, site }) => {
  await openAs(page, site, OWNER, '/guard/policies');
  const name = unique('Stays');
  await makePolicy(page, site, name);
  await page.goto(`${site.origin('acme')}/guard/policies`);
  await expect(row(page, name)).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create policy' }).click();
  await expect(page.getByText(WAITING)).toBeVisible();
  await expect(row(page, name)).toBeVisible();
  await context.setOffline(false);
  await expect(dialog(page)).toContainText('Create policy');
});

test('a menu opened without a network comes when it is back; one only pointed at is not said to', async ({
  page,
  context,
  site,
}) => {
  await openAs(page, site, OWNER, '/guard/policies');
  const name = unique('Offline menu');
  await makePolicy(page, site, name);
  await page.goto(`${site.origin('acme')}/guard/policies`);
  const menu = row(page, name).locator('button[aria-haspopup="menu"]');
  await expect(menu).toBeVisible();
  await context.setOffline(true);
  await menu.hover();
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.waitForTimeout(500);
  await expect(page.getByText(WAITING)).toHaveCount(0);
  await menu.click();
  await expect(page.getByText(WAITING)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('menu')).toBeVisible();
});

test('saved views opened without a network come when it is back', async ({ page, context, site }) => {
  // What such a browser may not need, it has not yet.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await openAs(page, site, OWNER, '/guard/policies');
  await makePolicy(page, site, unique('Offline views'));
  await page.goto(`${site.origin('acme')}/guard/policies`);
  const views = page.getByRole('button', { name: 'Views', exact: true });
  await expect(views).toBeVisible();
  await context.setOffline(true);
  await views.click();
  await expect(page.getByText(WAITING)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('menu')).toBeVisible();
});

test('a search that fails says so, and that the rows are those of the one before', async ({ page, context, site }) => {
  await openAs(page, site, OWNER, '/guard/policies');
  const name = unique('Before');
  await makePolicy(page, site, name);
  await page.goto(`${site.origin('acme')}/guard/policies?keyword=${name}`);
  await expect(row(page, name)).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('searchbox').fill('after');
  await expect(page.getByText('The search for “after” failed.')).toBeVisible();
  await expect(page.getByText(/These rows are from .*, before it\./)).toBeVisible();
  await expect(row(page, name)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Nothing matches “after”.')).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
});

test('what did not load is named, with the way on', async ({ page, site }) => {
  await openAs(page, site, OWNER, '/profile');
  const name = `${unique('broken')}.example.com`;
  const id = await makeDomain(page, site, name);
  await page.route('**/brute-force/rules*', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto(`${site.origin('acme')}/guard/domains/${id}?tab=brute-force`);
  await expect(page.getByText(`Brute-force rules of ${name} did not load`)).toBeVisible();
  await page.unroute('**/brute-force/rules*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No brute-force rules yet')).toBeVisible();
});

test('who sees only their own reads that others may have some', async ({ page, site }) => {
  await openAs(page, site, OWNER, '/profile');
  await makeDomain(page, site, `${unique('hidden')}.example.com`);
  for (const path of ['/guard/domains', '/guard/certs', '/guard/policies']) {
    await openAs(page, site, 'acme-viewer', path);
    await expect(page.getByRole('heading', { name: 'None visible to you' })).toBeVisible();
    await expect(page.getByText(/You see only what you own\./)).toBeVisible();
  }
});

test('a link followed without a network stays on the page', async ({ page, context, site }) => {
  await openAs(page, site, OWNER, '/guard/policies');
  const name = unique('Stays here');
  await makePolicy(page, site, name);
  await page.goto(`${site.origin('acme')}/guard/policies`);
  await expect(row(page, name)).toBeVisible();
  await context.setOffline(true);
  for (const link of [
    page.getByRole('link', { name: 'Certificates', exact: true }),
    row(page, name).getByRole('link').first(),
  ]) {
    await link.click();
    await expect(page.getByText('You are offline.')).toBeVisible();
    await expect(page).toHaveURL(/\/guard\/policies$/);
    await expect(row(page, name)).toBeVisible();
  }
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Certificates', exact: true }).click();
  await expect(page).toHaveURL(/\/guard\/certs/);
});
