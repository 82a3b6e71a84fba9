import type { Page } from '@playwright/test';
import { Openssl, type Pair } from '@/lib/guard/certs/testing';
import { expect, expectAccessible, expectFits, MODES, setMode, signIn, test, visit } from '../fixtures';
import { api, decide, makeCert, makeDomain, unique } from '../objects';
import { openAs } from '../pages/console';
import { confirmByName, dialog } from '../pages/dialog';
import { row } from '../pages/list';

const LIST = '/guard/certs';
const openssl = new Openssl();
test.afterAll(() => openssl.close());

const authority = openssl.pair({ subject: '/CN=Example Issuing CA', isAuthority: true, days: 2000 });
const pairFor = (names: readonly string[], days = 90): Pair => {
  const { cert, key } = openssl.pair({ subject: `/CN=${names[0]}`, names, days, issuer: authority });
  return { cert: cert + authority.cert, key };
};
/** The middle of a key, as a page that leaks it would show it. */
const bodyOf = (key: string) => key.split('\n')[1] ?? key;

const preview = (page: Page) => page.locator('section').filter({ hasText: 'Certificate contents' });

const nameFor = (what: string) => `${unique(what)}.example.org`;

test('a certificate is pasted, understood, refused with a wrong key and stored by keyboard', async ({ page, site }) => {
  const host = nameFor('upload');
  const pair = pairFor([host, `*.${host}`]);
  await openAs(page, site, 'acme-other', `${LIST}/new`);
  await expect(page.getByText('Paste a certificate to see')).toBeVisible();
  await page.getByLabel('Certificate', { exact: true }).focus();
  await page.keyboard.insertText(pair.cert);
  await expect(preview(page)).toContainText(`*.${host}`);
  await expect(preview(page)).toContainText('Issued by Example Issuing CA');
  await expect(preview(page)).toContainText('89 days left');
  await expect(page.getByLabel('Name')).toHaveValue(host);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const key = page.getByLabel('Private key', { exact: true });
  await expect(key).toBeFocused();
  await expect(key).toHaveAttribute('autocomplete', 'off');
  await page.keyboard.insertText(openssl.key());
  await expect(key).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('The private key does not match any of these certificates.')).toBeVisible();
  await expect(preview(page)).toContainText('Does not match the certificate');
  await page.getByRole('button', { name: 'Upload certificate' }).focus();
  await page.keyboard.press('Enter');
  await expect(key).toBeFocused();

  await key.fill(pair.key);
  await expect(preview(page)).toContainText('Matches the certificate');
  await page.getByLabel('Name').fill('Shop front');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Shop front' })).toBeVisible();
  await expect(page.getByText('Stored encrypted; never shown, not even masked')).toBeVisible();
  expect(await page.content()).not.toContain(bodyOf(pair.key));
  expect(page.url()).not.toContain('KEY');
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(bodyOf(pair.key));
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Upload certificate' })).toBeVisible();
  expect(await page.content()).not.toContain(bodyOf(pair.key));
});

test('a file with certificate and key fills both fields', async ({ page, site }) => {
  const host = nameFor('bundle');
  const { cert, key } = pairFor([host]);
  await openAs(page, site, 'acme-other', `${LIST}/new`);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose file for Certificate' }).click(),
  ]);
  await chooser.setFiles({ name: 'bundle.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(key + cert) });
  await expect(page.getByLabel('Certificate', { exact: true })).toHaveValue(cert);
  await expect(page.getByLabel('Private key', { exact: true })).toHaveValue(key);
  await expect(preview(page)).toContainText('Matches the certificate');
});

