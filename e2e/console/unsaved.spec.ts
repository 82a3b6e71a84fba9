import type { Page } from '@playwright/test';
import { expect, type Site, test } from '../fixtures';
import { openAs, settled } from '../pages/console';
import { dialog } from '../pages/dialog';
import { domainForm } from '../pages/domain-form';
import { openPalette, paletteBox } from '../pages/palette';

const NEW = /\/guard\/domains\/new$/;
const LIST = /\/guard\/domains$/;

/** From the list to the form of a new domain, of which something is typed by hand. */
async function typeDomain(page: Page, site: Site) {
  await openAs(page, site, 'acme-root', '/guard/domains');
  await settled(page);
  const add = page.getByRole('link', { name: 'Add domain' }).or(page.getByRole('button', { name: 'Add domain' }));
  await add.first().click();
  await expect(page).toHaveURL(NEW);
  const { domains } = domainForm(page);
  await domains.click();
  await page.keyboard.type('typed.example.com');
  return domains;
}

const answer = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

test('Back asks before what was typed is lost', async ({ page, site }) => {
  const domains = await typeDomain(page, site);
  // The second time as nobody has pressed anything since, so that the browser goes without asking.
  for (const _ of ['once', 'again']) {
    await page.evaluate(() => history.back());
    await expect(dialog(page)).toContainText('Leave without saving?');
    await expect(page).toHaveURL(NEW);
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(NEW);
    await answer(page, 'Stay');
    await expect(domains).toHaveValue('typed.example.com');
  }
  await page.evaluate(() => history.back());
  await answer(page, 'Leave');
  await expect(page).toHaveURL(LIST);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Domains');
});

test('the palette asks before what was typed is lost', async ({ page, site }) => {
  const domains = await typeDomain(page, site);
  for (const reply of ['Stay', 'Leave']) {
    await openPalette(page);
    await paletteBox(page).fill('policies');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText('Leave without saving?');
    await answer(page, reply);
    if (reply === 'Stay') await expect(domains).toHaveValue('typed.example.com');
  }
  await expect(page).toHaveURL(/\/guard\/policies/);
});
