import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Domains, startDomains } from '@/lib/guard/domains/testing';
import { issue } from '@/lib/sys/api-keys/testing';
import { request } from '@/scripts/request';

let world: Domains;
let key = '';

beforeAll(async () => {
  world = await startDomains();
  key = (await issue(world, 'admin', { scopes: ['guard.agent.hk-1'] })).api_key;
});
afterAll(() => world?.close());

function read(name: string, { node = 'hk-1', authorization = `ApiKey ${key}` } = {}) {
  const headers = { Host: 'localhost', Authorization: authorization };
  return request(world.url, { method: 'GET', path: `/api/guard/nodes/${node}/ranges/${name}`, headers });
}

it('answers the networks of a country and of an autonomous system, one a line', async () => {
  const country = await read('country-LI');
  expect(country.status).toBe(200);
  expect(country.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(country.text).toMatch(/^(?:[0-9a-f.:]+(?:\/\d{1,3})?\n)+$/);
  expect((await read('asn-13335')).text).toContain('1.1.1.0/24\n');
});

it('answers nothing for what nobody has', async () => {
  const none = await read('asn-4294967295');
  expect([none.status, none.text]).toEqual([200, '']);
});

it.each(['country-cn', 'country-CHN', 'asn-01', 'city-Vaduz'])('does not know %s', async (name) => {
  expect((await read(name)).status).toBe(404);
});

it('is for the node alone', async () => {
  expect((await read('country-LI', { node: 'sgp-1' })).status).toBe(403);
  expect((await read('country-LI', { authorization: 'ApiKey wrong' })).status).toBe(401);
  const tenant = await world.call('GET', '/api/guard/nodes/hk-1/ranges/country-LI', { as: 'acme-root' });
  expect(tenant.status).toBe(403);
});