test('a certificate is bound only where it covers, and unbound again', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  const host = nameFor('bound');
  await makeDomain(page, site, host);
  await makeDomain(page, site, nameFor('stranger'));
  const id = await makeCert(page, site, `Binds ${host}`, pairFor([host]));
  await page.goto(`${site.origin('acme')}${LIST}/${id}`);
  await expect(page.getByText('Not bound to any domain')).toBeVisible();
  await page.getByRole('button', { name: 'Bind domain' }).click();
  await dialog(page).getByRole('combobox', { name: 'Domain' }).press('Enter');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.getByRole('option', { name: host }).click();
  await dialog(page).getByRole('button', { name: 'Bind domain' }).click();
  await expect(page.getByText('Domain bound')).toBeVisible();
  await expect(row(page, host)).toContainText('Unaudited');

  await page.getByRole('button', { name: `Unbind ${host}` }).click();
  await expect(dialog(page)).toContainText('The certificate itself remains');
  await dialog(page).getByRole('button', { name: 'Unbind domain' }).click();
  await expect(page.getByText('Not bound to any domain')).toBeVisible();
});

test('a certificate of many domains shows them page by page and finds one', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  const zone = nameFor('many');
  const id = await makeCert(page, site, `Many ${zone}`, pairFor([`*.${zone}`]));
  for (let i = 0; i < 12; i++) {
    const domain_id = await makeDomain(page, site, `s${i}.${zone}`);
    await api(page, site, 'POST', `/api/guard/certs/${id}/bind`, { domain_id });
  }
  await page.goto(`${site.origin('acme')}${LIST}/${id}`);
  const rows = page.getByRole('row').filter({ hasText: zone });
  await expect(page.getByText('12 domains')).toBeVisible();
  await expect(rows).toHaveCount(10);
  await page.getByRole('button', { name: 'Next page' }).focus();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(2);
  await expect(page.getByText('11–12 of 12')).toBeVisible();
  await expect(rows.first()).toContainText('Unaudited');
  await page.getByLabel('Find a domain').fill(`S7.${zone}`);
  await expect(rows).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: `Unbind s7.${zone}` }).click();
  await dialog(page).getByRole('button', { name: 'Unbind domain' }).click();
  await expect(page.getByText('No match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('1–10 of 11')).toBeVisible();
});

test('replacing says which domains it touches, deleting which lose it', async ({ page, browser, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  const host = nameFor('lost');
  const domain_id = await makeDomain(page, site, host);
  const name = `Loses ${host}`;
  const id = await makeCert(page, site, name, pairFor([host]));
  await api(page, site, 'POST', `/api/guard/certs/${id}/bind`, { domain_id });
  await page.goto(`${site.origin('acme')}${LIST}/${id}/replace`);
  await expect(page.getByText('1 domain will be redelivered')).toBeVisible();
  const stranger = pairFor(['elsewhere.example.net']);
  await page.getByLabel('Certificate', { exact: true }).fill(stranger.cert);
  await page.getByLabel('Private key optional', { exact: true }).fill(stranger.key);
  await expect(page.getByText('Not covered by the new certificate')).toBeVisible();
  await page.getByRole('button', { name: 'Replace certificate' }).click();
  await expect(page.getByText(`The certificate does not cover ${host}.`)).toBeVisible();
  const renewed = pairFor([host], 300);
  await page.getByLabel('Certificate', { exact: true }).fill(renewed.cert);
  await page.getByLabel('Private key optional', { exact: true }).fill(renewed.key);
  await expect(preview(page)).toContainText('Matches the certificate');
  await page.getByRole('button', { name: 'Replace certificate' }).click();
  await expect(page.getByText('Valid, 299 days left')).toBeVisible();

  await decide(browser, site, domain_id, 4);
  await openAs(page, site, 'acme-other', `${LIST}/${id}?dialog=delete`);
  await expect(dialog(page)).toContainText('1 domain loses it:');
  await expect(dialog(page)).toContainText('no valid certificate left: HTTPS stops');
  await confirmByName(page, name, 'Delete certificate');
  await expect(page.getByText('Certificate deleted')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
});

test('the list says what ends when, what it covers, where it is bound and what SM2 means', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  const host = nameFor('soon');
  const domain_id = await makeDomain(page, site, host);
  const soon = await makeCert(page, site, `Soon ${host}`, pairFor([host, `a.${host}`, `b.${host}`], 12));
  await api(page, site, 'POST', `/api/guard/certs/${soon}/bind`, { domain_id });
  await makeCert(
    page,
    site,
    `Guomi ${host}`,
    openssl.pair({ kind: 'sm2', subject: `/CN=${host}`, names: [host], days: 300 }),
  );
  await page.goto(`${site.origin('acme')}${LIST}?keyword=${host}`);
  await expect(row(page, `Soon ${host}`)).toContainText(`${host}+2`);
  await expect(row(page, `Soon ${host}`)).toContainText(/Expires soon ?11 days left/);
  await expect(row(page, `Guomi ${host}`)).toContainText('only for browsers that support SM2');
  await expect(row(page, `Guomi ${host}`)).toContainText('Not bound');

  const stack = page.getByRole('button', { name: /expires? between/ }).first();
  await stack.press('Enter');
  await expect(stack).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/start_time=\d+&end_time=\d+/);
  await expect(row(page, `Soon ${host}`)).toBeVisible();
  await expect(row(page, `Guomi ${host}`)).toHaveCount(0);
  await stack.press('Enter');
  await expect(row(page, `Guomi ${host}`)).toBeVisible();
  await row(page, `Soon ${host}`)
    .getByRole('link', { name: `Soon ${host}` })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: `Soon ${host}` })).toBeVisible();
});

