import type { Browser, Page } from '@playwright/test';
import { Openssl } from '@/lib/guard/certs/testing';
import { expect, expectAccessible, expectFits, MODES, type Site, setMode, signIn, test, visit } from '../fixtures';
import { api, as, makeCert, makeDomain, unique } from '../objects';
import { dialog } from '../pages/dialog';
import { domainForm } from '../pages/domain-form';

const LIST = '/guard/domains';
const openssl = new Openssl();
test.afterAll(() => openssl.close());
const OWNER = 'acme-other';
const REASON = { 'en-US': 'The certificate is for another name.', 'zh-CN': '证书与域名不符。' };
const step = (page: Page, fact: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${fact}`) });

/** A decision of support; it takes effect after ten seconds. */
const reject = (browser: Browser, site: Site, domain_id: string) =>
  as(browser, site, 'acme', 'acme-support', (page) =>
    api(page, site, 'POST', '/api/guard/approvals/decisions', {
      domain_ids: [domain_id],
      audit_status: 3,
      reason: REASON,
    }),
  );

/** A certificate in the store; answers its name. */
async function makeCertFor(page: Page, site: Site, wildcard: string): Promise<string> {
  const name = `For ${wildcard}`;
  await makeCert(page, site, name, openssl.pair({ subject: `/CN=${wildcard}`, names: [wildcard] }));
  return name;
}

test('origins are tried on demand, with the result in words and a limit that says how long', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const form = domainForm(page);
  await page.goto(`${site.origin('acme')}${LIST}/new`);
  const one = page.getByRole('button', { name: 'Precheck origin 1' });
  await expect(one).toHaveAttribute('aria-disabled', 'true');
  await form.domains.fill('*.tried.example.org');
  await form.address.fill('127.0.0.1');
  await expect(page.getByText('The request is sent for parapet-verify.tried.example.org')).toBeVisible();
  await one.click();
  await expect(page.getByText('TCP: address not allowed')).toHaveCount(1);
  await expect(page.getByText('Unreachable')).toBeVisible();

  await page.getByRole('button', { name: 'Add origin' }).click();
  const all = page.getByRole('button', { name: 'Precheck all origins' });
  await expect(all).toHaveAttribute('aria-disabled', 'true');
  await form.address.nth(1).fill('127.0.0.2');
  await all.click();
  await expect(page.getByText('TCP: address not allowed')).toHaveCount(2);
  const tooMany = page.getByText('You can run ten prechecks a minute');
  for (let tries = 2; tries < 10; tries++) {
    const answer = page.waitForResponse((response) => response.url().endsWith('/precheck'));
    await one.click();
    expect((await answer).status()).toBe(200);
    await expect(one).not.toHaveAttribute('aria-busy', 'true');
  }
  await one.click();
  await expect(tooMany).toBeVisible();
  await expect(one).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
});

test('a certificate that covers every domain is chosen and bound with them', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const form = domainForm(page);
  const zone = `c${Date.now()}.example.org`;
  const name = await makeCertFor(page, site, `*.${zone}`);
  const { name: policy } = await api(page, site, 'POST', '/api/guard/policies', { name: `Covered ${zone}` });
  await page.goto(`${site.origin('acme')}${LIST}/new`);
  const picker = page.getByRole('combobox', { name: 'Certificate' });
  await form.domains.fill(`a.${zone}\nb.b.${zone}`);
  await expect(picker).toContainText('No certificate covers all of them');
  await form.domains.fill(`a.${zone}\nb.${zone}`);
  await page.getByRole('button', { name: 'Upload' }).click();
  const { cert, key } = openssl.pair({ names: [`a.${zone}`], subject: `/CN=a.${zone}` });
  await dialog(page).getByLabel('Certificate', { exact: true }).fill(cert);
  await dialog(page).getByLabel('Private key', { exact: true }).fill(key);
  await expect(dialog(page).getByText('Matches the certificate')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Upload certificate' }).click();
  await expect(page.getByText(`It does not cover b.${zone}.`).first()).toBeVisible();
  await picker.click();
  await page.getByRole('option', { name }).click();
  await expect(picker).toContainText(name);
  await form.address.fill('127.0.0.1');
  await form.choosePolicy(policy);
  await page.getByRole('button', { name: 'Add 2 domains' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '2 domains added' })).toBeVisible();

  const [first, second] = [
    page.getByRole('button', { name: `a.${zone}` }),
    page.getByRole('button', { name: `b.${zone}` }),
  ];
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  await expect(step(page, 'Certificate bound')).toContainText(`${name}, 29 days left`);
  await expect(step(page, 'Origin responds')).toContainText('does not accept connections');
  await expect(step(page, 'CNAME points here')).toContainText('No CNAME found');
  await second.click();
  await expect(first).toHaveAttribute('aria-expanded', 'false');
  await expect(step(page, 'Certificate bound')).toContainText(name);
  const checked = page.waitForResponse((response) => response.url().endsWith('/verify'));
  await page.getByRole('button', { name: 'Check now' }).click();
  expect((await checked).status()).toBe(200);
  await expect(second).toContainText('DNS not set');
});

test('a rejection shows its reason in either language, and correcting the domain asks again', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, site, 'acme', OWNER);
  const domain = `${unique('rejected')}.example.org`;
  const id = await makeDomain(page, site, domain);
  await page.goto(`${site.origin('acme')}${LIST}/${id}`);
  await expect(step(page, 'Approved')).toContainText('Support has not reviewed it yet');
  await reject(browser, site, id);
  await expect(step(page, 'Approved')).toContainText(REASON['en-US'], { timeout: 60_000 });
  await expect(step(page, 'Approved')).toContainText('acme-support rejected it');

  await setMode(page, site.origin('acme'), { locale: 'zh-CN', theme: 'light' });
  await page.goto(`${site.origin('acme')}${LIST}?keyword=${domain}`);
  await page.getByRole('button', { name: `${domain} 的驳回原因` }).click();
  await expect(page.getByText(REASON['zh-CN'])).toBeVisible();
  await expectAccessible(page);
  await setMode(page, site.origin('acme'), { locale: 'en-US', theme: 'light' });

  await page.goto(`${site.origin('acme')}${LIST}/${id}`);
  await page.getByRole('link', { name: 'edit the domain' }).click();
  await dialog(page).getByLabel('Note').fill('Corrected');
  await dialog(page).getByRole('button', { name: 'Save domain' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Resubmit' }).click();
  await expect(step(page, 'Approved')).toContainText('Support has not reviewed it yet');
});

test('the steps turn true by themselves', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const zone = `live${Date.now()}.example.org`;
  const name = await makeCertFor(page, site, `*.${zone}`);
  const id = await makeDomain(page, site, `www.${zone}`);
  await page.goto(`${site.origin('acme')}${LIST}/${id}`);
  await expect(step(page, 'Certificate bound')).toContainText('Only HTTP is served');
  await as(browser, site, 'acme', OWNER, async (other) => {
    const { list } = await api(other, site, 'GET', `/api/guard/certs/expiring?domain=www.${zone}`);
    await api(other, site, 'POST', `/api/guard/certs/${list[0].id}/bind`, { domain_id: id });
  });
  await expect(step(page, 'Certificate bound')).toContainText(name);
});

test('fifty domains are in one list with one of them open', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const form = domainForm(page);
  const stamp = Date.now();
  const { name: policy } = await api(page, site, 'POST', '/api/guard/policies', { name: `Fifty ${stamp}` });
  await page.goto(`${site.origin('acme')}${LIST}/new`);
  const names = Array.from({ length: 50 }, (_, i) => `n${i}-${stamp}.example.org`);
  await form.domains.fill(names.join('\n'));
  await form.address.fill('127.0.0.1');
  await form.choosePolicy(policy);
  await page.getByRole('button', { name: 'Add 50 domains' }).click();
  const heading = page.getByRole('heading', { level: 1, name: '50 domains added' });
  await expect(heading).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Add another' })).toBeFocused();
  await expect(page.getByRole('button', { expanded: true }).filter({ hasText: `${stamp}` })).toHaveCount(1);
  await expect(page.getByRole('button', { name: `n49-${stamp}` })).toContainText('Unaudited');
  await page.getByRole('button', { name: `n1-${stamp}` }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `n1-${stamp}` })).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('button', { name: 'Copy CNAME' })).toHaveCount(1);
  await expectAccessible(page);
});

test('a reason from before both languages were asked for is shown in the one it has', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, site, 'acme', OWNER);
  const domain = `${unique('old-reason')}.example.org`;
  const id = await makeDomain(page, site, domain);
  await reject(browser, site, id);
  await page.goto(`${site.origin('acme')}${LIST}/${id}`);
  await expect(page.getByText(REASON['en-US']).first()).toBeVisible({ timeout: 60_000 });
  for (const mode of MODES) {
    const [has, lacks] = mode.locale === 'en-US' ? (['zh-CN', 'en-US'] as const) : (['en-US', 'zh-CN'] as const);
    const reason = { [has]: REASON[has], [lacks]: '' };
    const decision = { audit_status: 3, actor_name: 'acme-support', ctime: Date.now(), reason };
    // Such a reason can no longer be written, so the answer replaces one that was.
    await page.route('**/decisions', (route) => route.fulfill({ json: { code: 0, message: 'ok', data: [decision] } }));
    await setMode(page, site.origin('acme'), mode);
    await page.goto(`${site.origin('acme')}${LIST}/${id}`);
    const said = page.getByRole('listitem').locator('blockquote');
    await expect(said).toContainText(REASON[has]);
    await expect(said.locator(`[lang=${has}]`)).toHaveText(REASON[has]);
    await expect(said).toContainText(mode.locale === 'en-US' ? 'Written in Chinese only.' : '仅有英文。');
    await expectAccessible(page);
    await page.unroute('**/decisions');
  }
});

test('onboarding is accessible in each language and theme and fits a phone', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const domain = `${unique('looks')}.example.org`;
  const id = await makeDomain(page, site, domain);
  await reject(browser, site, id);
  await page.goto(`${site.origin('acme')}${LIST}/${id}`);
  await expect(page.getByText(REASON['en-US']).first()).toBeVisible({ timeout: 60_000 });
  for (const mode of MODES) {
    await setMode(page, site.origin('acme'), mode);
    await page.goto(`${site.origin('acme')}${LIST}/${id}`);
    await expect(page.getByText(REASON[mode.locale]).first()).toBeVisible();
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [`/${id}`, `?keyword=${domain}`, '/new']) {
    await visit(page, `${site.origin('acme')}${LIST}${path}`);
    await expectFits(page);
  }
});
