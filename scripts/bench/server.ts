/** Starts the built product, or the bare server it is compared with, each in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { production } from '../production.mjs';

export type Running = {
  url: string;
  readyMs: number;
  rssMb(): number;
  /** The most that it ever was. */
  highestRssMb(): number;
  /** Seconds of CPU used so far. */
  cpuS(): number;
  stop(): Promise<void>;
};

const TICKS_A_SECOND = 100;

/** Seconds of CPU that a process used so far, with all its threads. */
export function cpuSecondsOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

export function memoryMb(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
}

async function firstMatch(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    const found = pattern.exec(output)?.[1];
    if (found) return found;
  }
  throw new Error(`the server stopped before it was ready:\n${output}`);
}

async function start(args: string[], env: Record<string, string>, ready: RegExp): Promise<Running> {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...production, LOG_LEVEL: 'warn', ...env },
  });
  const url = await firstMatch(child, ready);
  const readyMs = performance.now() - started;
  child.stdout?.resume();
  return {
    url,
    readyMs,
    rssMb: () => memoryMb(child.pid, 'VmRSS'),
    highestRssMb: () => memoryMb(child.pid, 'VmHWM'),
    cpuS: () => cpuSecondsOf(child.pid),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export function startParapet(dataDir: string, env: Record<string, string> = {}): Promise<Running> {
  return start(['dist/server.js'], { DATA_DIR: dataDir, PORT: '0', ...env }, /ready at (http:\S+)/);
}

const BARE = `
  const value = JSON.parse(process.env.BODY);
  const body = process.env.BODY;
  require('node:http').createServer((request, response) => {
    let size = 0;
    request.on('data', (chunk) => { size += chunk.length; });
    request.on('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
      response.end(JSON.stringify(value));
    });
  }).listen(0, '127.0.0.1', function () { console.log('bare http://127.0.0.1:' + this.address().port); });
`;

/** node:http alone, writing the same JSON. */
export function startBare(body: string): Promise<Running> {
  return start(['-e', BARE], { BODY: body }, /bare (http:\S+)/);
}
