import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { readConfig } from '@/lib/config/env';
import { openRuntime, type Runtime } from '@/lib/runtime/runtime';
import type { AnyJson } from '@/test/json';
import { PASSWORD, people } from '@/test/people';
import { startPostgres } from '../postgres';
import { request } from '../request';
import type { Row } from './main';
import { type Running, startParapet } from './server';

/** The administrator of the first start is the operator's, whose host no brand claims. */
const hostOf = (as: string): object => (as === 'admin' ? {} : { Host: 'acme.test' });

type Sent = { data: AnyJson; took: number };
/** The built product, with callers that sign in at their first call. */
export type Site = Running & { send(method: string, as: string, path: string, body?: object): Promise<Sent> };

export type Work = {
  name: string;
  as: string;
  /** May name objects as `{name}`, which `Scales.names` knows. */
  path: string;
  method?: string;
  body?: () => object;
  target?: string;
};

/** The same work on two sizes of one thing. */
export type Scales = {
  name: string;
  few: number;
  many: number;
  rounds: number;
  works: readonly Work[];
  target: string;
  /** Puts so many into the store before the product starts. */
  seed?: (runtime: Runtime, count: number) => Promise<void>;
  /** The objects that paths name on this site, which is to hold so many. */
  names: (site: Site, count: number) => Promise<Record<string, string>>;
  /** A write before each measured request, so that no answer comes from a cache. */
  between: Work;
};

async function seed(
  dataDir: string,
  provision: string,
  databaseUrl: string | undefined,
  scales: Pick<Scales, 'seed'>,
  count: number,
) {
  const stores = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  const env = { DATA_DIR: dataDir, PROVISION_FILE: provision, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'fatal', ...stores };
  const runtime = await openRuntime(readConfig(env));
  await scales.seed?.(runtime, count);
  // PostgreSQL does so by itself when a minute has passed.
  if (databaseUrl) await sql`vacuum analyze`.execute(runtime.store.writer);
  await runtime.close();
}

/** The built product on a store of its own, which holds so many. */
export async function startSite(
  folder: string,
  scales: Pick<Scales, 'seed'>,
  count: number,
  databaseUrl: string | undefined,
): Promise<Site> {
  const dataDir = path.join(folder, `data-${count}`);
  const provision = path.join(folder, 'people.json');
  writeFileSync(provision, JSON.stringify(people));
  await seed(dataDir, provision, databaseUrl, scales, count);
  const server = await startParapet(dataDir, databaseUrl ? { DATABASE_URL: databaseUrl } : {});
  const tokens = new Map<string, string>();
  const exchange = async (method: string, url: string, body: object | undefined, own: object): Promise<Sent> => {
    const started = performance.now();
    const { status, text } = await request(server.url, {
      ...{ method, path: url, body: body && JSON.stringify(body) },
      headers: { ...(body ? { 'Content-Type': 'application/json' } : {}), ...own },
    });
    const took = performance.now() - started;
    if (status >= 300) throw new Error(`${method} ${url}: ${status} ${text}`);
    return { data: JSON.parse(text).data, took };
  };
  const signIn = async (as: string): Promise<string> => {
    const login = { username: as, password: Buffer.from(PASSWORD).toString('base64') };
    const { data } = await exchange('POST', '/api/auth/login', login, hostOf(as));
    tokens.set(as, data.token);
    return data.token;
  };
  const send = async (method: string, as: string, url: string, body?: object): Promise<Sent> => {
    const token = tokens.get(as) ?? (await signIn(as));
    return exchange(method, url, body, { ...hostOf(as), Authorization: `Bearer ${token}` });
  };
  return { ...server, send };
}

type Named = { site: Site; names: Record<string, string> };

const ask = ({ site, names }: Named, { method = 'GET', as, path, body }: Work) =>
  site.send(
    method,
    as,
    path.replace(/\{(\w+)\}/g, (whole, name) => names[name] ?? whole),
    body?.(),
  );

/** Median milliseconds on both sites, by turns. */
async function compare(sites: readonly [Named, Named], work: Work, { rounds, between }: Scales) {
  const took: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const [i, site] of sites.entries()) {
      await ask(site, between);
      took[i]?.push((await ask(site, work)).took);
    }
  }
  const [few = 0, many = 0] = took.map((all) => all.sort((a, b) => a - b)[rounds >> 1] ?? 0);
  return { few, many };
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

async function compareOn(store: string, server: string | undefined, scales: Scales): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-bench-'));
  const start = async (count: number): Promise<Named> => {
    const url = server && (await freshDatabase(server, `${scales.name}_${count}`));
    const site = await startSite(folder, scales, count, url);
    return { site, names: await scales.names(site, count) };
  };
  const sites: [Named, Named] = [await start(scales.few), await start(scales.many)];
  try {
    const rows: Row[] = [];
    for (const work of scales.works) {
      const { few, many } = await compare(sites, work, scales);
      rows.push({
        work: `${work.name}, ${store}`,
        figure: `${many.toFixed(1)} ms, ${(many / few).toFixed(2)} of ${few.toFixed(1)} ms`,
        target: work.target ?? scales.target,
      });
    }
    return rows;
  } finally {
    for (const { site } of sites) await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What much of something costs beside little of it, on both stores. */
export async function compareScales(scales: Scales): Promise<Row[]> {
  const embedded = await compareOn('embedded', undefined, scales);
  const postgres = await startPostgres();
  try {
    return [...embedded, ...(await compareOn('PostgreSQL', postgres.url, scales))];
  } finally {
    await postgres.stop();
  }
}