test('a chain in any order is understood, one with a gap is named, and both SM2 certificates are asked for', async ({
  page,
  site,
}) => {
  const host = nameFor('chain');
  const middle = openssl.pair({ subject: '/CN=Example Middle CA', issuer: authority, isAuthority: true, days: 900 });
  const leaf = openssl.pair({ subject: `/CN=${host}`, names: [host], issuer: middle });
  await openAs(page, site, 'acme-other', `${LIST}/new`);
  const certificate = page.getByLabel('Certificate', { exact: true });
  await certificate.fill(authority.cert + middle.cert + leaf.cert);
  await expect(preview(page)).toContainText('Reordered');
  await expect(preview(page)).toContainText(`1${host}Issued by Example Middle CA`);
  await expect(page.getByLabel('Name')).toHaveValue(host);
  await certificate.fill(leaf.cert + authority.cert);
  await expect(page.getByText('“Example Issuing CA” does not link to')).toBeVisible();
  await certificate.fill(leaf.cert);
  await expect(preview(page)).toContainText('The issuer’s certificate is missing.');

  const other = nameFor('expired');
  const expired = openssl.pair({ subject: `/CN=${other}`, names: [other], days: -1 });
  await certificate.fill(expired.cert);
  await expect(preview(page)).toContainText('This certificate expired on');
  await expect(page.getByLabel('Name')).toHaveValue(other);

  const wish = { kind: 'sm2', subject: `/CN=${host}`, names: [host], days: 300 } as const;
  const [encrypts, signs] = [openssl.pair(wish), openssl.pair(wish)];
  await certificate.fill(encrypts.cert);
  await page.getByLabel('Private key', { exact: true }).fill(encrypts.key);
  await expect(preview(page)).toContainText('An SM2 site needs two certificates.');
  await page.getByLabel('Signing certificate optional', { exact: true }).fill(signs.cert);
  await page.getByLabel('Signing key optional', { exact: true }).fill(signs.key);
  await expect(preview(page)).not.toContainText('An SM2 site needs two certificates.');
  await page.getByRole('button', { name: 'Upload certificate' }).click();
  await expect(page.getByText('one certificate encrypts, one signs')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download signing certificate' })).toBeVisible();
});

test('what cannot be stored is marked where it is wrong, and a name may be left out', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', `${LIST}/new`);
  const certificate = page.getByLabel('Certificate', { exact: true });
  const key = page.getByLabel('Private key', { exact: true });
  const submit = page.getByRole('button', { name: 'Upload certificate' });
  await submit.click();
  await expect(certificate).toBeFocused();
  await expect(key).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Name')).not.toHaveAttribute('aria-invalid', 'true');
  await certificate.fill('hello');
  await key.fill('world');
  await submit.click();
  for (const field of [certificate, key]) await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Name')).not.toHaveAttribute('aria-invalid', 'true');

  const host = nameFor('unnamed');
  const pair = pairFor([host]);
  await certificate.fill(pair.cert);
  await key.fill(pair.key);
  await expect(page.getByLabel('Name')).toHaveValue(host);
  await page.getByLabel('Name').fill('');
  await submit.click();
  await expect(page.getByRole('heading', { level: 1, name: host })).toBeVisible();
});

