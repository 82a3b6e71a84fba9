import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { prepareAuditLog, removeLeftSegment } from './audit-log';
import { childrenOf } from './nginx-memory';
import { NginxProcesses } from './nginx-processes';

const PROGRAM = '/usr/sbin/nginx';
/** How long an nginx that has read its files may take to answer. */
export const PROBE_MS = 10_000;
/** How long a test of ten thousand sites may take, or the start of a second nginx. */
const TEST_MS = 120_000;
const STDERR = 16_384;
const MAIN = 'nginx.conf';

/** The nginx of a node. */
export class Nginx {
  readonly #processes: NginxProcesses;

  constructor(
    private readonly folder: string,
    private readonly logs: string,
    /** Directives that the folder's owner adds, such as the user of the workers. */
    private readonly extra: string,
  ) {
    this.#processes = new NginxProcesses(folder, logs);
  }

  /** What `nginx -t` says of a file in a folder of rendered files; empty where it accepts it. */
  test(root: string, name = MAIN): string {
    const said = this.#run(['-t'], path.join(root, name));
    removeLeftSegment(this.logs);
    return said;
  }

  /**
   * Has what `current` leads to run: reloads a running nginx, which reads the file again that it was started with, or starts one. Answers a
   * function that says what nginx has against it, empty as long as there is nothing.
   */
  load(): () => string {
    const from = existsSync(this.#errors) ? statSync(this.#errors).size : 0;
    if (this.#signal('SIGHUP')) return () => emergencyIn(this.#logged(from));
    for (const worker of this.#processes.orphans()) process.kill(worker, 'SIGQUIT');
    const said = this.#run([], path.join(this.#current, MAIN));
    return () => said;
  }

  /**
   * Ends nginx and has what `current` leads to run where words of refusal are about a port that it has itself: a port of all addresses is in the
   * way of the same port of one. What it was answering ends with it. Answers as `load` does; undefined where they are not.
   */
  async startAnew(refusal: string): Promise<(() => string) | undefined> {
    const port = Number(/bind\(\) to \S+:(\d+) failed \(98:/.exec(refusal)?.[1] ?? 0);
    const master = this.#pid;
    if (port === 0 || master === 0 || !this.#processes.hasPort(master, port)) return undefined;
    this.stop();
    await comesAbout(() => !this.isRunning(), PROBE_MS);
    return this.load();
  }

  /** Has nginx write its access log to a new file of the same name. */
  reopenLogs(): void {
    this.#signal('SIGUSR1');
  }

  /** Whether what a running nginx logs goes to the file of that name, and not to one that was removed or renamed. */
  writesTo(name: string): boolean {
    const master = this.#pid;
    const open = master > 0 ? this.#processes.filesOf(master) : [];
    const file = path.join(this.logs, name);
    return open.length === 0 || (existsSync(file) && open.includes(realpathSync(file)));
  }

  stop(): void {
    this.#signal('SIGTERM');
  }

  get #current(): string {
    return path.join(this.folder, 'current');
  }

  /**
   * Has a fresh nginx take over the sockets of the one that runs, which answers what it began and ends. Throws where the fresh one does not
   * begin or does not answer; the one of before then serves on.
   */
  async renew(answers: () => Promise<boolean>): Promise<void> {
    const wrong = this.test(this.#current);
    if (wrong !== '') throw new Error(wrong);
    prepareAuditLog(this.logs);
    const old = this.#pid;
    if (old === 0) throw new Error('no nginx runs');
    process.kill(old, 'SIGUSR2');
    const fresh = () => (this.#pid === old ? 0 : this.#pid);
    const hasBegun = () => fresh() > 0 && childrenOf(String(fresh())).length > 0;
    const begun = await comesAbout(hasBegun, TEST_MS);
    // From here on only the fresh one takes connections.
    if (begun) process.kill(old, 'SIGWINCH');
    if (begun && (await answers())) {
      process.kill(old, 'SIGQUIT');
      return;
    }
    process.kill(old, 'SIGHUP');
    if (fresh() > 0) process.kill(fresh(), 'SIGQUIT');
    await comesAbout(() => this.#pid === old, TEST_MS);
    throw new Error('a fresh nginx did not begin; the one of before serves on');
  }

  /** Ends an nginx that was taken over from by an agent that died before it could say so. */
  async finishRenewal(): Promise<void> {
    const old = this.#processes.masterIn('nginx.pid.oldbin');
    // The fresh one may have begun only now, and not have said yet who it is.
    const hasBegun = () => this.isRunning() && old !== this.#pid;
    if (old > 0 && (await comesAbout(hasBegun, PROBE_MS))) process.kill(old, 'SIGQUIT');
  }

  isRunning(): boolean {
    return this.#pid > 0;
  }

  get #pid(): number {
    return this.#processes.masterIn('nginx.pid');
  }

  /** Tells a running nginx what `nginx -s` would, which reads all files first. Answers whether one runs. */
  #signal(signal: NodeJS.Signals): boolean {
    const master = this.#pid;
    if (master > 0) process.kill(master, signal);
    return master > 0;
  }

  get #errors(): string {
    return path.join(this.logs, 'error.log');
  }

  /** The end of what nginx logged of errors since a place in its log. */
  #logged(from: number): string {
    if (!existsSync(this.#errors)) return '';
    const file = openSync(this.#errors, 'r');
    try {
      const { size } = fstatSync(file);
      const text = Buffer.alloc(Math.max(0, Math.min(size - from, STDERR)));
      readSync(file, text, 0, text.length, from);
      return text.toString('utf8');
    } finally {
      closeSync(file);
    }
  }

  /** Runs nginx with a file. Answers what it says where it fails, and nothing otherwise. */
  #run(own: readonly string[], main: string): string {
    if (!this.isRunning()) prepareAuditLog(this.logs);
    const said = path.join(this.logs, 'start.log');
    // A file and no pipe, since a started nginx keeps what it is given open.
    const output = openSync(said, 'w');
    try {
      const extra = this.extra ? ['-g', this.extra] : [];
      const { status, error } = spawnSync(
        PROGRAM,
        [...own, '-p', this.folder, '-e', this.#errors, '-c', main, ...extra],
        {
          timeout: TEST_MS,
          stdio: ['ignore', 'ignore', output],
        },
      );
      if (status === 0) return '';
      const words = readFileSync(said, 'utf8').slice(0, STDERR);
      return emergencyIn(words) || words.trim() || error?.message || 'nginx ended and said nothing';
    } finally {
      closeSync(output);
    }
  }
}

/** From where nginx says why it gives up, without that it does; empty where it does not. */
const emergencyIn = (words: string): string =>
  words
    .slice(words.search(/\S*:? ?\[emerg\]|$/))
    .replace(/nginx: configuration file \S+ test failed\s*$/, '')
    .trim();

async function comesAbout(isSo: () => boolean, patience: number): Promise<boolean> {
  for (const end = performance.now() + patience; performance.now() < end; await pause(50)) if (isSo()) return true;
  return isSo();
}

/** Answers in a row that say that no worker of before takes connections any more: nginx lets them for a tenth of a second. */
const IN_A_ROW = 6;

/** Waits until requests from outside are answered by this revision, and by no other, or by any. Answers whether it came about before that could not be any more. */
export async function answersAs(
  { host, port, probe, revision }: { host: string; port: number; probe: string; revision: number | undefined },
  patience: number,
  isRefused: () => boolean = () => false,
): Promise<boolean> {
  let answered = 0;
  for (const end = performance.now() + patience; performance.now() < end && !isRefused(); await pause(50)) {
    const found = await revisionAt(host, port, probe);
    answered = found !== '' && found === String(revision ?? found) ? answered + 1 : 0;
    if (answered === IN_A_ROW) return true;
  }
  return false;
}

function revisionAt(host: string, port: number, probe: string): Promise<string> {
  return new Promise((resolve) => {
    const headers = { Host: 'parapet-probe.invalid', 'X-Parapet-Probe': probe, Connection: 'close' };
    const asked = request({ host, port, path: '/', headers, timeout: 1_000, agent: false }, (answer) => {
      answer.resume();
      resolve(String(answer.headers['x-config-rev'] ?? ''));
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => resolve(''));
    asked.end();
  });
}
