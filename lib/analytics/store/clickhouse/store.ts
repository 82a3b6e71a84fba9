import { chunks } from '@/lib/db/grouped';
import type { Dialect } from '../dialect';
import {
  type AnalyticsStore,
  type Asking,
  type BatchResult,
  GRAIN_MS,
  type IngestBatch,
  type KeptIds,
  OutcomeUnknown,
  type Pruned,
  type Retention,
  type Row,
  type StoreStats,
} from '../store';
import { Connection, silent } from './connection';
import { clickhouseDialect, inOrderOf, materializingDialect, withoutCodes } from './dialect';
import { KeptLists } from './kept-ids';
import { areColumnsWritten, markCommit, migrate, orderOfEvents } from './migrate';
import { ROLLUP_TABLES } from './schema';
import { type OnAside, Spool } from './spool';
import { ClickhouseWriter, isRefused } from './writer';

export type ClickhouseOptions = {
  url: string;
  /** Where what is accepted is kept until the database has it. */
  spoolFolder: string;
  spoolBytes?: number;
  /** Hears of work that failed and is done again later. */
  onProblem?: (error: unknown) => void;
  /** Hears of a file of the spool that cannot be read or stored. */
  onAside?: OnAside;
};

const SPOOL_BYTES = 256 << 20;
/** What waits is stored for so long before what comes in has a turn. */
const TURN_MS = 2_000;
/** How long after a failure the engine is tried again without being asked. */
const AGAIN_MS = 5000;
/** Whatever another process commits is seen at most so much later. */
const VERSION_MS = 250;
const QUERY_MS = 5000;
/** How often is asked whether the engine has written the codes of older rows. */
const CODES_MS = 10_000;
/** Domains named in one statement. */
const AT_ONCE = 500;

const wholeDays = (time: number) => time - (time % GRAIN_MS['1d']);

/** The event store in a ClickHouse database, which several processes may share. */
export class ClickhouseStore implements AnalyticsStore {
  dialect: Dialect = clickhouseDialect;
  readonly #connection: Connection;
  readonly #spool: Spool;
  readonly #writer: ClickhouseWriter;
  readonly #lists: KeptLists;
  readonly #onProblem: (error: unknown) => void;
  #queue: Promise<unknown> = Promise.resolve();
  #migrated: Promise<void> | undefined;
  #version: { until: number; value: Promise<string> } | undefined;
  #again: NodeJS.Timeout | undefined;
  #codes: NodeJS.Timeout | undefined;
  #since: ReadonlyMap<string, number> = new Map();
  /** Files of the spool that are stored each for itself, because one of them is refused. */
  #apart = 0;
  #isClosed = false;

  constructor({ url, spoolFolder, spoolBytes = SPOOL_BYTES, ...hears }: ClickhouseOptions) {
    const { onProblem = () => undefined, onAside = () => undefined } = hears;
    this.#connection = new Connection(url);
    this.#spool = new Spool(spoolFolder, spoolBytes, onAside);
    this.#writer = new ClickhouseWriter(this.#connection, this.#spool);
    this.#lists = new KeptLists(this.#connection);
    this.#onProblem = onProblem;
  }

