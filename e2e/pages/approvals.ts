import type { Browser, Page } from '@playwright/test';
import { callApi, expect, type Site, signIn } from '../fixtures';
import { as, ORIGIN } from '../objects';

export const STAFF = 'borealis-support';
export const TENANT = 'borealis-root';
const QUEUE = { name: 'Domains waiting for a decision, oldest first' };

/** Leaves exactly these domains waiting, the first one the longest; answers their ids. */
export async function waiting(browser: Browser, site: Site, names: readonly string[]): Promise<string[]> {
  await as(browser, site, 'borealis', STAFF, async (page, origin) => {
    for (const status of [1, 2]) {
      const { body } = await callApi(page, origin, 'GET', `/api/guard/domains?audit_status=${status}&size=100`);
      for (const { domain_id } of body.data.list) await decide(page, origin, domain_id, 3);
    }
  });
  return as(browser, site, 'borealis', TENANT, async (page, origin) => {
    const policy = await callApi(page, origin, 'POST', '/api/guard/policies', { name: `Guard of ${names[0]}` });
    const ids: string[] = [];
    for (const domain of names) {
      const { body } = await callApi(page, origin, 'POST', '/api/guard/domains', {
        domain,
        policy_id: policy.body.data.policy_id,
        asset_name: `Note of ${domain}`.slice(0, 255),
        src_sites: [ORIGIN],
      });
      expect(body.message).toBe('ok');
      ids.push(body.data.domain_id);
    }
    return ids;
  });
}

export const decide = (page: Page, origin: string, domain_id: string, audit_status: number) =>
  callApi(page, origin, 'PUT', `/api/guard/domains/${domain_id}/audit`, { audit_status });

/** The decision on a domain as its tenant reads it. */
export const stateOf = (browser: Browser, site: Site, domain_id: string) =>
  as(browser, site, 'borealis', TENANT, async (page, origin) => {
    const { body } = await callApi(page, origin, 'GET', `/api/guard/domains/${domain_id}`);
    return body.data.audit_status;
  });

/** The queue as staff see it, with the rows that wait. */
export async function openQueue(page: Page, site: Site, search = '') {
  await signIn(page, site, 'borealis', STAFF);
  await page.goto(`${site.origin('borealis')}/guard/approvals${search}`);
  return page.getByRole('list', QUEUE).getByRole('button');
}

/** What was decided and can still be taken back. */
export const held = (page: Page) => page.getByRole('region', { name: 'Decisions you can still undo' });
/** What was decided takes effect within a second after its ten, on a machine that has the time. */
export const EFFECT = { timeout: 60_000 };
