import type { Page } from '@playwright/test';
import { pageTexts } from '@/lib/generated/page-texts';
import { Openssl } from '@/lib/guard/certs/testing';
import { callApi, expect, failToSignIn, type Site } from '../fixtures';
import { ORIGIN, unique } from '../objects';

const APPROVED = 4;

/** Two kinds of requests, so that charts have a legend. */
const trafficOf = (host: string) =>
  Array.from({ length: 40 }, (_, n) => ({
    time: Date.now() - n * 600_000,
    request_id: `${host}-${n}`,
    host,
    path: `/page/${n % 7}`,
    status: n % 4 === 0 ? 403 : 200,
    action: n % 4 === 0 ? 'block' : 'pass',
  }));

/** One object behind every page that shows one, made by the super administrator of the default site; answers its id by the page's folder. */
async function makeObjects(page: Page, site: Site): Promise<Record<string, string | number>> {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await callApi(page, site.origin('default'), method, path, body);
    expect(answer.body.message, `${method} ${path}`).toBe('ok');
    return answer.body.data;
  };
  const name = unique('steady');
  const host = `${name}.example.com`;
  await failToSignIn(page, site.origin('default'), name);
  const { policy_id } = await call('POST', '/api/guard/policies', { name, comment: '' });
  const { domain_id } = await call('POST', '/api/guard/domains', { domain: host, policy_id, src_sites: [ORIGIN] });
  await call('PUT', `/api/guard/domains/${domain_id}/audit`, { audit_status: APPROVED });
  const openssl = new Openssl();
  const pair = openssl.pair({ subject: `/CN=${host}`, names: [host] });
  openssl.close();
  const cert = await call('POST', '/api/guard/certs', { name, ...pair });
  const list = await call('POST', '/api/guard/bwlist/sets', { name, ip_set_type: 1, policy_id });
  await call('POST', `/api/guard/bwlist/sets/${list.id}/ips/batch`, { ips: [{ ip_addr: '203.0.113.9' }] });
  const affair = await call('POST', `/api/guard/schedules/domains/${domain_id}/init`, {});
  const rule = { name, domain_id, metric: 'requests', threshold: 0, window_minutes: 5 };
  const alertRule = await call('POST', '/api/analytics/alert-rules', rule);
  await call('POST', '/api/analytics/events', { batch_id: host, events: trafficOf(host) });
  const events = await call('GET', `/api/analytics/events?domain_id=${domain_id}`);
  const key = await call('POST', '/api/sys/api-keys', { name, expires_in_days: 30 });
  const user = await call('POST', '/api/sys/users', { user_name: name, password: 'first secret', role_ids: [1] });
  const role = await call('POST', '/api/sys/roles', { name, permissions: ['guard.policy.*'] });
  return {
    '/guard/policies': policy_id,
    '/guard/domains': domain_id,
    '/guard/certs': cert.id,
    '/guard/bwlist': list.id,
    '/guard/schedules': domain_id,
    '/guard/schedules/affairs': affair.affairs_id,
    '/guard/nodes': 'hk-1',
    '/analytics/alerts/rules': alertRule.id,
    '/analytics/events': events.list[0].event_id,
    '/sys/api-keys': key.key_id,
    '/plan/plans': 'business',
    '/sys/users': user.user_id,
    '/sys/roles': role.role_id,
  };
}

/** Every page of the console, those of an object with one. A page of a kind of object that nothing is made of here fails. */
export async function everyAddress(page: Page, site: Site): Promise<string[]> {
  const ids = await makeObjects(page, site);
  const isConsole = (route: string) => !['/', '/login', '/password'].includes(route);
  return Object.keys(pageTexts)
    .filter(isConsole)
    .map((route) =>
      route.replace(/^(.*)\/\[id\]/, (_, folder: string) => {
        expect(ids, `an object for ${route}`).toHaveProperty([folder]);
        return `${folder}/${ids[folder]}`;
      }),
    );
}