test('a replacement is previewed beside the stored key', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  const host = nameFor('edited');
  const pair = pairFor([host]);
  const id = await makeCert(page, site, host, pair);
  await page.goto(`${site.origin('acme')}${LIST}/${id}/replace`);
  const certificate = page.getByLabel('Certificate', { exact: true });
  const renewed = openssl.renewed(pair, { subject: `/CN=${host}`, names: [host], issuer: authority, days: 300 });
  await certificate.fill(pairFor([host]).cert);
  await expect(preview(page)).toContainText('The stored key does not match it');
  await certificate.fill(renewed + authority.cert);
  await expect(preview(page)).toContainText('The stored key matches it');
  await page.getByRole('button', { name: 'Replace certificate' }).click();
  await expect(page.getByText('Valid, 299 days left')).toBeVisible();
});

test('without permissions the actions stay and say what they need', async ({ page, site }) => {
  await openAs(page, site, 'acme-root', LIST);
  const host = nameFor('watched');
  const id = await makeCert(page, site, host, pairFor([host]));
  await openAs(page, site, 'acme-auditor', `${LIST}/${id}`);
  for (const name of ['Bind domain', 'Rename', 'Replace certificate', 'Delete certificate']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true');
  }
  await page.goto(`${site.origin('acme')}${LIST}/new`);
  await expect(page.getByText('guard.cert.create')).toBeVisible();
});

for (const mode of MODES) {
  test(`certificates are accessible in ${mode.locale}, ${mode.theme}`, async ({ page, site }) => {
    await signIn(page, site, 'acme', 'acme-other');
    const host = nameFor('seen');
    const pair = pairFor([host]);
    const id = await makeCert(page, site, host, pair);
    await setMode(page, site.origin('acme'), mode);
    const own = `${LIST}/${id}`;
    for (const path of [`${LIST}/new`, own, `${own}/replace`, `${own}?dialog=bind`, `${own}?dialog=delete`]) {
      await visit(page, `${site.origin('acme')}${path}`);
      await expectAccessible(page);
    }
    await visit(page, `${site.origin('acme')}${LIST}/new`);
    await page.locator('textarea').first().fill(pair.cert);
    await expect(page.getByText('Example Issuing CA').first()).toBeVisible();
    await expectAccessible(page);
  });
}

test('certificates fit a phone', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, site, 'acme-other', LIST);
  const host = nameFor('phone');
  const id = await makeCert(page, site, host, pairFor([host, `*.${host}`, `very-long-name-of-a-service.${host}`]));
  for (const path of [LIST, `${LIST}/new`, `${LIST}/${id}`, `${LIST}/${id}/replace`]) {
    await visit(page, `${site.origin('acme')}${path}`);
    await expectFits(page);
  }
  await visit(page, `${site.origin('acme')}${LIST}/${id}`);
  const code = await page.getByRole('region', { name: 'Certificate chain' }).boundingBox();
  const copy = await page.getByRole('button', { name: 'Copy', exact: true }).boundingBox();
  // No line of the certificate runs below the button.
  expect((code?.x ?? Number.NaN) + (code?.width ?? Number.NaN)).toBeLessThanOrEqual(copy?.x ?? 0);
});
