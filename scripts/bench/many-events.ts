import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chartPages } from '@/lib/analytics/charts/catalogue';
import { batch, batches, quantile } from './batches';
import { type FullStore, fillClickhouse, fillEmbedded } from './full-store';
import { signIn } from './load';
import type { Row } from './main';
import { type Running, startParapet } from './server';

const DAY = 86_400_000;
const EVENTS = Number(process.env.BENCH_EVENTS ?? 100_000_000);
const PASSWORD = 'correct horse 7';
/** `clickhouse`, or the embedded one. */
const ENGINE = process.env.BENCH_ENGINE ?? 'embedded';

const median = (took: readonly number[]) => `${Math.round(quantile(took, 0.5))} ms`;
const seconds = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`;

/** What is asked: of whom, and over which time. */
type Asked = { server: Running; token: string; until: number };

/** Milliseconds of each of two windows, for every page. */
async function pageRows({ server, token, until }: Asked): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { page } of chartPages()) {
    const day = median(await batches(server, token, DAY, 5, { page, until }));
    const month = median(await batches(server, token, 30 * DAY, 5, { page, until }));
    rows.push({
      work: `Batch of page ${page}, last 24 h and 30 d`,
      figure: `${day}, ${month}`,
      target: '<= 150 ms, <= 400 ms',
    });
  }
  return rows;
}

type Page = { list: { client_ip: string; request_id: string }[]; next_cursor: string };
type Answered = { page: Page; took: number };

/** Asks on until something is found; `took` of all of it, and of the first answer. */
async function seek(
  ask: (query: string) => Promise<Answered>,
  query: string,
): Promise<{ first: number; took: number }> {
  let { page, took } = await ask(query);
  const first = took;
  while (page.list.length === 0) {
    if (page.next_cursor === '') throw new Error(`nothing was found: ${query}`);
    const next = await ask(`${query}&cursor=${page.next_cursor}`);
    page = next.page;
    took += next.took;
  }
  return { first, took };
}

/** What the search finds: pages by cursor, one address, one request. */
async function searchRows({ server, token, until }: Asked): Promise<Row[]> {
  const window = `stime=${until - 30 * DAY}&etime=${until}`;
  const ask = async (query: string): Promise<Answered> => {
    const began = performance.now();
    const answer = await fetch(`${server.url}/api/analytics/events?${window}&size=100&${query}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { data } = (await answer.json()) as { data: Page };
    return { page: data, took: performance.now() - began };
  };
  const first = await ask('order=desc');
  const followed: number[] = [];
  for (let i = 0, { next_cursor } = first.page; i < 20; i++) {
    const { page, took } = await ask(`cursor=${next_cursor}`);
    followed.push(took);
    next_cursor = page.next_cursor;
  }
  const middle = await ask(`cursor=${until - 15 * DAY}-${'0'.repeat(16)}`);
  const [one] = middle.page.list;
  const found = await seek(ask, `keyword=${one?.request_id}`);
  const address = await ask(`filter=${encodeURIComponent(`client_ip:${one?.client_ip}`)}`);
  return [
    {
      work: 'Search of events, first page of 100; the twenty after it',
      figure: `${median([first.took])}; ${median(followed)}`,
      target: '',
    },
    { work: 'The same, a page fifteen days ago', figure: median([middle.took]), target: '' },
    {
      work: 'A request of fifteen days ago by its id: the first answer, found; the events of an address',
      figure: `${median([found.first])}, ${median([found.took])}; ${median([address.took])}`,
      target: '',
    },
  ];
}

async function command(script: string, dir: string, dataDir: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['--import', 'tsx', `scripts/${script}.ts`, dir], { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} failed`);
}

/** A backup while the overview is drawn every second, and its restore. */
async function backupRows({ server, token, until }: Asked, dataDir: string): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-bench-'));
  const dir = path.join(folder, 'backup');
  const quiet = await batches(server, token, DAY, 20, { until });
  const began = performance.now();
  let isOver = false;
  const done = command('backup', dir, dataDir).finally(() => {
    isOver = true;
  });
  const beside: number[] = [];
  for (let step = 100; !isOver; step++) {
    beside.push(await batch(server.url, token, DAY, step, { until }));
    await pause(1_000);
  }
  await done;
  const backup = seconds(began);
  const restoring = performance.now();
  await command('restore', dir, path.join(folder, 'restored'));
  const restore = seconds(restoring);
  rmSync(folder, { recursive: true });
  const worst = (took: readonly number[]) => `${Math.round(Math.max(...took))} ms`;
  return [
    { work: 'Backup while serving', figure: backup, target: '' },
    {
      work: 'Overview batch meanwhile: median, worst (quiet)',
      figure: `${median(beside)}, ${worst(beside)} (${median(quiet)}, ${worst(quiet)})`,
      target: '',
    },
    { work: 'Restore', figure: restore, target: '' },
  ];
}

async function measured({ dataDir, env, stats, bytes, highestMb }: FullStore): Promise<Row[]> {
  const server = await startParapet(dataDir, { ADMIN_USER: 'bench', ADMIN_PASSWORD: PASSWORD, ...env });
  try {
    const token = await signIn(server.url, 'bench', PASSWORD);
    const asked = { server, token, until: stats.newest ?? Date.now() };
    return [
      {
        work: `${stats.events.toLocaleString('en-US')} events in the store (${stats.engine})`,
        figure: `${(bytes / 2 ** 30).toFixed(1)} GiB`,
        target: '',
      },
      ...(await pageRows(asked)),
      ...(await searchRows(asked)),
      ...(highestMb
        ? [{ work: 'Memory of the engine at its highest', figure: `${Math.round(highestMb())} MB`, target: '' }]
        : await backupRows(asked, dataDir)),
      { work: 'Memory at its highest', figure: `${Math.round(server.highestRssMb())} MB`, target: '<= 700 MB' },
    ];
  } finally {
    await server.stop();
  }
}

/** Charts, search, and of the embedded store backup and restore, over very many events, spread evenly over thirty days. */
export async function benchManyEvents(): Promise<Row[]> {
  const to = Date.now();
  const fill = ENGINE === 'clickhouse' ? fillClickhouse : fillEmbedded;
  const store = await fill({ events: EVENTS, from: to - 30 * DAY, to });
  try {
    return await measured(store);
  } finally {
    await store.remove();
  }
}
