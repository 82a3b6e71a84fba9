import type { Behalf } from '@/lib/queues/behalf';
import type { EventWithDetails } from '../events/event';
import type { RejectCounts, RejectedLine } from '../events/rejected';
import type { Dialect } from './dialect';

export const GRAINS = ['5m', '1h', '1d'] as const;
export type Grain = (typeof GRAINS)[number];

export const GRAIN_MS: Readonly<Record<Grain, number>> = { '5m': 300_000, '1h': 3_600_000, '1d': 86_400_000 };

/**
 * Events that the embedded engine packs together. So many of one transaction it writes to their place at once, not to its log first and
 * to their place with the next checkpoint.
 */
export const ROW_GROUP = 40_960;

/** Lines of one brand, UTC day and reason that are kept: enough to see what is wrong; the rest is counted alone. */
export const KEPT_PER_DAY = 200;

/** Clocks of access and audit log of one request are this close; wider only when a log is in another zone. */
export const NEAR_HALVES = 3_600_000;

/** A line of a log, with its number in its batch, from 1. */
export type NumberedLine = { number: number; text: string };

/** A list as JSON: it goes from the engine to another thread and back without being made on the thread that answers. */
export type JsonList = string;

/** Values that lines have in a column, each once, for what only JavaScript knows about them. */
export type DistinctValues = Readonly<Record<'hosts' | 'addresses' | 'agents' | 'referers', JsonList>>;

export const NO_VALUES: DistinctValues = { hosts: '[]', addresses: '[]', agents: '[]', referers: '[]' };

/** What is known of these values, column by column in the same order; `raw` is the value as it was logged. */
export type KnownValues = Readonly<{
  hosts: Known<'host' | 'oem_id' | 'domain_id'>;
  addresses: Known<'country' | 'asn'>;
  agents: Known<'ua_class' | 'ua_name'>;
  referers: Known<'referer_host'>;
}>;
type Known<Column extends string> = Readonly<Record<'raw' | Column, JsonList>>;

/** Lines of an nginx JSON log that the store has read; they are stored with the batch that brings them. */
export interface ReadLines {
  readonly values: DistinctValues;
  /** Lines that differ from what nginx usually writes, blank ones included: the caller parses these one by one. */
  readonly odd: readonly NumberedLine[];
  /** Lines that will be stored. */
  readonly count: number;
  /** Number of the last line. */
  readonly last: number;
  /** Takes out the lines of these hosts, which the sender may not send for; answers their numbers. */
  takeHosts(hosts: readonly string[]): Promise<number[]>;
  /** Says what is known of every value; the batch may then be inserted. */
  know(known: KnownValues): Promise<void>;
  /** Whether some of the events were refused by a rule. */
  readonly hasMatches: boolean;
  /** A query in the engine's SQL: columns of the events, or what is made of these and of the number of the line. */
  select(columns: readonly string[]): string;
  /** A query for the rules that the events were refused by: all columns of a matched rule, and the number of the line. */
  selectMatches(): string;
  /** Forgets the lines at once, through the connection that stored them. */
  forgetBy(run: (sql: string) => Promise<unknown>): Promise<void>;
  /** Forgets the lines, unless that was done. */
  drop(): Promise<void>;
}

/** What one sender hands over; the same batch_id a second time changes nothing and gets the first answer again. */
export type IngestBatch = {
  /** The sender's brand, in which the batch_id is unique; empty for the installation itself. */
  oem_id: string;
  batch_id: string;
  events: EventWithDetails[];
  /** Events that the store has read itself, beside `events`. */
  lines?: ReadLines;
  /** Rejected lines to keep for inspection; `reasons` counts them and those that are not worth keeping. */
  rejected: RejectedLine[];
  reasons: RejectCounts;
};

/** Events of a batch. */
export const sizeOf = ({ events, lines }: IngestBatch) => events.length + (lines?.count ?? 0);

export type BatchResult = {
  batch_id: string;
  /** Events new to the store. */
  stored: number;
  /** Events the store had already. */
  known: number;
  /** Events whose missing half arrived with this batch. */
  upgraded: number;
  /** Lines that were not stored, and why. */
  rejected: number;
  reasons: RejectCounts;
  /** Of the rejected lines, those that are newly kept for inspection. */
  kept: number;
  /** This batch_id was stored before; the numbers are those of that time. */
  duplicate: boolean;
};

export type Cell = string | number | null;
export type Row = Record<string, Cell>;

/** What the store held when it was asked. */
export type Version = number | string;

export type StoreStats = {
  engine: string;
  events: number;
  rejected_lines: number;
  batches: number;
  oldest: number | null;
  newest: number | null;
};

/** Ids the store holds on to: too many to be written into each query. `sql` gives them; keep `ids` while it is used. */
export type KeptIds = { ids: readonly string[]; sql: string };

/** How long a query may take (5 s unless it says so), and in whose turns its rows are made on the thread that answers. */
export type Asking = { timeoutMs?: number; behalf?: Behalf };

/** The analytics store, DuckDB's or ClickHouse's: what reads it writes its SQL through `dialect` and knows neither. */
export interface AnalyticsStore {
  readonly dialect: Dialect;
  /**
   * Stores batches in one transaction together with the rollups: either all of it is visible or nothing. Rejects with
   * OutcomeUnknown when the store cannot say which; any other rejection means nothing.
   */
  insert(batches: readonly IngestBatch[]): Promise<BatchResult[]>;
  /**
   * Reads lines of an nginx JSON log, where the engine does so; rejects where it cannot these, for instance because they are not
   * UTF-8. `node_id`: the node that sends them, whatever they say.
   */
  readLines?(lines: Uint8Array, shiftMs: number, node_id?: string): Promise<ReadLines>;
  /** Runs a compiled query with its parameters; rejects with QueryTimeout where that takes too long. */
  query(sql: string, values?: readonly string[], asking?: Asking): Promise<Row[]>;
  /** Holds on to an array of ids, which must not change any more; the same array is held once. */
  keepIds(ids: readonly string[]): Promise<KeptIds>;
  /** Unix ms from which on a rollup has every event; 0: from the first on. A rollup may be younger than the store. */
  rollupSince(name: string): number;
  /** Changes with every commit, whichever process made it: results of another version may be stale. */
  version(): Version | Promise<Version>;
  /** Merges the small rows that ingestion left in the rollups. */
  compact(): Promise<void>;
  /** Deletes what is older than its retention, in bounded parts between which batches are stored. */
  prune(before: Retention, signal?: AbortSignal): Promise<Pruned>;
  /** Deletes the events of these domains from before a time (Unix ms), whole days, in the same way. Answers how many. */
  pruneDomains(domain_ids: readonly string[], before: number, signal?: AbortSignal): Promise<number>;
  /** Deletes everything about a domain (the domain was deleted). */
  forgetDomain(domainId: string): Promise<void>;
  stats(): Promise<StoreStats>;
  close(): Promise<void>;
}

/** Unix ms: what is older goes. */
export type Retention = {
  /** Events and their attack details. */
  events: number;
  rollups: number;
  batches: number;
  rejected_lines: number;
};

/** Rows deleted. */
export type Pruned = Record<keyof Retention, number>;

/** A commit failed and the store cannot be asked what became of it; the same batch_id again is safe. */
export class OutcomeUnknown extends Error {}

export class QueryTimeout extends Error {
  constructor(ms: number) {
    super(`The query took longer than ${ms} ms`);
  }
}

/** Somebody else has the store's file open. */
export class StoreInUse extends Error {
  constructor(path: string) {
    super(`The analytics store ${path} is in use by another process. One process owns it; several need ClickHouse.`);
  }
}
