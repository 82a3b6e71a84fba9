import { expect, expectAccessible, expectFits, MODES, setMode, test } from '../fixtures';
import { openAs, settled } from '../pages/console';

const LIST = '/docs?op=guard.policies.list';

test('the reference is searched with the keyboard, and a request is tried with the own session', async ({
  page,
  site,
}) => {
  const foreign: string[] = [];
  const violations: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== site.origin('acme')) foreign.push(request.url());
  });
  await page.exposeFunction('reportViolation', (what: string) => violations.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      (window as unknown as { reportViolation(what: string): void }).reportViolation(violatedDirective),
    );
  });
  await openAs(page, site, 'acme-root', '/docs');
  const operation = page.getByRole('button', { name: 'List policies GET /api/guard/policies', exact: true });
  await expect(operation).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('guard/policies get');
  await operation.click();
  await expect(page).toHaveURL(/op=guard\.policies\.list/);
  await expect(page.getByRole('heading', { name: 'List policies', exact: false })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Errors' })).toContainText('err.auth.permission');
  await expect(page.getByRole('region', { name: 'Real example' })).toContainText('"name": "Shops"');
  await page.getByLabel('size').fill('1');
  await expect(page.getByRole('region', { name: 'Examples' })).toContainText('/api/guard/policies?size=1');
  await page.getByText('Command line', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Examples' })).toContainText("parapet policies list --size '1'");
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText(/^200 after/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('"code": 0');

  await page.getByLabel(/API key/).fill('ppt_aaaaaaaa.wrong');
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText(/^401 after/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(/API key/)).toHaveValue('');
  expect(foreign).toEqual([]);
  expect(violations).toEqual([]);
});

for (const mode of MODES) {
  test(`an operation reads well in ${mode.locale}, ${mode.theme}`, async ({ page, site }) => {
    await setMode(page, site.origin('acme'), mode);
    await openAs(page, site, 'acme-root', LIST.replace('list', 'create'));
    const send = mode.locale === 'en-US' ? 'Send request' : '发送请求';
    await expect(page.getByRole('button', { name: send })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    await expectAccessible(page);
    await expectFits(page);
  });
}
