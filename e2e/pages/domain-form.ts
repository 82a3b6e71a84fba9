import type { Page } from '@playwright/test';

/** The form that adds domains, in English. */
export const domainForm = (page: Page) => ({
  domains: page.getByLabel('Domains', { exact: true }),
  address: page.getByLabel('Address'),
  policy: page.getByRole('combobox', { name: 'Policy' }),
  async choosePolicy(name: string) {
    await this.policy.click();
    await page.getByRole('option', { name }).click();
  },
});
