import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import pLimit from 'p-limit';
import type { FairQueue } from '@/lib/queues/fair-queue';
import type { Owner } from '@/lib/queues/owner';
import { firstAborted } from '@/lib/runtime/first-aborted';
import { timeLimit } from '@/lib/runtime/time-limit';
import { readHost } from './addresses';
import { askHttp, openTcp, openTls, ProbeError, reasonOf, timed } from './connect';
import { type Probed, SLOW_MS, type Target, type Verdict } from './contract';
import type { Names } from './names';

/** Limits of spec section 8; how many are made in a process is the queue's. */
const PER_REQUEST = 8;
const BUDGET_MS = 25_000;
const TRIED_ADDRESSES = 3;
const OVER_BUDGET = 'precheck time budget exceeded';

export type ProberOptions = {
  names: Names;
  queue: FairQueue;
  /** Whether an address and port must not be reached. Asked of the very address that is then connected to. */
  isForbidden(address: string, port: number): boolean;
  budgetMs?: number;
};

/** Outbound probes of a process: few at a time, each bounded, none to where it could do harm (spec section 8). */
/** How long a TCP connection took, or why none came about. */
export type Reached = { latency_ms: number } | { error: string };

export class Prober {
  constructor(private readonly options: ProberOptions) {}

  /**
   * Probes every target; what is not done within the budget is reported so. Never rejects for what a target does, only as
   * `FairQueue.run` does: where there is no room for one target, nothing of the request is worth its place.
   */
  async precheck(owner: Owner, targets: readonly Target[], caller?: AbortSignal): Promise<Probed[]> {
    const ours = pLimit(PER_REQUEST);
    const budget = timeLimit(this.options.budgetMs ?? BUDGET_MS);
    const stop = new AbortController();
    const ends = firstAborted(budget, stop.signal, caller).signal;
    setMaxListeners(0, budget, ends);
    const probe = (target: Target) =>
      ours(() => this.options.queue.run(owner, () => this.#probe(target, ends), ends)).catch((error: unknown) => {
        if (budget.aborted) return overBudget(target);
        throw error;
      });
    try {
      return await Promise.all(targets.map((target) => untilAborted(probe(target), budget, () => overBudget(target))));
    } finally {
      stop.abort();
    }
  }

  /** Milliseconds that a TCP connection took, or why none came about. Rejects as `FairQueue.run` does. */
  async reach(owner: Owner, host: string, port: number, caller?: AbortSignal): Promise<Reached> {
    const budget = timeLimit(this.options.budgetMs ?? BUDGET_MS);
    const ends = firstAborted(budget, caller).signal;
    const connect = async (): Promise<Reached> => {
      try {
        const { socket, latency_ms } = await this.#connect(host, port, ends);
        socket.destroy();
        return { latency_ms };
      } catch (error) {
        return { error: reasonOf(error) };
      }
    };
    return this.options.queue.run(owner, connect, ends).catch((error: unknown) => {
      if (budget.aborted) return { error: OVER_BUDGET };
      throw error;
    });
  }

  async #probe(target: Target, signal: AbortSignal): Promise<Probed> {
    const result = untouched(target);
    try {
      const { socket, latency_ms } = await this.#connect(target.host, target.port, signal);
      result.tcp = { ok: true, latency_ms, error: '' };
      await talk(result, target, socket, signal);
      socket.destroy();
    } catch (error) {
      result.tcp = { ok: false, latency_ms: 0, error: reasonOf(error) };
    }
    if (signal.aborted) return overBudget(target);
    return { ...result, verdict: verdictOf(result), checked_at: Date.now() };
  }

  /** Connects to the first of at most three allowed addresses that answers, IPv4 first. */
  async #connect(host: string, port: number, signal: AbortSignal): Promise<{ socket: Socket; latency_ms: number }> {
    const addresses = await this.#addressesOf(host);
    const allowed = addresses.filter((address) => !this.options.isForbidden(address, port));
    if (addresses.length > 0 && allowed.length === 0) throw new ProbeError('address not allowed');
    let last: unknown = new ProbeError('host not found');
    for (const address of allowed.slice(0, TRIED_ADDRESSES)) {
      signal.throwIfAborted();
      try {
        const { value: socket, latency_ms } = await timed(openTcp(address, port, signal));
        return { socket, latency_ms };
      } catch (error) {
        last = error;
      }
    }
    throw last;
  }

  async #addressesOf(given: string): Promise<string[]> {
    const found = readHost(given);
    if (!found || found.kind === 'odd') throw new ProbeError('address not allowed');
    return found.kind === 'address' ? [found.host] : this.options.names.addresses(found.host);
  }
}

