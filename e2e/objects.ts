import type { Browser, Page } from '@playwright/test';
import { callApi, expect, type Oem, type Site, signIn } from './fixtures';
import { answering } from './pages/answering';

/** Probes refuse loopback, so pressing precheck or verify in a journey contacts nobody. */
export const ORIGIN = { addr: '127.0.0.1', port: 443, protocol: 'https' };

let made = 0;

/** A name that nothing else of this worker's Parapet has. */
export const unique = (what: string) => `${what}-${Date.now()}${made++}`;

/** The data of a call of the page's user at Acme, which must succeed. */
export async function api(page: Page, site: Site, method: string, path: string, body?: unknown) {
  const answer = await callApi(page, site.origin('acme'), method, path, body);
  expect(answer.body.message, `${method} ${path}`).toBe('ok');
  return answer.body.data;
}

/** A policy of the page's user; answers its id. */
export async function makePolicy(page: Page, site: Site, name = unique('Policy'), comment = ''): Promise<string> {
  return (await api(page, site, 'POST', '/api/guard/policies', { name, comment })).policy_id;
}

/** A domain of the page's user, under a policy of its own unless one is given; answers its id. */
export async function makeDomain(page: Page, site: Site, domain: string, more: object = {}): Promise<string> {
  const policy_id = 'policy_id' in more ? more.policy_id : await makePolicy(page, site);
  const body = { domain, policy_id, src_sites: [ORIGIN], ...more };
  return (await api(page, site, 'POST', '/api/guard/domains', body)).domain_id;
}

/** A certificate of the page's user; answers its id. */
export async function makeCert(page: Page, site: Site, name: string, pair: object): Promise<number> {
  return (await api(page, site, 'POST', '/api/guard/certs', { name, ...pair })).id;
}

/** Work of somebody else, in a browser of their own beside the page under test. */
export async function as<T>(
  browser: Browser,
  site: Site,
  oem: Oem,
  who: string,
  work: (page: Page, origin: string) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext();
  const page = await context.newPage();
  answering(page);
  await signIn(page, site, oem, who);
  const result = await work(page, site.origin(oem));
  await context.close();
  return result;
}

/** What Acme's support decides about a domain, at once. */
export const decide = (browser: Browser, site: Site, domain_id: string, audit_status: number) =>
  as(browser, site, 'acme', 'acme-support', (page) =>
    api(page, site, 'PUT', `/api/guard/domains/${domain_id}/audit`, { audit_status }),
  );

/** Requests at the edge as Acme's support hands them over, in one batch. */
export const sendEvents = (browser: Browser, site: Site, batch_id: string, events: readonly object[]) =>
  as(browser, site, 'acme', 'acme-support', (page) =>
    api(page, site, 'POST', '/api/analytics/events', { batch_id, events }),
  );
