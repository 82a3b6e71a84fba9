import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@/scripts/postgres';
import { type Child, startChild } from '@/test/child';
import { signIn } from './load';
import type { Row } from './main';

const TENANTS = 16;
const SECONDS = 5;
const PASSWORD = 'bench password 1';
const nameOf = (i: number) => `tenant-${i}`;

/** What a disk of its own network takes to sync, in microseconds; this machine's takes less than any cloud's. */
const SYNCS = [0, 2_000];

const provision = {
  oems: [{ oem_id: 'bench', name: 'Bench', hostnames: ['127.0.0.1'] }],
  users: Array.from({ length: TENANTS }, (_, i) => ({ user_name: nameOf(i), password: PASSWORD, oem_id: 'bench' })),
};

/** Writes until the time is over, one after another; answers how long each took, in milliseconds. */
async function write(url: string, token: string, until: number): Promise<number[]> {
  const took: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    const answer = await fetch(`${url}/api/guard/policies`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ name: `Written ${began} ${Math.random()}` }),
    });
    await answer.arrayBuffer();
    if (answer.status !== 201) throw new Error(`a write was answered ${answer.status}`);
    took.push(performance.now() - began);
  }
  return took;
}

async function measure(work: string, children: readonly Child[], tokens: readonly string[]): Promise<Row> {
  const until = performance.now() + SECONDS * 1000;
  const writers = tokens.map((token, i) => write(children[i % children.length]?.url ?? '', token, until));
  const took = (await Promise.all(writers)).flat().sort((a, b) => a - b);
  const p99 = took[Math.floor(took.length * 0.99)] ?? 0;
  return { work, figure: `${Math.round(took.length / SECONDS)}/s, p99 ${Math.round(p99)} ms`, target: '' };
}

async function onPostgres(sync_us: number): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-writers-'));
  const file = path.join(folder, 'provision.json');
  writeFileSync(file, JSON.stringify(provision));
  const delay = sync_us > 0 ? [`commit_delay=${sync_us}`, 'commit_siblings=0'] : [];
  const postgres = await startPostgres({ durable: true, settings: delay });
  const children: Child[] = [];
  const start = async (name: string) =>
    children.push(
      await startChild({
        ...{ NODE_ENV: 'production', DATABASE_URL: postgres.url, DATA_DIR: path.join(folder, name) },
        ...{ PROVISION_FILE: file, ADMIN_PASSWORD: PASSWORD, SECRET_KEY: 'a key that both processes have, long' },
      }),
    );
  const on = sync_us > 0 ? `a sync takes ${sync_us / 1000} ms more` : 'this disk';
  try {
    await start('a');
    const tokens: string[] = [];
    for (let i = 0; i < TENANTS; i++) tokens.push(await signIn(children[0]?.url ?? '', nameOf(i), PASSWORD));
    const one = await measure(`One writer, ${on}`, children, tokens.slice(0, 1));
    const many = await measure(`${TENANTS} writers of ${TENANTS} tenants, ${on}`, children, tokens);
    await start('b');
    return [one, many, await measure(`The same on two processes, ${on}`, children, tokens)];
  } finally {
    for (const { child } of children) child.kill('SIGKILL');
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Durable writes on PostgreSQL, each with its audit row in the one chain: alone, and of many tenants at once. */
export async function benchWriters(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const sync of SYNCS) rows.push(...(await onPostgres(sync)));
  return rows;
}
