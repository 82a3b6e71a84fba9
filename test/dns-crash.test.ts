import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAuthority } from '@/lib/guard/dns/authority';
import { powerDns } from '@/lib/guard/dns/powerdns';
import { textsOf } from '@/lib/guard/dns/provider';
import { type PowerDns, startPowerDns } from '@/scripts/dns-servers';
import { request } from '@/scripts/request';
import { type Child, startChild } from './child';
import { HttpFault } from './http-fault';
import { testDatabase } from './parapet';
import { PASSWORD, people } from './people';

const ZONE = 'edge.parapet.example';
/** How far an affair is when its process is killed: the server was asked nothing, is asked for records, gets new ones, has them. */
const MOMENTS = [
  { moment: 'accepted', method: '', fault: 'none' },
  { moment: 'listing', method: 'GET', fault: 'silent' },
  { moment: 'writing', method: 'PATCH', fault: 'silent' },
  { moment: 'written', method: 'PATCH', fault: 'unanswered' },
] as const;
const SWITCHES = 50;
const database = await testDatabase();
const folder = mkdtempSync(path.join(tmpdir(), 'parapet-dns-'));

let pdns: PowerDns;
let between: HttpFault;
let url = '';
let token = '';
const start = (name = 'data') =>
  startChild({
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...{ DATA_DIR: path.join(folder, name), PROVISION_FILE: path.join(folder, 'people.json') },
    ...{ ADMIN_PASSWORD: PASSWORD, SECRET_KEY: 'a key that all of these processes have' },
    ...{ DNS_PROVIDER: 'powerdns', DNS_SERVER: pdns.server, POWERDNS_API_URL: url, POWERDNS_API_KEY: pdns.key },
  });
const kill = async ({ child }: Child) => {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
};

/** What a killed process had claimed would be free by itself after a quarter of a minute; the embedded store frees it at the start. */
async function endLeases(): Promise<void> {
  if (!database) return;
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('update job_claims set lease_until = 0');
  await client.end();
}

async function send({ url }: Child, method: string, target: string, body?: object) {
  const headers = {
    Host: 'acme.test',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(body ? { 'Content-Type': 'application/json' } : {}),
  } as Record<string, string>;
  const { status, text } = await request(url, {
    method,
    path: `/api${target}`,
    headers,
    body: body && JSON.stringify(body),
  });
  expect(status, text).toBeLessThan(300);
  return JSON.parse(text).data;
}

const dig = async (name: string) => textsOf(await askAuthority(pdns.server, name, new AbortController().signal));
const succeeded = (at: Child, { affairs_id }: { affairs_id: string }) =>
  expect
    .poll(async () => (await send(at, 'GET', `/guard/schedules/affairs/${affairs_id}`)).status)
    .toBe('AffairsStatus_Succeed');

beforeAll(async () => {
  writeFileSync(path.join(folder, 'people.json'), JSON.stringify(people));
  pdns = await startPowerDns(ZONE);
  between = new HttpFault(pdns.url);
  url = await between.start();
}, 240_000);
afterAll(async () => {
  await between?.stop();
  await pdns?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function addDomain(at: Child, name: string) {
  const { policy_id } = await send(at, 'POST', '/guard/policies', { name });
  const src_sites = [{ addr: '192.0.2.1', port: 443, protocol: 'https' }];
  const domain = await send(at, 'POST', '/guard/domains', { domain: `${name}.example.com`, policy_id, src_sites });
  const nodes = { node_ids: ['hk-1'], enable_parse: true };
  expect(await send(at, 'PUT', `/guard/domains/${domain.domain_id}/nodes`, nodes)).toEqual({
    added: 1,
    dns_synced: true,
  });
  return domain as { domain_id: string; cname: string };
}

describe('with a PowerDNS', () => {
  it('what was accepted reaches DNS, whenever the process is killed, and what is not Parapet’s stays', async () => {
    const foreign = powerDns({ ...pdns, zone: ZONE });
    const signal = new AbortController().signal;
    const www = [{ type: 'A', value: '198.51.100.7' }] as const;
    await foreign.replace(`www.${ZONE}`, www, signal);
    let at = await start();
    const credentials = { username: 'acme-root', password: Buffer.from(PASSWORD).toString('base64') };
    ({ token } = await send(at, 'POST', '/auth/login', credentials));
    const { domain_id, cname } = await addDomain(at, 'shop');
    const schedule = `/guard/schedules/domains/${domain_id}`;
    await succeeded(at, await send(at, 'POST', `${schedule}/init`, {}));
    expect(await dig(cname)).toEqual(['A 203.0.113.10']);

    for (const [round, { moment, method, fault }] of MOMENTS.entries()) {
      const target_mode = 1 + (round % 2);
      between.writes = 0;
      let isThere = fault === 'none';
      between.judge = (asked) => {
        isThere ||= asked === method;
        return asked === method ? fault : 'none';
      };
      const switched = await send(at, 'POST', `${schedule}/switch-mode`, { target_mode });
      await expect.poll(() => isThere && (fault !== 'unanswered' || between.writes === 1)).toBe(true);
      await kill(at);
      await endLeases();
      between.judge = () => 'none';
      at = await start();
      await succeeded(at, switched);
      expect(await dig(cname), moment).toEqual([target_mode === 1 ? 'A 192.0.2.1' : 'A 203.0.113.10']);
      expect(between.writes, moment).toBe(1);
    }
    expect((await send(at, 'GET', '/guard/schedules/affairs?status=AffairsStatus_Start')).total).toBe(0);
    await succeeded(at, await send(at, 'POST', `${schedule}/switch-mode`, { target_mode: 1 }));

    await foreign.replace(cname, www, signal);
    expect(await send(at, 'GET', `${schedule}/drift`)).toMatchObject({
      ...{ connected: true, missing: ['A 192.0.2.1'], unexpected: ['A 198.51.100.7'] },
    });
    await succeeded(at, await send(at, 'POST', `${schedule}/repair`, {}));
    expect(await dig(cname)).toEqual(['A 192.0.2.1']);
    await send(at, 'DELETE', `/guard/domains/${domain_id}`);
    await expect.poll(() => dig(cname)).toEqual([]);
    expect(await dig(`www.${ZONE}`)).toEqual(['A 198.51.100.7']);
    await kill(at);
  }, 240_000);

  it.runIf(database)(
    'two processes on one PostgreSQL share the affairs',
    async () => {
      const [a, b] = [await start('a'), await start('b')];
      const { domain_id, cname } = await addDomain(a, 'two');
      const answers = await Promise.all(
        Array.from({ length: SWITCHES }, (_, i) =>
          send(i % 2 ? a : b, 'POST', `/guard/schedules/domains/${domain_id}/switch-mode`, {
            target_mode: 1 + (i % 2),
          }),
        ),
      );
      for (const affair of answers) await succeeded(a, affair);
      // The log shows requests by when they arrived; their numbers are in the order of the commits.
      const { list } = await send(b, 'GET', `/sys/audit-logs?keyword=${domain_id}&size=100`);
      const last = list.reduce((a: { id: number }, b: { id: number }) => (a.id > b.id ? a : b));
      const { target_mode } = last.detail.params;
      expect(await dig(cname)).toEqual([target_mode === 1 ? 'A 192.0.2.1' : 'A 203.0.113.10']);
      const { dns_group_type, parsing_state } = await send(a, 'GET', `/guard/schedules/domains/${domain_id}`);
      expect([dns_group_type, parsing_state]).toEqual([target_mode, target_mode]);
      for (const child of [a, b]) await kill(child);
    },
    240_000,
  );
});