  /** Brings the database up to date, once it can be reached. */
  ready(): Promise<void> {
    this.#migrated ??= this.#migrate().catch((error: unknown) => {
      this.#migrated = undefined;
      throw error;
    });
    return this.#migrated;
  }

  async #migrate(): Promise<void> {
    await migrate(this.#connection);
    const isMaterializing = await this.#connection.switchOn('enable_materialized_cte');
    const dialect = isMaterializing ? materializingDialect : clickhouseDialect;
    await this.#groupByCodes(inOrderOf(dialect, await orderOfEvents(this.#connection)));
    const rows = await this.#connection.exactly(
      // The engine would take an alias `name` for the column, in the condition as well.
      "SELECT substring(name, length('rollup_since_') + 1) AS rollup, value FROM meta FINAL WHERE startsWith(name, 'rollup_since_')",
    );
    this.#since = new Map(rows.map(({ rollup, value }) => [String(rollup), Number(value)]));
  }

  /** Groups by codes as soon as all rows have them. */
  async #groupByCodes(dialect: Dialect): Promise<void> {
    this.dialect = withoutCodes(dialect);
    try {
      if (await areColumnsWritten(this.#connection)) this.dialect = dialect;
      else if (!this.#isClosed) this.#codes = setTimeout(() => void this.#groupByCodes(dialect), CODES_MS).unref();
    } catch (error) {
      this.#onProblem(error);
    }
  }

  /** What cannot be stored now is taken into the spool, up to its bound; the numbers of a batch are then those it came with. */
  insert(batches: readonly IngestBatch[]): Promise<BatchResult[]> {
    return this.#serial(async () => {
      await this.#spool.open();
      // It was away a moment ago, and asking it for more than a sign may take longer.
      if (this.#again && !(await this.#connection.isThere())) return this.#take(batches);
      try {
        // After a long absence much waits: who sends then does not wait for all of it.
        if (!(await this.#drain())) return await this.#take(batches);
        return await this.#writer.write(batches);
      } catch (error) {
        if (isRefused(error)) throw error;
        this.#onProblem(error);
        return await this.#take(batches, error);
      } finally {
        this.#version = undefined;
      }
    });
  }

  async #take(batches: readonly IngestBatch[], cause?: unknown): Promise<BatchResult[]> {
    this.#tryAgain();
    // What the plan has is on disk already; that it comes a second time changes nothing.
    if (!(await this.#spool.add(batches))) throw new OutcomeUnknown('the spool of the event store is full', { cause });
    return batches.map(({ batch_id, events, reasons }) => {
      const rejected = Object.values(reasons).reduce((sum, n) => sum + n, 0);
      return { batch_id, stored: events.length, known: 0, upgraded: 0, rejected, kept: 0, reasons, duplicate: false };
    });
  }

  /** Stores what waits, the oldest first, for as long as others may wait for that. Answers whether nothing is left. */
  async #drain(): Promise<boolean> {
    const until = performance.now() + TURN_MS;
    await this.ready();
    await this.#writer.takeUp();
    while (!this.#spool.isEmpty) {
      if (performance.now() > until) return false;
      await this.#storeFirst();
    }
    return true;
  }

  /** Stores what has waited longest. Where the engine refuses it, the files are stored one by one, and what is refused then is put aside. */
  async #storeFirst(): Promise<void> {
    const { batches, files } = await this.#spool.first(this.#apart > 0 ? 1 : undefined);
    const refusal = await this.#refusalOf(batches);
    if (refusal === undefined) await this.#spool.removeFirst(files);
    else if (files > 1) {
      this.#apart = files;
      return;
    } else {
      // Those beside it in the file are stored, and known where the file is tried anew.
      for (const batch of batches) await this.#refusalOf([batch]);
      await this.#spool.putFirstAside(refusal);
    }
    this.#apart = Math.max(0, this.#apart - 1);
  }

  /** Stores batches that waited, or answers why they never will be. */
  async #refusalOf(batches: readonly IngestBatch[]): Promise<unknown> {
    try {
      await this.#writer.write(batches);
      return undefined;
    } catch (error) {
      if (isRefused(error)) return error;
      throw error;
    }
  }

  async #drainIfThere(): Promise<boolean> {
    if (!(await this.#connection.isThere())) throw silent();
    return this.#drain();
  }

  /** Stores all that waits, in turns with what comes in meanwhile. */
  async #drainAll(drain: () => Promise<boolean>): Promise<void> {
    while (!this.#isClosed && !(await this.#serial(drain)));
  }

  #tryAgain(): void {
    if (this.#again || this.#isClosed) return;
    this.#again = setTimeout(() => {
      this.#again = undefined;
      void this.#drainAll(() => this.#drainIfThere()).catch((error: unknown) => {
        this.#onProblem(error);
        this.#tryAgain();
      });
    }, AGAIN_MS).unref();
  }

  /** Stores what an earlier process left, and then what waits whenever the engine can be reached. */
  async resume(): Promise<void> {
    await this.#drainAll(async () => {
      await this.#spool.open();
      return this.#drain();
    }).catch((error: unknown) => {
      this.#onProblem(error);
      this.#tryAgain();
    });
  }

  async query(sql: string, values: readonly string[] = [], { timeoutMs = QUERY_MS }: Asking = {}): Promise<Row[]> {
    await this.ready();
    return this.#connection.rows(sql, values, timeoutMs);
  }

  async keepIds(ids: readonly string[]): Promise<KeptIds> {
    await this.ready();
    return this.#lists.keep(ids);
  }

  rollupSince(name: string): number {
    return this.#since.get(name) ?? 0;
  }

  version(): Promise<string> {
    // A clock that is put back must not keep what was asked for longer.
    const now = performance.now();
    if (this.#version && this.#version.until > now) return this.#version.value;
    const value = this.#readVersion();
    this.#version = { until: now + VERSION_MS, value };
    return value;
  }

  async #readVersion(): Promise<string> {
    await this.ready();
    const [row] = await this.#connection.exactly('SELECT count() AS n, sum(id) AS ids FROM commits', {}, QUERY_MS);
    return `${row?.n} ${row?.ids}`;
  }

  async compact(): Promise<void> {
    // The engine merges what it is given by itself.
  }

  async prune(before: Retention, signal?: AbortSignal): Promise<Pruned> {
    await this.ready();
    const days = await this.#dropDays('event_rows', before.events);
    await this.#dropDays('attack_details', before.events);
    const pruned: Pruned = { events: days, rollups: 0, batches: 0, rejected_lines: 0 };
    for (const table of ROLLUP_TABLES) {
      if (signal?.aborted) return pruned;
      pruned.rollups += await this.#deleteRows(table, `bucket < ${wholeDays(before.rollups)}`);
    }
    pruned.batches = await this.#deleteRows('batches', `time < ${wholeDays(before.batches)}`);
    pruned.rejected_lines = await this.#deleteRows('rejected_lines', `time < ${wholeDays(before.rejected_lines)}`);
    await this.#deleteRows('rejected_counts', `day < ${wholeDays(before.rejected_lines)}`);
    if (Object.values(pruned).some((rows) => rows > 0)) await this.#mark();
    return pruned;
  }

  /** Drops the days before a time, each of which is a part of its own, and costs nothing to drop. Answers how many rows. */
  async #dropDays(table: string, before: number): Promise<number> {
    const day = Math.floor(before / GRAIN_MS['1d']);
    const parts = await this.#connection.exactly(
      `SELECT partition, sum(rows) AS n FROM system.parts WHERE database = currentDatabase() AND table = {table:String}
         AND active AND toInt64(partition) < {day:Int64} GROUP BY partition ORDER BY toInt64(partition)`,
      { table, day },
    );
    for (const { partition } of parts) {
      await this.#connection.command(`ALTER TABLE ${table} DROP PARTITION ${Number(partition)}`);
    }
    return parts.reduce((sum, { n }) => sum + Number(n), 0);
  }

  /** Deletes rows; a mutation is ordered only where there are some. Answers how many. */
  async #deleteRows(table: string, where: string): Promise<number> {
    const [row] = await this.#connection.exactly(`SELECT count() AS n FROM ${table} WHERE ${where}`);
    const rows = Number(row?.n ?? 0);
    if (rows > 0) await this.#connection.command(`ALTER TABLE ${table} DELETE WHERE ${where}`);
    return rows;
  }

  async pruneDomains(domain_ids: readonly string[], before: number, signal?: AbortSignal): Promise<number> {
    await this.ready();
    let rows = 0;
    for (const some of chunks(domain_ids, AT_ONCE)) {
      if (signal?.aborted) break;
      const where = `time < ${wholeDays(before)} AND domain_id IN (${some.map(clickhouseDialect.text).join(', ')})`;
      await this.#deleteRows('attack_details', where);
      rows += await this.#deleteRows('event_rows', where);
    }
    if (rows > 0) await this.#mark();
    return rows;
  }

  async forgetDomain(domainId: string): Promise<void> {
    await this.ready();
    const where = `domain_id = ${clickhouseDialect.text(domainId)}`;
    for (const table of ['event_rows', 'attack_details', ...ROLLUP_TABLES]) await this.#deleteRows(table, where);
    await this.#mark();
  }

  /** Says to every process that the store has changed. */
  async #mark(): Promise<void> {
    this.#version = undefined;
    await markCommit(this.#connection);
  }

  async stats(): Promise<StoreStats> {
    const [row] = await this.query(
      // The engine knows the ends of each part by itself; of the view it would read all events, in their order.
      `SELECT toFloat64(sum(sign)) AS events, (SELECT toFloat64(min(time)) FROM event_rows) AS oldest,
         (SELECT toFloat64(max(time)) FROM event_rows) AS newest, (SELECT toFloat64(count()) FROM rejected_lines) AS rejected_lines,
         (SELECT toFloat64(count()) FROM batches FINAL) AS batches
       FROM event_rows`,
    );
    const events = Number(row?.events ?? 0);
    return {
      engine: 'clickhouse',
      events,
      rejected_lines: Number(row?.rejected_lines ?? 0),
      batches: Number(row?.batches ?? 0),
      oldest: events === 0 ? null : Number(row?.oldest),
      newest: events === 0 ? null : Number(row?.newest),
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#again);
    clearTimeout(this.#codes);
    await this.#queue;
    await this.#connection.close();
  }

  /** One writer in a process: writes wait for each other here. */
  #serial<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#queue.then(work, work);
    this.#queue = next.catch(() => undefined);
    return next;
  }
}
