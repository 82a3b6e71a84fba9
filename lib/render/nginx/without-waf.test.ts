import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '@/scripts/dns-servers';
import { request } from '@/scripts/request';
import { renderSite } from './site';
import { aclRule, policyOf, siteOf, startOrigin, TestNginx } from './testing';

/** Access rules of a site whose WAF is off, which asks nothing of how many values a request has. */
const at = (data: string) => ({ field: 'path', op: 'eq', data });
const evil = { field: 'arg:q', op: 'eq', data: 'evil' };
const policy = policyOf({
  acl_rules: [
    aclRule(1, [at('/trusted')], { action_type: 'allow' }),
    aclRule(2, [at('/watched'), evil], { action_type: 'monitor' }),
    aclRule(3, [at('/blocked'), evil]),
  ],
});

let origin: Awaited<ReturnType<typeof startOrigin>>;
let nginx: TestNginx;
beforeAll(async () => {
  origin = await startOrigin();
  nginx = new TestNginx(await freePort(), await freePort());
  const { waf: _, ...settings } = siteOf(origin.port).settings;
  const site = siteOf(origin.port, { settings });
  nginx.write(renderSite({ site, policy, lists: [], node: nginx.settings }).files);
  await nginx.serve(site);
}, 60_000);
afterAll(async () => {
  await nginx.stop();
  origin.server.close();
});

const statusOf = async (path: string, values: number) => {
  const headers = { Host: 'shop.example.com', 'User-Agent': 'test', Accept: '*/*', Connection: 'close' };
  const target = `${path}?${'a&'.repeat(values)}q=evil`;
  return (await request(`http://127.0.0.1:${nginx.http}`, { method: 'GET', path: target, headers })).status;
};

it('a rule on an argument is passed by none that ModSecurity does not read', async () => {
  expect(await statusOf('/blocked', 0)).toBe(403);
  expect(await statusOf('/blocked', 998)).toBe(403);
  expect(await statusOf('/blocked', 1_000)).toBe(400);
  expect(await statusOf('/blocked', 2_000)).toBe(400);
});

it('a rule that allows comes before', async () => {
  expect(await statusOf('/trusted', 1_000)).toBe(200);
});
