import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { callApi, expect, expectAccessible, expectFits, type Site, signIn, test } from '../fixtures';
import { api } from '../objects';
import { make, OWNER } from '../pages/domain';

const NODE = 'sgp-1';

type Say = (domain_id: string, more: object) => Promise<void>;

/** Speaks for a node: it runs all it should, but for what is said of one domain. */
async function speaker(page: Page, site: Site, request: APIRequestContext): Promise<Say> {
  const origin = site.origin('default');
  await signIn(page, site, 'default', 'admin');
  const body = { name: NODE, scopes: [`guard.agent.${NODE}`] };
  const { api_key } = (await callApi(page, origin, 'POST', '/api/sys/api-keys', body)).body.data;
  const headers = { Authorization: `ApiKey ${api_key}` };
  const at = `${origin}/api/guard/nodes/${NODE}`;
  return async (domain_id, more) => {
    const { artefacts, latest } = (await (await request.get(`${at}/desired?since=0`, { headers })).json()).data;
    const objects = artefacts.map(
      ({ kind, object_id, number }: { kind: string; object_id: string; number: number }) => ({
        ...{ kind, object_id, number, status: 'running', since: Date.now() },
        ...(object_id === domain_id ? more : {}),
      }),
    );
    const answer = await request.post(`${at}/reports`, { headers, data: { revision: latest, objects } });
    expect(answer.status()).toBe(200);
  };
}

/** An approved domain on the node, and a policy of its own, which blocks a path since a moment ago. */
async function served(page: Page, site: Site, browser: Browser) {
  await signIn(page, site, 'acme', OWNER);
  const { policy_id } = await api(page, site, 'POST', '/api/guard/policies', { name: `Delivered ${Date.now()}` });
  const made = await make(page, site, [NODE], browser);
  await api(page, site, 'PUT', `/api/guard/domains/${made.domain_id}`, { policy_id });
  const settings = { acl: JSON.stringify({ status: 'CFGOPTION_2_ENABLE' }) };
  await api(page, site, 'PUT', `/api/guard/domains/${made.domain_id}/settings`, { settings });
  return { ...made, policy_id };
}

test('what was saved is followed to the files and the nodes, and what fails is on top of its pages', async ({
  page,
  browser,
  site,
  request,
}) => {
  const say = await speaker(page, site, request);
  const { domain_id, url, policy_id } = await served(page, site, browser);
  await say(domain_id, {});
  const policy = `${site.origin('acme')}/guard/policies/${policy_id}`;
  await page.goto(policy);
  await expect(page.getByText(/^1 node runs version/)).toBeVisible();

  const rule = {
    name: 'late',
    matches: [{ field: 'path', op: 'eq', data: '/late' }],
    action: { action_type: 'block' },
  };
  await api(page, site, 'POST', `/api/guard/policies/${policy_id}/acl/rules`, rule);
  await expect(page.getByText(/^Delivering: 0 of 1 node runs version/)).toBeVisible();
  await page.getByRole('button', { name: 'Details' }).click();
  const drawer = page.getByRole('dialog', { name: 'Delivery' });
  await expect(drawer.getByRole('row').filter({ hasText: NODE })).toContainText('Waiting');
  await expectAccessible(page);
  await say(domain_id, {});
  await expect(drawer.getByRole('row').filter({ hasText: NODE })).toContainText('Running');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto(`${url}?tab=releases&files=true`);
  await page.getByRole('button', { name: /rules\.conf.*Changed/ }).click();
  await page.getByText('Last change', { exact: true }).click();
  await expect(page.getByRole('region', { name: /rules\.conf$/ })).toContainText('+SecRule REQUEST_FILENAME');
  await expectAccessible(page);

  await say(domain_id, { status: 'failed', message: 'invalid number of arguments in "listen"' });
  await page.reload();
  await expect(page.getByText(`${NODE} cannot serve this domain:`)).toBeVisible();
  await expect(page.getByText('invalid number of arguments in "listen"').first()).toBeVisible();
  await page.goto(policy);
  await expect(page.getByText(/^sgp-1 cannot serve page-/)).toBeVisible();
  await expect(page.getByText('Failed: not every node can serve')).toBeVisible();
});
