import type { Browser, Page } from '@playwright/test';
import type { Site } from './fixtures';
import { makeDomain, makePolicy, sendEvents, unique } from './objects';

export const ATTACKER = '203.0.113.66';
export const BLOCKED = 7;
export const PASSED = 3;
/** Of the charts over an hour. */
const BUCKET_MS = 300_000;

/** A domain with ten requests of the last minutes, seven of them blocked, and the address of its overview. */
export async function makeTraffic(page: Page, site: Site, browser: Browser) {
  const host = `${unique('drill')}.example.com`;
  const policy_id = await makePolicy(page, site);
  const domain_id = await makeDomain(page, site, host, { policy_id });
  // All within one bucket of a chart, whenever this is.
  const newest = Math.floor(Date.now() / BUCKET_MS - 2) * BUCKET_MS + 60_000;
  const request = (n: number, facts: object) => ({
    time: newest - n * 1_000,
    request_id: `${host}-${n}`,
    host,
    method: 'GET',
    path: '/search',
    bytes_out: 1_000,
    latency_ms: 12,
    ...facts,
  });
  const attack = {
    client_ip: ATTACKER,
    status: 403,
    action: 'block',
    attack_class: 'sqli',
    rule_id: 942100,
    score: 10,
  };
  const ordinary = { client_ip: '198.51.100.23', status: 200, path: '/', action: 'pass' };
  const events = [
    ...Array.from({ length: BLOCKED }, (_, n) => request(n, attack)),
    ...Array.from({ length: PASSED }, (_, n) => request(BLOCKED + n, ordinary)),
  ];
  await sendEvents(browser, site, host, events);
  const all = `${site.origin('acme')}/analytics/overview?time_window=last_1h`;
  return { host, domain_id, policy_id, all, overview: `${all}&domain_id=${domain_id}` };
}

/** The panel of a chart, by its title. */
export const panel = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title }) });
