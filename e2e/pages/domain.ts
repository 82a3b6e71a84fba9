import type { Browser, Page } from '@playwright/test';
import type { Site } from '../fixtures';
import { api, decide, makeDomain, unique } from '../objects';

export const DOMAINS = '/guard/domains';
export const OWNER = 'acme-root';

const LOCAL = [
  { addr: '127.0.0.1', port: 8443, protocol: 'https', weight: 3 },
  { addr: '127.0.0.2', port: 8080, protocol: 'http' },
];

type Made = { domain_id: string; domain: string; url: string };

/** A domain with two origins on this machine and the nodes given; approved where somebody has to serve it. */
export async function make(page: Page, site: Site, node_ids: string[] = [], browser?: Browser): Promise<Made> {
  const domain = `${unique('page')}.example.org`;
  const domain_id = await makeDomain(page, site, domain, { src_sites: LOCAL });
  if (node_ids.length > 0) await api(page, site, 'PUT', `/api/guard/domains/${domain_id}/nodes`, { node_ids });
  if (browser) await decide(browser, site, domain_id, 4);
  return { domain_id, domain, url: `${site.origin('acme')}${DOMAINS}/${domain_id}` };
}

export async function settingsOf(page: Page, site: Site, domain_id: string): Promise<Record<string, string>> {
  return (await api(page, site, 'GET', `/api/guard/domains/${domain_id}/settings`)).settings;
}
