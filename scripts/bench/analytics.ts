import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chartPages } from '@/lib/analytics/charts/catalogue';
import { openDuckdbStore } from '@/lib/analytics/store/duckdb';
import { generate } from '@/lib/analytics/testing/generate';
import { capturedLines } from '../captured';
import { batch, batches, quantile } from './batches';
import { loadByEngineAlone } from './engine-alone';
import { signIn } from './load';
import type { Row } from './main';
import { cpuSecondsOf, type Running, startParapet } from './server';

const DAY = 86_400_000;
const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000_000);
/** Of each of two logs. */
const LINES = Number(process.env.BENCH_LINES ?? 1_000_000);
const REFRESH_MS = 5000;
const PASSWORD = 'correct horse 7';

/** Every other page's batch, beside the overview's in the same run. */
async function pageRows(server: Running, token: string, overview: { day: number; month: number }): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { page } of chartPages().filter((one) => one.page !== 'overview')) {
    const day = quantile(await batches(server, token, DAY, 5, { page }), 0.5);
    const month = quantile(await batches(server, token, 30 * DAY, 5, { page }), 0.5);
    const ratio = (took: number, of: number) => `${Math.round(took)} ms (${(took / of).toFixed(1)})`;
    rows.push({
      work: `Batch of page ${page}, last 24 h and 30 d (of the overview's)`,
      figure: `${ratio(day, overview.day)}, ${ratio(month, overview.month)}`,
      target: '',
    });
  }
  return rows;
}

/** Lines of the capture with request ids of their own, one after another up to now. */
async function writeLog(file: string): Promise<void> {
  const line = capturedLines();
  const out = createWriteStream(file);
  const first = Date.now() - LINES;
  for (let i = 0; i < LINES; i++) {
    const id = `${i.toString(16).padStart(8, '0')}${first.toString(16).padStart(24, '0')}`;
    if (!out.write(`${line(i, first + i, id)}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

/** What loading a log took. */
type Loaded = {
  /** Events a second. */
  rate: number;
  /** CPU seconds of 100,000 events. */
  server: number;
  command: number;
  /** What `work` answered meanwhile. */
  took: number[];
};

/** Loads a log through the command, and does `work` beside it again and again. */
async function ingestAside(
  server: Running,
  dataDir: string,
  file: string,
  work: () => Promise<number>,
): Promise<Loaded> {
  const started = performance.now();
  const before = server.cpuS();
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/ingest.ts', file], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  let command = 0;
  const watch = setInterval(() => {
    if (child.exitCode === null) command = cpuSecondsOf(child.pid);
  }, 20);
  const took: number[] = [];
  const working = (async () => {
    while (child.exitCode === null) took.push(await work());
  })();
  const [code] = await ended;
  clearInterval(watch);
  if (code !== 0) throw new Error('the ingest command failed');
  const rate = LINES / ((performance.now() - started) / 1000);
  const of100k = (seconds: number) => (seconds * 100_000) / LINES;
  const used = server.cpuS() - before;
  await working;
  return { rate, server: of100k(used), command: of100k(command), took };
}

const loadedFigure = ({ rate, server, command }: Loaded) =>
  `${Math.round(rate)}/s; CPU s of 100,000: server ${server.toFixed(2)}, command ${command.toFixed(2)}`;

/** The analytics half of DESIGN 9: the overview's batch over many events, ingestion, and both at once. */
export async function benchAnalytics(): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parapet-bench-'));
  const log = path.join(dataDir, 'access.log');
  const earlier = path.join(dataDir, 'earlier.log');
  const store = await openDuckdbStore(path.join(dataDir, 'analytics', 'events.duckdb'), { memoryLimit: '4GB' });
  await generate(store, { events: EVENTS, from: Date.now() - DAY, to: Date.now() });
  await store.close();
  await writeLog(earlier);
  await writeLog(log);
  const engine = await loadByEngineAlone(dataDir, earlier, LINES);
  const server = await startParapet(dataDir, { ADMIN_USER: 'bench', ADMIN_PASSWORD: PASSWORD });
  try {
    const token = await signIn(server.url, 'bench', PASSWORD);
    await batches(server, token, DAY, 3);
    const day = await batches(server, token, DAY, 21);
    const month = await batches(server, token, 30 * DAY, 11);
    const pages = await pageRows(server, token, { day: quantile(day, 0.5), month: quantile(month, 0.5) });
    let step = 100;
    const alone = await ingestAside(server, dataDir, earlier, () => setTimeout(100, 0));
    const quiet = await batches(server, token, DAY, 40);
    const beside = await ingestAside(server, dataDir, log, async () => {
      const took = await batch(server.url, token, DAY, step++);
      await setTimeout(REFRESH_MS - took);
      return took;
    });
    const [before, during] = [quantile(quiet, 0.99), quantile(beside.took, 0.99)];
    const count = EVENTS.toLocaleString('en-US');
    return [
      {
        work: `Overview batch, last 24 h, ${count} events`,
        figure: `median ${Math.round(quantile(day, 0.5))} ms`,
        target: '<= 150 ms',
      },
      {
        work: `Overview batch, last 30 d, ${count} events`,
        figure: `median ${Math.round(quantile(month, 0.5))} ms`,
        target: '<= 400 ms',
      },
      ...pages,
      { work: 'The engine alone, the same lines as one set', figure: `${Math.round(engine)}/s`, target: '' },
      {
        work: 'Ingest over HTTP, alone',
        figure: `${loadedFigure(alone)}; ${(alone.rate / engine).toFixed(2)} of the engine alone`,
        target: '>= 100,000/s',
      },
      {
        work: 'Ingest over HTTP, a batch every 5 s beside it',
        figure: `${loadedFigure(beside)}; ${(beside.rate / alone.rate).toFixed(2)} of alone`,
        target: '>= 50,000/s',
      },
      {
        work: 'Batch p99 while ingesting',
        figure: `${Math.round(during)} ms, ${(during / before).toFixed(1)} of ${Math.round(before)} ms`,
        target: '<= 2 of quiet',
      },
      {
        work: `Memory at its highest, after ${(2 * LINES).toLocaleString('en-US')} lines`,
        figure: `${Math.round(server.highestRssMb())} MB`,
        target: '<= 700 MB',
      },
    ];
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
