import { expect, type Page } from '@playwright/test';
import { answering } from './answering';

/** Fills in the form of the sign-in page and sends it. */
export async function submitSignIn(page: Page, userName: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function expectSignedIn(page: Page): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation).toBeVisible();
  // What is pressed before React has taken the server's HTML over is lost.
  const keys = () => navigation.evaluate((node) => Object.keys(node).join()).catch(() => '');
  await expect.poll(keys).toContain('__react');
}

/** Somebody else in a browser of their own, past the sign-in form. Close the page when they are done. */
export async function secondPerson(page: Page, origin: string, userName: string, password: string): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page belongs to no browser');
  const other = await browser.newPage({ locale: 'en-US' });
  answering(other);
  await other.goto(`${origin}/login`);
  await submitSignIn(other, userName, password);
  return other;
}

/** Chooses a password where the server asks for another one, and arrives in the console. */
export async function choosePassword(page: Page, password: string): Promise<void> {
  await expect(page.getByText(/Somebody else set the password/)).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('New password again').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectSignedIn(page);
}
