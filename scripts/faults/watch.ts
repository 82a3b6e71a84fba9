import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from './server';

const EVERY_MS = 50;

/** How long somebody waited for each of their answers, in milliseconds. */
export function slowest(latencies: readonly number[]): number {
  return Math.round(latencies.reduce((most, one) => Math.max(most, one), 0));
}

/** Somebody who reads their policies twenty times a second until told to stop. */
export class Watch {
  readonly latencies: number[] = [];
  readonly statuses = new Map<number, number>();
  #isOver = false;
  readonly #asked = new Set<Promise<void>>();
  readonly #running: Promise<void>;

  constructor(
    readonly server: Server,
    readonly path = '/api/guard/policies',
    readonly as: string | undefined = 'borealis-root',
  ) {
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const asked = this.#ask().finally(() => this.#asked.delete(asked));
      this.#asked.add(asked);
      await pause(EVERY_MS);
    }
    await Promise.all(this.#asked);
  }

  async #ask(): Promise<void> {
    const { status, ms } = await this.server.call('GET', this.path, { as: this.as });
    this.latencies.push(ms);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  /** Answers the statuses beside these. */
  async stop(allowed: readonly number[] = [200]): Promise<string[]> {
    this.#isOver = true;
    await this.#running;
    const others = [...this.statuses].filter(([status]) => !allowed.includes(status));
    return others.map(([status, count]) => `${count} × ${status}`);
  }
}
