import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { readConfig } from '@/lib/config/env';
import { openRuntime } from '@/lib/runtime/runtime';
import { addManyDomains } from '@/test/many-domains';
import { PASSWORD, people } from '@/test/people';
import { startPostgres } from '../postgres';
import { request } from '../request';
import type { Row } from './main';
import { type Running, startParapet } from './server';

const FEW = 10;
const MANY = 10_000;
const ROUNDS = 41;
const HOST = 'acme.test';

type Site = Running & { send(method: string, as: string, path: string, body?: object): Promise<Sent> };
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Sent = { data: any; took: number };
type Work = { name: string; as: string; path: string; method?: string; body?: () => object; readsMany?: true };

const LIST = `/api/guard/domains?size=${FEW}`;
let n = 0;

const WORKS: Work[] = [
  { name: 'First page of the list', as: 'acme-root', path: LIST },
  { name: 'Last page of the list', as: 'acme-root', path: `${LIST}&page=last` },
  { name: 'The list by audit status', as: 'acme-root', path: `${LIST}&audit_status=4` },
  { name: 'The list of platform staff', as: 'acme-support', path: LIST },
  { name: 'A search without a match', as: 'acme-root', path: `${LIST}&keyword=nowhere` },
  { name: 'A search with a rare match', as: 'acme-root', path: `${LIST}&keyword=asset%206,` },
  { name: 'A search that finds all', as: 'acme-root', path: `${LIST}&keyword=acme-root` },
  { name: 'The approval queue', as: 'acme-support', path: `/api/guard/approvals/queue?size=${FEW}` },
  // Half of the tenant's names belong to one site, all of which look like the one that is judged.
  { name: 'A dossier', as: 'acme-support', path: '/api/guard/approvals/{waiting}', readsMany: true },
  { name: 'A domain', as: 'acme-root', path: '/api/guard/domains/{domain}' },
  // The first of them is bound to half of the tenant's domains, which are counted.
  {
    ...{ name: 'Certificates, the first to expire first', as: 'acme-root', readsMany: true as const },
    path: `/api/guard/certs/expiring?size=${FEW}`,
  },
  {
    ...{ name: 'Changing a domain', as: 'acme-root', path: '/api/guard/domains/{domain}', method: 'PUT' },
    body: () => ({ asset_name: `Changed ${n++}` }),
  },
];

async function seed(dataDir: string, provision: string, databaseUrl: string | undefined, count: number): Promise<void> {
  const stores = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  const env = { DATA_DIR: dataDir, PROVISION_FILE: provision, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'fatal', ...stores };
  const runtime = await openRuntime(readConfig(env));
  await addManyDomains(runtime.store, [
    { user_name: 'acme-root', domains: count, policies: Math.min(count, 50), certs: Math.max(FEW, count / 10) },
    { user_name: 'acme-other', domains: Math.max(FEW, count / 40), policies: 2, certs: 1 },
  ]);
  // PostgreSQL does so by itself when a minute has passed.
  if (databaseUrl) await sql`vacuum analyze`.execute(runtime.store.writer);
  await runtime.close();
}

/** The built product on a store with `count` domains in one tenant, with callers that sign in at their first call. */
async function startSite(folder: string, count: number, databaseUrl: string | undefined): Promise<Site> {
  const dataDir = path.join(folder, `data-${count}`);
  const provision = path.join(folder, 'people.json');
  writeFileSync(provision, JSON.stringify(people));
  await seed(dataDir, provision, databaseUrl, count);
  const server = await startParapet(dataDir, databaseUrl ? { DATABASE_URL: databaseUrl } : {});
  const tokens = new Map<string, string>();
  const send = async (method: string, as: string | undefined, url: string, body?: object): Promise<Sent> => {
    const token = as && (tokens.get(as) ?? (await signIn(as)));
    const started = performance.now();
    const { status, text } = await request(server.url, {
      ...{ method, path: url, body: body && JSON.stringify(body) },
      headers: {
        Host: HOST,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
    });
    const took = performance.now() - started;
    if (status !== 200) throw new Error(`${method} ${url}: ${status} ${text}`);
    return { data: JSON.parse(text).data, took };
  };
  const signIn = async (as: string): Promise<string> => {
    const password = Buffer.from(PASSWORD).toString('base64');
    const { data } = await send('POST', undefined, '/api/auth/login', { username: as, password });
    tokens.set(as, data.token);
    return data.token;
  };
  return { ...server, send };
}

/** The path with what it names on this site. */
async function pathOn(site: Site, { path: template }: Work): Promise<string> {
  const { data } = await site.send('GET', 'acme-root', `${LIST}&page=1`);
  const last = String(Math.max(1, Math.ceil(data.total / FEW)));
  const waiting = await site.send('GET', 'acme-support', '/api/guard/approvals/queue?size=1');
  const names = { last, '{waiting}': waiting.data.list[0].domain_id, '{domain}': data.list[0].domain_id };
  return template.replace(/last$|\{\w+\}/, (name) => names[name as keyof typeof names]);
}

/** Median milliseconds on both sites, by turns; before each a renaming, so that nothing read before is remembered. */
async function compare(sites: readonly [Site, Site], work: Work): Promise<[number, number]> {
  const took: [number[], number[]] = [[], []];
  const paths = [await pathOn(sites[0], work), await pathOn(sites[1], work)];
  const renamed = { name: '', as: 'acme-root', path: '/api/guard/domains/{domain}' };
  const domains = [await pathOn(sites[0], renamed), await pathOn(sites[1], renamed)];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, site] of sites.entries()) {
      await site.send('PUT', 'acme-root', domains[i] ?? '', { asset_name: `Round ${n++}` });
      took[i]?.push((await site.send(work.method ?? 'GET', work.as, paths[i] ?? '', work.body?.())).took);
    }
  }
  const [few = 0, many = 0] = took.map((all) => all.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0);
  return [few, many];
}

async function freshDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

async function compareOn(store: string, server: string | undefined): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-bench-'));
  const urlFor = async (count: number) => (server ? freshDatabase(server, `domains_${count}`) : undefined);
  const few = await startSite(folder, FEW, await urlFor(FEW));
  const many = await startSite(folder, MANY, await urlFor(MANY));
  try {
    const rows: Row[] = [];
    for (const work of WORKS) {
      const [of_few, of_many] = await compare([few, many], work);
      rows.push({
        work: `${work.name}, ${store}`,
        figure: `${of_many.toFixed(1)} ms, ${(of_many / of_few).toFixed(2)} of ${of_few.toFixed(1)} ms`,
        target: work.readsMany ? 'a few ms more' : '<= 1.5 of ten domains',
      });
    }
    return rows;
  } finally {
    await few.stop();
    await many.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A tenant with ten thousand domains against one with ten, on both stores. */
export async function benchDomains(): Promise<Row[]> {
  const embedded = await compareOn('embedded', undefined);
  const postgres = await startPostgres();
  try {
    return [...embedded, ...(await compareOn('PostgreSQL', postgres.url))];
  } finally {
    postgres.stop();
  }
}