async function talk(result: Probed, target: Target, socket: Socket, signal: AbortSignal): Promise<void> {
  let channel = socket;
  if (target.origin_protocol === 'https') {
    try {
      const { value: secure, latency_ms } = await timed(openTls(socket, target.domain, signal));
      result.tls = { ...certificateOf(secure), latency_ms };
      channel = secure;
    } catch (error) {
      result.tls = { status: 'failed', latency_ms: 0, error: reasonOf(error), not_after: 0 };
      return;
    }
  }
  try {
    const { value: status_code, latency_ms } = await timed(askHttp(channel, target.domain, signal));
    result.http = { status_code, latency_ms, error: '' };
  } catch (error) {
    result.http = { status_code: 0, latency_ms: 0, error: reasonOf(error) };
  } finally {
    channel.destroy();
  }
}

const SELF_SIGNED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

/** What is wrong with the certificate, the worst first: expired, not from a known authority, for another name. */
function certificateOf(socket: TLSSocket): Omit<Probed['tls'], 'latency_ms'> {
  const not_after = Date.parse(socket.getPeerCertificate().valid_to) || 0;
  const code = socket.authorized
    ? ''
    : String((socket.authorizationError as Error & { code?: string })?.code ?? socket.authorizationError);
  if (not_after > 0 && not_after < Date.now()) return { status: 'expired', error: 'certificate expired', not_after };
  if (code === '') return { status: 'ok', error: '', not_after };
  if (SELF_SIGNED.has(code)) return { status: 'self_signed', error: 'certificate of an unknown authority', not_after };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return { status: 'mismatch', error: 'certificate for another name', not_after };
  }
  return { status: 'self_signed', error: code.toLowerCase().replaceAll('_', ' '), not_after };
}

/**
 * The verdict rules: without a connection, or a TLS handshake that does not complete, a target is unreachable; without
 * an HTTP answer, or with one of 500 and above, it is http_error; a certificate browsers would refuse makes cert_warn;
 * an answer slower than a second makes slow.
 */
export function verdictOf({ tcp, tls, http }: Pick<Probed, 'tcp' | 'tls' | 'http'>): Verdict {
  if (!tcp.ok || tls.status === 'failed') return 'unreachable';
  if (http.status_code === 0 || http.status_code >= 500) return 'http_error';
  if (tls.status !== 'ok' && tls.status !== 'skipped') return 'cert_warn';
  return tcp.latency_ms + tls.latency_ms + http.latency_ms > SLOW_MS ? 'slow' : 'ok';
}

function untouched({ host, port }: Target): Probed {
  return {
    host,
    port,
    tcp: { ok: false, latency_ms: 0, error: '' },
    tls: { status: 'skipped', latency_ms: 0, error: '', not_after: 0 },
    http: { status_code: 0, latency_ms: 0, error: '' },
    verdict: 'unreachable',
    checked_at: Date.now(),
  };
}

function overBudget(target: Target): Probed {
  return { ...untouched(target), tcp: { ok: false, latency_ms: 0, error: OVER_BUDGET } };
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal, late: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(late()), { once: true });
    work.then(resolve, reject);
  });
}
