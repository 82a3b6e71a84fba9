import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AnalyticsStore } from '@/lib/analytics/store/store';
import type { Server } from './server';

const EVENTS = 500;
const REFUSED_MS = 20;

/** A batch of events: as lines of a log or as items. */
function batchOf(batch_id: string, asLines: boolean): { raw: string; headers: Record<string, string> } {
  const ids = Array.from({ length: EVENTS }, (_, i) => `${batch_id}-${i}`);
  const now = Date.now();
  if (!asLines) {
    const events = ids.map((request_id) => ({ time: now, request_id, host: 'fault.example' }));
    return { raw: JSON.stringify({ batch_id, events }), headers: { 'Content-Type': 'application/json' } };
  }
  const header = { batch_id, format: 'nginx_json' };
  const msec = (now / 1000).toFixed(3);
  const lines = ids.map((request_id) => ({ msec, request_id, host: 'fault.example', uri: '/', status: 200 }));
  const raw = [header, ...lines].map((line) => JSON.stringify(line)).join('\n');
  return { raw, headers: { 'Content-Type': 'application/x-ndjson' } };
}

/** Senders of batches of events; what is not acknowledged they send again under its id. */
export class Senders {
  readonly acknowledged = new Set<string>();
  readonly answers = new Map<number, number>();
  #isOver = false;
  readonly #running: Promise<void>[];

  constructor(
    count: number,
    readonly server: (index: number) => Server,
  ) {
    this.#running = Array.from({ length: count }, (_, i) => this.#sendOn(i));
  }

  /** Sends one batch; answers whether it was acknowledged. */
  async send(server: Server, id: string, asLines = false): Promise<boolean> {
    const { status } = await server.call('POST', '/api/analytics/events', {
      as: 'acme-support',
      ...batchOf(id, asLines),
    });
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    if (status === 200) this.acknowledged.add(id);
    return status === 200;
  }

  async #sendOn(index: number): Promise<void> {
    let id: string = randomUUID();
    while (!this.#isOver) {
      const server = this.server(index);
      if (!server.isAlive) await pause(1);
      else if (await this.send(server, id, index % 2 === 0)) id = randomUUID();
      else await pause(REFUSED_MS);
    }
  }

  async sent(more: number, patience = 60_000): Promise<void> {
    const wanted = this.acknowledged.size + more;
    const until = performance.now() + patience;
    while (this.acknowledged.size < wanted) {
      if (performance.now() > until) throw new Error(`fewer than ${more} batches in ${patience / 1000} s`);
      await pause(1);
    }
  }

  unexpected(allowed: readonly number[]): string[] {
    const others = [...this.answers].filter(([status]) => status !== 200 && !allowed.includes(status));
    return others.map(([status, count]) => `a batch is not answered with ${status} (${count} times)`);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  /** What a store of events lost, doubled or has in part. Empty is good. */
  async compare(store: AnalyticsStore): Promise<string[]> {
    const { number } = store.dialect;
    const batches = await store.query(
      `SELECT substring(request_id, 1, 36) AS id, ${number('count(*)')} AS n, ${number('count(DISTINCT request_id)')} AS apart
         FROM events GROUP BY 1`,
    );
    const stored = new Set(batches.map(({ id }) => id));
    const lost = [...this.acknowledged].filter((id) => !stored.has(id));
    const halves = batches.filter(({ n, apart }) => n !== EVENTS || apart !== EVENTS);
    const [sum] = await store.query(`SELECT ${number('sum(requests)')} AS n FROM rollup_traffic_1d`);
    const counted = sum?.n === batches.length * EVENTS;
    const known = await store.query(`SELECT batch_id AS id, ${number('stored')} AS stored FROM batches`);
    const unknown = known.filter(({ id, stored: n }) => !stored.has(id) || n !== EVENTS);
    return [
      ...lost.map((id) => `batch ${id} was acknowledged and is lost`),
      ...halves.map(({ id, n }) => `batch ${id} has ${n} events, not ${EVENTS}`),
      ...(counted ? [] : [`the sums count ${sum?.n} requests, not ${batches.length * EVENTS}`]),
      ...(known.length === batches.length ? [] : [`${known.length} batches are known, not ${batches.length}`]),
      ...unknown.map(({ id, stored: n }) => `batch ${id} is known with ${n} events`),
    ];
  }
}
