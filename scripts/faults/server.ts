import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from '@/test/child';
import type { Answer, Sent } from '../attack/attack';
import { type Tokens, targetAt } from '../attack/target';
import { request } from '../request';

/** Nobody waits longer for an answer. */
const PATIENCE_MS = 60_000;
/** An answer of /readyz holds for a tenth of a second; the next one may wait for what does not answer. */
const UNREADY_MS = 3_000;

/** No answer: the connection ended, or nobody had the patience. */
const LOST: Answer = { status: 0, headers: {}, body: undefined };

/** A Parapet in a process of its own. */
export class Server {
  readonly #target;

  private constructor(
    readonly child: ChildProcess,
    readonly url: string,
    tokens: Tokens,
  ) {
    this.#target = targetAt(url, 0, tokens);
  }

  static async start(env: Record<string, string>, tokens: Tokens, by: readonly string[] = []): Promise<Server> {
    const { child, url } = await startChild(env, { by });
    return new Server(child, url, tokens);
  }

  get pid(): number {
    return this.child.pid as number;
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Answers that were outside of the envelope. */
  get broken(): ReadonlySet<string> {
    return this.#target.broken;
  }

  /** One request, as one of `people` or as nobody; `status` 0 is no answer. */
  async call(method: string, path: string, sent?: Sent, patience = PATIENCE_MS): Promise<Answer & { ms: number }> {
    const began = performance.now();
    const gaveUp = new AbortController();
    const answer = await Promise.race([
      this.#target.call(method, path, sent),
      pause(patience, LOST, { signal: gaveUp.signal }).catch(() => LOST),
    ]);
    gaveUp.abort();
    return { ...answer, ms: performance.now() - began };
  }

  /** The figures it gives to operators. */
  async metrics(): Promise<{ status: number; text: string }> {
    const sent = { method: 'GET', path: '/metrics', headers: {} };
    return request(this.url, sent).catch(() => ({ status: 0, text: '' }));
  }

  /** Resolves once it takes writes. */
  ready(patience = PATIENCE_MS): Promise<void> {
    return this.#says(200, patience);
  }

  /** Resolves once it says that it takes none. */
  unready(patience = UNREADY_MS): Promise<void> {
    return this.#says(503, patience);
  }

  async #says(status: number, patience: number): Promise<void> {
    const until = performance.now() + patience;
    while ((await this.call('GET', '/readyz', {}, patience)).status !== status) {
      if (performance.now() > until) throw new Error(`/readyz does not say ${status} after ${patience / 1000} s`);
      await pause(20);
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Ends it without warning. */
  async kill(): Promise<void> {
    if (!this.isAlive) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }

  /** Ends it as an operator does. Answers its exit code. */
  async stop(): Promise<number | null> {
    if (!this.isAlive) return this.child.exitCode;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGINT');
    const [code] = await exit;
    return code;
  }
}
