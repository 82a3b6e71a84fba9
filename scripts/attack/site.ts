import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readConfig } from '@/lib/config/env';
import { openStore } from '@/lib/db/store';
import { openRuntime } from '@/lib/runtime/runtime';
import { startChild } from '@/test/child';
import { brokenChains } from '@/test/consistency';
import { createDatabase } from '@/test/database';
import { addManyDomains } from '@/test/many-domains';
import { PASSWORD, people } from '@/test/people';
import { type Running, startBare } from '../bench/server';
import { production } from '../production.mjs';
import { request } from '../request';
import type { Report } from './victim';

const RSS_EVERY_MS = 100;

/** A Parapet in a process of its own on a fresh store, with a victim beside who can be asked how they fare. */
export type Site = {
  url: string;
  isAlive(): boolean;
  /** Most resident memory since the last time it was asked, in MB. */
  peakMb(): number;
  /** What the victim saw since the last time. */
  victim(): Promise<Report>;
  /** Ends the processes. Answers the chains that are not sound. */
  stop(): Promise<string[]>;
};

async function seed(env: Record<string, string>): Promise<void> {
  const runtime = await openRuntime(readConfig(env));
  await addManyDomains(runtime.store, [
    { user_name: 'borealis-root', domains: 100, policies: 5, certs: 5 },
    { user_name: 'acme-root', domains: 100, policies: 5, certs: 5 },
  ]);
  await runtime.close();
}

/** Resident memory of a process in MB, 0 when it is gone. */
function rssOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

type Victim = { child: ChildProcess; bare: Running };

async function startVictim(url: string): Promise<Victim> {
  const host = 'borealis.test';
  const answer = await request(url, {
    method: 'POST',
    path: '/api/auth/login',
    headers: { Host: host, 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'borealis-root', password: Buffer.from(PASSWORD).toString('base64') }),
  });
  const { data } = JSON.parse(answer.text) as { data: { token: string } };
  const headers = { Host: host, Authorization: `Bearer ${data.token}` };
  const page = await request(url, { method: 'GET', path: '/api/guard/domains', headers });
  const bare = await startBare(page.text);
  const script = path.join(import.meta.dirname, 'victim.ts');
  const child = fork(script, [url, host, data.token, bare.url], { execArgv: ['--import', 'tsx'] });
  return { child, bare };
}

/** The product as it is built, with its pages. */
const BUILT = [process.execPath, 'dist/server.js'];

/**
 * Starts both on the embedded store, or on a database of their own on the given PostgreSQL server. `isBuilt`: the built product, in place of
 * the same server without pages.
 */
export async function startSite({ postgres, isBuilt }: { postgres?: string; isBuilt: boolean }): Promise<Site> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-attack-'));
  const database = postgres ? await createDatabase(postgres) : undefined;
  const DATA_DIR = path.join(folder, 'data');
  const PROVISION_FILE = path.join(folder, 'provision.json');
  writeFileSync(PROVISION_FILE, JSON.stringify(people));
  const env = {
    ...production,
    PORT: '0',
    DATA_DIR,
    PROVISION_FILE,
    DATABASE_URL: database?.url ?? '',
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'fatal',
  };
  await seed(env);
  const { child, url } = await startChild(env, isBuilt ? { program: BUILT } : {});
  const { child: victim, bare } = await startVictim(url);

  let peak = 0;
  const sample = () => {
    peak = Math.max(peak, rssOf(child.pid));
  };
  const sampling = setInterval(sample, RSS_EVERY_MS);
  return {
    url,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    peakMb() {
      sample();
      const mb = peak;
      peak = 0;
      return mb;
    },
    async victim() {
      const report = once(victim, 'message');
      victim.send('report');
      const [said] = await report;
      return said as Report;
    },
    async stop() {
      clearInterval(sampling);
      victim.disconnect();
      await bare.stop();
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      // PostgreSQL ends what the killed process had begun.
      await setTimeout(200);
      const broken = await chainsOf(DATA_DIR, database?.url);
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
      return broken;
    },
  };
}

async function chainsOf(folder: string, databaseUrl: string | undefined): Promise<string[]> {
  const store = openStore({ folder, databaseUrl });
  const broken = await brokenChains(store);
  await store.close();
  return broken;
}
