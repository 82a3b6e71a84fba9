import { randomUUID } from 'node:crypto';
import type { AnalyticsStore } from '@/lib/analytics/store/store';
import { capturedLines } from '../captured';
import type { Server } from './server';

const BATCH_LINES = 2_000;
export const DAY_MS = 86_400_000;
const SENDER = 'acme-support';
/** At the busiest hour of a day there is so many times the traffic of its mean, and at the quietest so much less. */
const SWING = 0.8;

/** What a day has had of its traffic at a moment, from 0 to 1: little in the first hours, most in the afternoon. */
export function shareOf(passed: number): number {
  const turn = 2 * Math.PI * passed;
  return passed - (SWING * Math.sin(turn)) / (2 * Math.PI);
}

/** Lines of captured traffic, sent again with times and ids of their own. */
export class Traffic {
  readonly acknowledged = new Set<string>();
  readonly #captured = capturedLines();
  readonly #statuses = new Map<number, number>();
  #made = 0;
  #stored = 0;

  /** `earlier`: events that the store has already. */
  constructor(
    readonly server: Server,
    private readonly earlier = 0,
  ) {}

  get stored(): number {
    return this.#stored;
  }

  /** Sends so many lines of the time between two moments, in batches. */
  async send(count: number, from: number, to: number): Promise<void> {
    for (let sent = 0; sent < count; sent += BATCH_LINES) {
      const size = Math.min(BATCH_LINES, count - sent);
      const at = (n: number) => from + ((sent + n) * (to - from)) / count;
      await this.#sendBatch(Array.from({ length: size }, (_, n) => this.#line(at(n))));
    }
  }

  #line(time: number): string {
    const id = (++this.#made).toString(16).padStart(32, '0');
    return this.#captured(this.#made, time, id);
  }

  async #sendBatch(lines: readonly string[]): Promise<void> {
    const batch_id = randomUUID();
    const raw = [JSON.stringify({ batch_id, format: 'nginx_json' }), ...lines].join('\n');
    const headers = { 'Content-Type': 'application/x-ndjson' };
    const { status, body } = await this.server.call('POST', '/api/analytics/events', { as: SENDER, raw, headers });
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (status !== 200) return;
    this.acknowledged.add(batch_id);
    this.#stored += body.data.stored;
  }

  /** What was answered beside success. */
  unexpected(): string[] {
    const others = [...this.#statuses].filter(([status]) => status !== 200);
    return others.map(([status, count]) => `a batch is not answered with ${status} (${count} times)`);
  }

  /** What the store has beside what was acknowledged. Empty is good. */
  async compare(store: AnalyticsStore): Promise<string[]> {
    const { number } = store.dialect;
    const [events] = await store.query(`SELECT ${number('count(*)')} AS n FROM events`);
    const [counted] = await store.query(`SELECT ${number('sum(requests)')} AS n FROM rollup_traffic_1d`);
    const what = { 'the store has': events?.n, 'the sums count': counted?.n };
    const all = this.earlier + this.#stored;
    return Object.entries(what)
      .filter(([, n]) => n !== all)
      .map(([who, n]) => `${who} ${n} requests, not ${all}`);
  }
}

/** Unix ms of a moment of the day before now, from 0 to 1. */
export const momentOf = (now: number, passed: number): number => now - DAY_MS * (1 - passed);
