import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SERVER = path.join(import.meta.dirname, 'server.mjs');

/** How many events are made up where both engines are compared: in the long form a million. */
export const generatedEvents = Number(process.env.GENERATED_EVENTS ?? 10_000);

/** A ClickHouse of its own in a process of its own, which can go away and come back with what it has. */
export class Engine {
  #process: ChildProcess | undefined;
  #port = 0;

  private constructor(readonly folder: string) {}

  static async start(folder = mkdtempSync(path.join(tmpdir(), 'parapet-clickhouse-'))): Promise<Engine> {
    const engine = new Engine(folder);
    await engine.begin();
    return engine;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Starts it, on the port it had before. */
  async begin(): Promise<void> {
    const child = spawn(process.execPath, [SERVER, path.join(this.folder, 'data'), String(this.#port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = child;
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the engine ended with ${code}`);
    });
    ended.catch(() => undefined);
    const [said] = await Promise.race([once(child.stdout, 'data'), ended]);
    this.#port = Number(String(said));
  }

  /** Ends it as `kill` does, by default without warning. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** Stops it where it is, without a word to anybody; SIGCONT lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process?.kill(signal);
  }

  async remove(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
