import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../fixtures';
import { api, makePolicy, unique } from '../objects';
import { settled } from '../pages/console';

test('whatever is refused because the session has ended says where to sign in', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const origin = site.origin('acme');
  const name = unique('Ended');
  const policy_id = await makePolicy(page, site, name);
  const list = await api(page, site, 'POST', '/api/guard/bwlist/sets', { name, ip_set_type: 1, policy_id });
  await page.route('**/console/api/guard/**', (route) =>
    route.request().method() !== 'GET'
      ? route.fulfill({
          status: 401,
          json: {
            code: 1020,
            err_key: 'err.auth.required',
            message: 'Sign in to continue.',
            data: { category: 'auth' },
          },
        })
      : route.fallback(),
  );
  const wayOut = page
    .getByRole('alert')
    .or(page.getByRole('dialog'))
    .filter({ hasText: 'Sign in to continue.' })
    .getByRole('link', { name: 'Sign in in a new tab' })
    .last();
  await test.step('in a dialog that asks', async () => {
    await page.goto(`${origin}/guard/policies/${policy_id}?dialog=delete`);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(wayOut).toHaveAttribute('href', '/login?why=beside');
  });
  await test.step('in a notice', async () => {
    await page.goto(`${origin}/guard/bwlist/${list.id}`);
    await page.getByRole('button', { name: 'Actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await expect(wayOut).toHaveAttribute('href', '/login?why=beside');
  });
});

test('what a proxy answers for Parapet is said in words, and keeps what was typed', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const origin = site.origin('acme');
  const answers = [
    {
      says: 'no readable answer (HTTP 503), so the change may have been made',
      details: 1,
      answer: { status: 503, contentType: 'text/html', body: '<html>no upstream</html>' },
    },
    {
      says: 'refused before it reached Parapet (HTTP 413)',
      details: 0,
      answer: { status: 413, json: { error: 'too large' } },
    },
  ];
  for (const { says, details, answer } of answers) {
    await page.goto(`${origin}/guard/policies?dialog=create`);
    await page.route('**/console/api/guard/policies', (route) =>
      route.request().method() === 'POST' ? route.fulfill(answer) : route.fallback(),
    );
    const box = page.getByRole('dialog');
    await box.getByLabel('Name').fill('Typed already');
    await box.getByRole('button', { name: 'Create policy' }).click();
    await expect(box.getByRole('alert')).toContainText(says);
    await expect(box.getByRole('alert').getByRole('button', { name: 'Copy details' })).toHaveCount(details);
    await expect(box.getByLabel('Name')).toHaveValue('Typed already');
    await page.unrouteAll();
    await box.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await settled(page);
  }
});

/** Has the server refuse for now what is created of a resource; answers what it says. */
async function refuseCreation(page: Page, resource: string): Promise<string> {
  const message = 'Too many attempts. Try again in 7 s.';
  const json = { code: 1010, err_key: 'err.request.rate_limited', message, data: { category: 'rate_limit' } };
  await page.route(`**/console/api/${resource}`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 429, json }) : route.fallback(),
  );
  return message;
}

test('what is refused in a dialog is in view where the dialog scrolls', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await page.setViewportSize({ width: 390, height: 560 });
  await page.goto(`${site.origin('acme')}/analytics/alerts/channels?dialog=create`);
  const message = await refuseCreation(page, 'analytics/alert-channels');
  const box = page.getByRole('dialog');
  await box.getByLabel('Name').fill('Typed already');
  await box.getByLabel('Address').fill('https://hooks.example.com/alerts');
  await box.getByLabel('Secret', { exact: true }).fill('abcdefghijklmnopqrst');
  await box.getByRole('button', { name: 'Create alert channel' }).click();
  await expect(box.getByText(message)).toBeInViewport();
  await expect(box.getByLabel('Name')).toHaveValue('Typed already');
});

