import { availableParallelism } from 'node:os';
import type { Metrics } from '@/lib/log/metrics';
import { BodyMemory } from './body-memory';
import { FairQueue, type FairQueueOptions } from './fair-queue';
import { Intake } from './intake';
import { Turns } from './turns';

type Figures = Metrics['queues'];

const opener = (figures?: Figures) => (name: string, bounds: Omit<FairQueueOptions, 'name' | 'figures'>) =>
  new FairQueue({ name, ...bounds, figures: figures?.(name) });

/** Connections of PostgreSQL in a process: those that read never wait for those that write, which wait for each other. */
export const CONNECTIONS = { reads: 8, writes: 6, scans: 2 };

/**
 * What is held by a transaction of somebody else, or asked of a server that says nothing, keeps its connection for half a minute.
 * Who waits for one so long has an answer before the client gives up: with what it may take itself, within 45 s.
 */
const LONGEST_WAIT_MS = 12_000;

/** What is asked of the configuration store. */
export function openStoreQueues(figures?: Figures) {
  const queue = opener(figures);
  const many = { waiting: 4_000, waitingPerAccount: 1_000, longestWaitMs: LONGEST_WAIT_MS };
  return {
    /** A statement takes some milliseconds, and a request has a handful. */
    reads: queue('store_reads', { atOnce: CONNECTIONS.reads, atOncePerAccount: 2, ...many }),
    /** Transactions; their audit rows are written one after another. */
    writes: queue('store_writes', { atOnce: CONNECTIONS.writes, atOncePerAccount: 2, ...many }),
    /** Reads over very many rows, some seconds each. */
    scans: queue('store_scans', {
      atOnce: CONNECTIONS.scans,
      atOncePerAccount: CONNECTIONS.scans,
      waiting: 256,
      waitingPerAccount: 64,
      longestWaitMs: LONGEST_WAIT_MS,
    }),
  };
}

export type StoreQueues = ReturnType<typeof openStoreQueues>;

const MB = 1024 * 1024;

/** Threads that read certificates. */
export const CERTIFICATE_THREADS = 2;

/** Charts that are read at once. The embedded engine has two threads; a server has more, and other connections are left for batches. */
const CHARTS = {
  embedded: { atOnce: 4, atOncePerAccount: 2 },
  clickhouse: { atOnce: 6, atOncePerAccount: 3 },
};

/** The scarce work of a process, each kind in turns of its own. */
export function openQueues({ queues: figures }: Metrics, events: keyof typeof CHARTS = 'embedded') {
  const queue = opener(figures);
  return {
    /** Every request, when it begins and when its body is there. */
    turns: new Turns(),
    /** Every connection that is read: so much takes some 1 ms. */
    intake: new Intake(MB / 2),
    /** Every body. An account that sends eight batches of events at once has the largest share that anybody needs. */
    bodyMemory: new BodyMemory({ bytes: 192 * MB, bytesOfAccount: 64 * MB }),
    /**
     * Bodies that are larger than nearly all are, with what they ask for: reading one takes up to some 30 ms of the thread that
     * answers, in slices, and what is asked for has as many items.
     */
    bodies: queue('bodies', { atOnce: 4, atOncePerAccount: 1, waiting: 256, waitingPerAccount: 64 }),
    /** Pages of the console, each some 10 to 30 ms of the thread that answers; a browser may ask for a hundred ahead. */
    pages: queue('pages', { atOnce: 2, atOncePerAccount: 1, waiting: 1_000, waitingPerAccount: 400 }),
    /** A password takes a core for about 45 ms and 19 MiB; one account takes half of the cores at most. */
    passwords: queue('passwords', {
      atOnce: Math.min(4, Math.max(2, availableParallelism())),
      atOncePerAccount: Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2))),
      waiting: 256,
      waitingPerAccount: 32,
    }),
    /** Outbound connections of probes (spec section 8: 32 in a process, 8 of a request, in 25 s). */
    probes: queue('probes', { atOnce: 32, atOncePerAccount: 16, waiting: 1_000, waitingPerAccount: 200 }),
    /** Certificates and keys that are read: up to some 100 ms of a core each. */
    certificates: queue('certificates', {
      atOnce: CERTIFICATE_THREADS,
      atOncePerAccount: 1,
      waiting: 128,
      waitingPerAccount: 32,
    }),
    /** Charts; a request has up to 20 of them. */
    charts: queue('charts', { ...CHARTS[events], waiting: 400, waitingPerAccount: 100 }),
    /** What rules would have matched: each reads all events of a day, in a turn among the charts, of which it leaves half to others. */
    previews: queue('previews', { atOnce: 2, atOncePerAccount: 1, waiting: 64, waitingPerAccount: 4 }),
    /**
     * Calls that add more addresses to a list than one transaction takes, each a few hundred milliseconds of the one writer in
     * pieces, and some 2 MB while it waits.
     */
    fills: queue('fills', { atOnce: 1, atOncePerAccount: 1, waiting: 96, waitingPerAccount: 64 }),
    /** Files that are being sent, each until its last byte or until its reader takes nothing any more. */
    exports: queue('exports', { atOnce: 32, atOncePerAccount: 4, waiting: 64, waitingPerAccount: 8 }),
    /**
     * Batches of events, from the reading of their lines to their commit: up to 8 MB each while they wait, some three times
     * that afterwards. While four are committed together, the next four are read. A sender whose batch has no room keeps it.
     */
    ingestion: queue('ingestion', { atOnce: 9, atOncePerAccount: 8, waiting: 10, waitingPerAccount: 5 }),
  };
}

export type Queues = ReturnType<typeof openQueues>;
