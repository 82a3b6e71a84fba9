/**
 * Sixty days of traffic for the demonstration, so that its last thirty can be compared with those before: requests of the
 * capture, from the addresses and programs of the older log, spread over time. Always the same for the same SEED and hour.
 */
import { createHash } from 'node:crypto';
import type { EventLine } from '@/lib/analytics/events/event';
import { readLogs } from '@/lib/analytics/ingest/read';
import { eventItem, itemsBody, sendBatch, type Target } from '@/lib/analytics/ingest/sender';
import { DOMAINS } from './company';
import { CRAWLED, CRAWLERS, ROBOTS, TOO_FAST } from './crawlers';

const SEED = 20_261_120;
export const DAYS = 60;
/** Requests in an hour of an ordinary day, and how many of them attack or exceed a rate. */
const AN_HOUR = 90;
const CRAWLS_AN_HOUR = 7;
const ATTACKS = 0.04;
const LIMITED = 0.01;
const FAILED = 0.003;
const HOUR_MS = 3_600_000;
/** The company's clock is eight hours ahead of UTC. */
const ZONE_HOURS = 8;
const BATCH = 4_000;

/** Share of the traffic, and milliseconds from a node to the origin and back. */
const HOSTS = {
  'shop.example.com': { share: 0.38, away: 35 },
  'www.example.com': { share: 0.24, away: 20 },
  'api.example.com': { share: 0.22, away: 12 },
  'blog.example.org': { share: 0.09, away: 60 },
  'pay.example.net': { share: 0.07, away: 28 },
} as const;
type Host = keyof typeof HOSTS;
const hosts = Object.keys(HOSTS) as Host[];
/** Shares of a host and of those before it. */
const UP_TO = hosts.map((_, i) => hosts.slice(0, i + 1).reduce((sum, host) => sum + HOSTS[host].share, 0));

/** What happened, in hours before now. */
export const WAVES = [
  { from: 24 * 24 + 1, to: 24 * 24, host: 'www.example.com', times: 24 },
  { from: 13 * 24 + 2, to: 13 * 24, host: 'shop.example.com', times: 20 },
  { from: 6 * 24 + 3, to: 6 * 24, host: 'shop.example.com', times: 40 },
  { from: 2 * 24 + 5, to: 2 * 24 + 4, host: 'api.example.com', times: 40 },
  { from: 9, to: 8, host: 'www.example.com', times: 50 },
] as const;
const SENDERS = 25;
export const SLOW_ORIGIN = {
  from: 3 * 24 + 2,
  to: 3 * 24 - 2,
  host: 'api.example.com',
  times: 9,
  timeouts: 0.06,
} as const;
/** It brings visitors of its own, so that its errors are noticed at any hour of the day. */
export const DEPLOYMENT = { from: 20, to: 19, host: 'shop.example.com', failing: 0.3, visitors: 60 } as const;

export type Span = { from: number; to: number };
const isWithin = ({ from, to }: Span, hoursAgo: number) => hoursAgo <= from && hoursAgo > to;

/** Numbers from 0 to 1, mulberry32. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const KINDS = ['served', 'failed', 'limited', 'attacks'] as const;
type Kind = (typeof KINDS)[number];
type Captured = { requests: Record<Host, Record<Kind, EventLine[]>>; visitors: EventLine[] };

function kindOf({ action = 'pass', attack_class, status = 0 }: EventLine): Kind {
  if (action === 'limit') return 'limited';
  if (action !== 'pass' || attack_class) return 'attacks';
  return status >= 400 && status !== 404 ? 'failed' : 'served';
}

/** The requests of the capture by host and outcome, and the visitors of the older log. */
export async function readCaptured(folder: string): Promise<Captured> {
  const none = () => Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Record<Kind, EventLine[]>;
  const requests = Object.fromEntries(hosts.map((host) => [host, none()])) as Captured['requests'];
  const capture = ['nginx-access.json.gz', 'modsecurity-audit.json.gz'].map((name) => `${folder}/${name}`);
  for await (const { events } of readLogs(capture, { format: 'auto' })) {
    for (const event of events) requests[event.host as Host]?.[kindOf(event)].push(event);
  }
  const visitors: EventLine[] = [];
  for await (const { events } of readLogs([`${folder}/apache-combined.log.gz`], { format: 'auto' })) {
    visitors.push(...events);
  }
  return { requests, visitors };
}

