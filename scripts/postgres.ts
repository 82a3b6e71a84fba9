/**
 * A throw-away PostgreSQL for tests: installed through apt where it is missing, started on a free loopback port in a
 * temporary folder, stopped with the returned function.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = '/usr/lib/postgresql';

function binaries(): string | undefined {
  if (!existsSync(ROOT)) return undefined;
  const version = readdirSync(ROOT).sort((a, b) => Number(b) - Number(a))[0];
  const folder = path.join(ROOT, version ?? '', 'bin');
  return existsSync(path.join(folder, 'initdb')) ? folder : undefined;
}

function install(): string {
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', 'postgresql'],
  ]) {
    const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error('PostgreSQL is missing and apt-get could not install it');
  }
  const folder = binaries();
  if (!folder) throw new Error('apt-get installed PostgreSQL, but its programs are not where Debian puts them');
  return folder;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
async function run(program: string, args: string[]): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const [command = '', ...words] = isRoot ? ['runuser', '-u', 'postgres', '--', program, ...args] : [program, ...args];
  const child = spawn(command, words, { stdio: ['ignore', 'ignore', 'inherit'], cwd: '/' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${path.basename(program)} ended with ${code}`);
}

const childrenOf = (pid: string) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);

const UTF8 = ['-E', 'UTF8', '--locale=C.UTF-8'];

/** What this server holds is thrown away, so nothing of it need survive the machine. */
const UNSYNCED = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

export type Postgres = {
  url: string;
  /** Ends it as a crash would. */
  halt(): Promise<void>;
  /** Starts it again on what it has. */
  resume(): Promise<void>;
  /** Stops it and all of its processes where they are, without a word to anybody, and lets them go on. */
  freeze(): void;
  thaw(): void;
  /** Makes a primary of a standby. */
  promote(): Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
};

type Options = {
  durable?: boolean;
  settings?: readonly string[];
  /** The URL of the primary that it follows as a standby. */
  standbyOf?: string;
};

/** Starts the server; what it acknowledged survives a `halt` only where it is `durable`. */
export async function startPostgres({
  durable = false,
  settings: more = [],
  standbyOf,
}: Options = {}): Promise<Postgres> {
  const bin = binaries() ?? install();
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-pg-'));
  chmodSync(folder, 0o777);
  const data = path.join(folder, 'data');
  if (standbyOf) await run(path.join(bin, 'pg_basebackup'), ['-D', data, '-d', standbyOf, '-R', '-c', 'fast', '-N']);
  else await run(path.join(bin, 'initdb'), ['-D', data, '-U', 'parapet', '-A', 'trust', ...UTF8, '-N']);
  const settings = ['listen_addresses=127.0.0.1', 'max_connections=400', ...(durable ? [] : UNSYNCED), ...more];
  const options = [`-p ${port} -k ${folder}`, ...settings.map((setting) => `-c ${setting}`)].join(' ');
  const resume = () =>
    run(path.join(bin, 'pg_ctl'), ['-D', data, '-w', '-l', path.join(folder, 'log'), '-o', options, 'start']);
  const halt = () => run(path.join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop']);
  const signal = (name: NodeJS.Signals) => {
    const [postmaster = ''] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    for (const pid of [postmaster, ...childrenOf(postmaster)]) process.kill(Number(pid), name);
  };
  await resume();
  return {
    url: `postgres://parapet@127.0.0.1:${port}/postgres`,
    halt,
    resume,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    promote: () => run(path.join(bin, 'pg_ctl'), ['-D', data, '-w', 'promote']),
    async stop() {
      if (existsSync(path.join(data, 'postmaster.pid'))) await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