test('what somebody else deleted meanwhile goes from the list once the refusal was read', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const box = page.getByRole('dialog');
  const gone = async (dialog: 'edit' | 'delete') => {
    const name = unique('Gone');
    const policy_id = await makePolicy(page, site, name);
    await page.goto(`${site.origin('acme')}/guard/policies?keyword=${name}&dialog=${dialog}.${policy_id}`);
    await expect(box).toBeVisible();
    await api(page, site, 'DELETE', `/api/guard/policies/${policy_id}`);
    return page.getByRole('row').filter({ hasText: name });
  };
  await test.step('as it is to be deleted', async () => {
    const row = await gone('delete');
    await box.getByRole('button', { name: 'Delete policy' }).click();
    await expect(box.getByRole('alert')).toContainText('There is no such object');
    await box.getByRole('button', { name: 'Keep' }).click();
    await expect(row).toHaveCount(0);
  });
  await test.step('as it was edited', async () => {
    const row = await gone('edit');
    await box.getByLabel('Note').fill('Typed already');
    await box.getByRole('button', { name: 'Edit policy' }).click();
    await expect(box.getByRole('alert')).toContainText('There is no such object');
    await expect(box.getByLabel('Note')).toHaveValue('Typed already');
    await box.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(row).toHaveCount(0);
  });
});

test('what somebody else deleted meanwhile goes from the list as its switch is pressed, with the reason', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'acme', 'acme-root');
  const origin = site.origin('acme');
  const press = async (name: string, path: string) => {
    const button = page.getByRole('switch', { name });
    await expect(button).toBeVisible();
    await api(page, site, 'DELETE', path);
    await button.click();
    await expect(page.getByText('There is no such object').first()).toBeVisible();
    await expect(button).toHaveCount(0);
  };
  await test.step('in a list', async () => {
    const name = unique('Gone');
    const rule = await api(page, site, 'POST', '/api/analytics/alert-rules', {
      name,
      metric: 'requests',
      threshold: 9,
    });
    await page.goto(`${origin}/analytics/alerts/rules?keyword=${name}`);
    await press(`${name} is on`, `/api/analytics/alert-rules/${rule.id}`);
  });
  await test.step('among the addresses of a list', async () => {
    const list = await api(page, site, 'POST', '/api/guard/bwlist/sets', { name: unique('Gone'), ip_set_type: 1 });
    const ip = await api(page, site, 'POST', `/api/guard/bwlist/sets/${list.id}/ips`, { ip_addr: '192.0.2.1' });
    await page.goto(`${origin}/guard/bwlist/${list.id}`);
    await press('192.0.2.1 enabled', `/api/guard/bwlist/ips/${ip.id}`);
  });
  await test.step('among the parts of a policy', async () => {
    const policy_id = await makePolicy(page, site);
    const group = { name: 'Gone', policy_id, rules: [{ zone: 'URL', pattern: '/admin' }] };
    const { tag } = await api(page, site, 'POST', '/api/guard/waf/rules', group);
    await page.goto(`${origin}/guard/policies/${policy_id}?tab=waf`);
    await press('WAF rule group Gone', `/api/guard/waf/rules/${tag}`);
  });
});

test('the button of a form stays where it was pressed when it is refused', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const message = await refuseCreation(page, 'analytics/alert-rules');
  await page.setViewportSize({ width: 1280, height: 1600 });
  await page.goto(`${site.origin('acme')}/analytics/alerts/rules/new`);
  await page.getByLabel('Name').fill('Typed already');
  await settled(page);
  const button = page.getByRole('button', { name: 'Create alert rule' });
  await button.scrollIntoViewIfNeeded();
  const before = await button.boundingBox();
  await button.click();
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeInViewport();
  expect(await button.boundingBox()).toEqual(before);
});

test('a fault of the server names what support asks for, in a form and in a dialog that asks', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'acme', 'acme-root');
  const policy_id = await makePolicy(page, site);
  const json = { code: 1001, err_key: 'err.unavailable', message: 'Not now.', data: { category: 'internal' } };
  await page.route('**/console/api/guard/policies/*', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 503, json, headers: { 'x-request-id': 'r-of-the-fault' } }),
  );
  for (const [dialog, button] of [
    ['edit', 'Edit policy'],
    ['delete', 'Delete policy'],
  ] as const) {
    await page.goto(`${site.origin('acme')}/guard/policies?dialog=${dialog}.${policy_id}`);
    const box = page.getByRole('dialog');
    if (dialog === 'edit') await box.getByLabel('Note').fill('Typed already');
    await box.getByRole('button', { name: button }).click();
    const alert = box.getByRole('alert');
    for (const fact of ['503', 'err.unavailable', 'r-of-the-fault']) await expect(alert).toContainText(fact);
    await expect(alert.getByRole('button', { name: 'Copy details' })).toBeVisible();
  }
});