/** What the edge says instead of asking the origin. */
const LIMITED_ANSWER: Partial<EventLine> = {
  action: 'limit',
  status: 429,
  bytes_out: 169,
  cache_status: '',
  latency_ms: 1,
  upstream_status: undefined,
  upstream_ms: undefined,
};

/** How busy an hour is: days and nights, and quiet weekends. */
function busyness(time: number): number {
  const local = new Date(time + ZONE_HOURS * HOUR_MS);
  const isWeekend = [0, 6].includes(local.getUTCDay());
  const hour = local.getUTCHours() + local.getUTCMinutes() / 60;
  return (1 + 0.75 * Math.sin(((hour - 9) / 24) * 2 * Math.PI)) * (isWeekend ? 0.6 : 1.1);
}

/** Traffic that ends at a moment; its hours are asked for in their order. */
export class Traffic {
  readonly #next = random(SEED);
  #made = 0;

  readonly #attackers: readonly (string | undefined)[];

  constructor(
    private readonly captured: Captured,
    private readonly now: number,
    /** The rule that limits what is limited; 0: none that is known. */
    private readonly limitedBy = 0,
  ) {
    const addresses = [...new Set(captured.visitors.map((visitor) => visitor.client_ip))];
    this.#attackers = Array.from({ length: SENDERS }, () => this.#of(addresses));
  }

  /** The requests of one hour, in their order. */
  hour(start: number): EventLine[] {
    const hoursAgo = (this.now - start) / HOUR_MS;
    const times = Array.from({ length: this.#about(AN_HOUR * busyness(start)) }, () => start + this.#next() * HOUR_MS);
    const events = times.map((time) => this.#request(time, this.#host(), this.#kind()));
    for (const { host, times } of WAVES.filter((wave) => isWithin(wave, hoursAgo))) {
      const attacks = this.#about(AN_HOUR * ATTACKS * times * HOSTS[host].share * 10);
      for (let i = 0; i < attacks; i++) {
        const event = this.#request(start + this.#next() * HOUR_MS, host, 'attacks');
        events.push({ ...event, client_ip: this.#of(this.#attackers) });
      }
    }
    const visits = isWithin(DEPLOYMENT, hoursAgo) ? this.#about(DEPLOYMENT.visitors) : 0;
    for (let i = 0; i < visits; i++) {
      events.push(this.#request(start + this.#next() * HOUR_MS, DEPLOYMENT.host, 'served'));
    }
    const crawls = this.#about(CRAWLS_AN_HOUR);
    for (let i = 0; i < crawls; i++) events.push(this.#crawl(start + this.#next() * HOUR_MS));
    return events.filter((event) => event.time <= this.now).sort((a, b) => a.time - b.time);
  }

  #of<const T>(list: readonly T[]): T {
    return list[Math.floor(this.#next() * list.length)] as T;
  }

  #about(mean: number): number {
    return Math.round(mean * (0.85 + 0.3 * this.#next()));
  }

  #host(): Host {
    const at = this.#next();
    return hosts.find((_, i) => at < (UP_TO[i] ?? 1)) ?? 'www.example.com';
  }

  #kind(): Kind {
    const at = this.#next();
    if (at < ATTACKS) return 'attacks';
    if (at < ATTACKS + LIMITED) return 'limited';
    return at < ATTACKS + LIMITED + FAILED ? 'failed' : 'served';
  }

  #request(time: number, host: Host, kind: Kind): EventLine {
    const pools = this.captured.requests[host];
    const captured = this.#of(pools[kind].length > 0 ? pools[kind] : pools.served);
    const { client_ip, user_agent, referer } = this.#of(this.captured.visitors);
    const by = kind === 'limited' && captured.action === 'limit' ? { rule_id: this.limitedBy } : {};
    const own = kind === 'attacks' ? {} : { user_agent, referer, ...by };
    const request_id = createHash('md5')
      .update(`${SEED} ${this.#made++} ${this.now}`)
      .digest('hex');
    const node_id = this.#of(DOMAINS.find(({ domain }) => domain === host)?.node_ids ?? ['fra-1']);
    const { event_id: _, ...facts } = captured;
    const event = { ...facts, ...own, client_ip, request_id, node_id, time: Math.round(time), source_time: undefined };
    return this.#troubled(this.#timed(event, host), host);
  }

  /** A request of an AI crawler; they read by night as by day. */
  #crawl(time: number): EventLine {
    const at = this.#next();
    const crawler = CRAWLERS.find(({ up_to }) => at < up_to) ?? CRAWLERS[0];
    const host = this.#of(CRAWLED);
    const event = this.#request(time, host, 'served');
    const path = this.#next() < ROBOTS ? { path: '/robots.txt', query: '' } : {};
    const outcome = this.#next() < TOO_FAST ? LIMITED_ANSWER : {};
    const client_ip = `${crawler.network}.${1 + Math.floor(this.#next() * 12)}`;
    return { ...event, ...path, ...outcome, client_ip, user_agent: crawler.user_agent, method: 'GET', referer: '' };
  }

  /** With the way to the origin, where it was asked. */
  #timed(event: EventLine, host: Host): EventLine {
    const { latency_ms, upstream_ms } = event;
    if (upstream_ms === undefined || latency_ms === undefined) return event;
    const away = HOSTS[host].away * (0.6 + 0.8 * this.#next() + (this.#next() < 0.02 ? 6 : 0));
    return { ...event, latency_ms: Math.round(latency_ms + away), upstream_ms: Math.round(upstream_ms + away) };
  }

  /** As it went while something was wrong. */
  #troubled(event: EventLine, host: Host): EventLine {
    const hoursAgo = (this.now - event.time) / HOUR_MS;
    if (event.upstream_ms === undefined) return event;
    if (host === DEPLOYMENT.host && isWithin(DEPLOYMENT, hoursAgo) && this.#next() < DEPLOYMENT.failing) {
      return { ...event, status: 502, upstream_status: 502, bytes_out: 157 };
    }
    if (host !== SLOW_ORIGIN.host || !isWithin(SLOW_ORIGIN, hoursAgo)) return event;
    if (this.#next() < SLOW_ORIGIN.timeouts) {
      return { ...event, status: 504, upstream_status: 504, latency_ms: 10_000, upstream_ms: 10_000 };
    }
    const [latency_ms = 0, upstream_ms] = [event.latency_ms, event.upstream_ms].map((ms = 0) => ms * SLOW_ORIGIN.times);
    return { ...event, latency_ms, upstream_ms };
  }
}

/** Sends it all to a running Parapet. Answers how many requests there were, and when they end. Rejects with SendRefused. */
export async function sendTraffic(
  target: Target,
  folder: string,
  limitedBy: number,
): Promise<{ sent: number; now: number }> {
  const now = Date.now();
  const traffic = new Traffic(await readCaptured(folder), now, limitedBy);
  let items: string[] = [];
  let sent = 0;
  const flying = new Set<Promise<unknown>>();
  const flush = async () => {
    if (items.length === 0) return;
    sent += items.length;
    const flight = sendBatch(target, itemsBody(items)).finally(() => flying.delete(flight));
    flying.add(flight);
    items = [];
    if (flying.size > 2) await Promise.race(flying);
  };
  for (let start = now - DAYS * 24 * HOUR_MS; start < now; start += HOUR_MS) {
    items.push(...traffic.hour(start).map(eventItem));
    if (items.length >= BATCH) await flush();
  }
  await flush();
  await Promise.all(flying);
  return { sent, now };
}
