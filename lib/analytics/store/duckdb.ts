import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { DuckDBConnection, DuckDBMaterializedResult } from '@duckdb/node-api';
import { PROCESS } from '@/lib/queues/behalf';
import { firstAborted } from '@/lib/runtime/first-aborted';
import { duckdbDialect } from './dialect';
import { CHECKPOINT_THRESHOLD, Checkpoints } from './duckdb-checkpoints';
import { DuckdbEngine, SMALL_BLOCK } from './duckdb-engine';
import { FreedMemory, setMemoryLimit } from './duckdb-freed';
import { keepInterrupting } from './duckdb-interrupt';
import { LineReader } from './duckdb-lines';
import { migrate, rollupsSince } from './duckdb-migrate';
import { prune, pruneDomains } from './duckdb-prune';
import { asTexts, rowsOf, runOf } from './duckdb-result';
import { type Loose, LooseRollups } from './duckdb-rollups';
import { IdSets } from './duckdb-sets';
import { transaction } from './duckdb-transaction';
import { DuckdbWriter } from './duckdb-writer';
import { inTurn, Precedence } from './precedence';
import { everyRollup } from './rollups';
import { compactRollup, EVENT_NAMES, fillRollup } from './schema';
import { Serial } from './serial';
import {
  type AnalyticsStore,
  type Asking,
  type BatchResult,
  GRAIN_MS,
  type IngestBatch,
  type KeptIds,
  type Pruned,
  QueryTimeout,
  type ReadLines,
  type Retention,
  type Row,
  type StoreStats,
} from './store';
import { stretchesOf } from './stretches';

const READERS = 4;

/**
 * What the engine may use beside the process, its buffers and sorts: more where a file of an earlier version has larger blocks. With
 * less it moves blocks to the disk while batches are stored, each into a file of its own, which takes a tenth of the CPU.
 */
const MEMORY_LIMIT = { small: '208MB', large: '256MB' };
/** Of each query, its own: several run at once anyway, and threads that they shared would spend a third of their time waiting. */
const THREADS = 1;

export type DuckdbOptions = {
  memoryLimit?: string;
  threads?: number;
  /** Hears of work after a commit that failed; it is done again later. */
  onProblem?: (error: unknown) => void;
};

export class DuckdbStore implements AnalyticsStore {
  readonly dialect = duckdbDialect;
  private readonly idle: DuckDBConnection[];
  private readonly waiting: ((connection: DuckDBConnection) => void)[] = [];
  private readonly copies = new Serial();
  private commits = 0;
  private tidying: Promise<void> | undefined;
  private readonly closing = new AbortController();
  private closed: Promise<void> | undefined;

  constructor(
    private readonly engine: DuckdbEngine,
    private readonly main: DuckDBConnection,
    private readonly writer: DuckdbWriter,
    private readonly rollups: LooseRollups,
    private readonly readers: DuckDBConnection[],
    /** The engine allows many readers and Parapet one writer: writes wait for each other here. */
    private readonly writes: Serial,
    private readonly checkpoints: Checkpoints,
    private readonly freed: FreedMemory,
    private readonly sets: IdSets,
    private readonly lines: LineReader,
    private readonly precedence: Precedence,
    private readonly onProblem: (error: unknown) => void,
    private readonly since: ReadonlyMap<string, number>,
  ) {
    this.idle = [...readers];
  }

  async insert(batches: readonly IngestBatch[]): Promise<BatchResult[]> {
    const results = await this.writes.run(async () => {
      const written = await this.writer.write(batches);
      if (written.some((r) => !r.duplicate)) this.commits += 1;
      return written;
    });
    // What is stored is answered; tidying up after it is nobody's failure.
    this.tidying ??= this.merge(this.rollups.take(false))
      .catch(this.onProblem)
      .finally(() => {
        this.tidying = undefined;
      });
    return results;
  }

  readLines(lines: Uint8Array, shiftMs: number, node_id?: string): Promise<ReadLines> {
    return this.lines.read(lines, { shiftMs, node_id });
  }

  async query(
    sql: string,
    values: readonly string[] = [],
    { timeoutMs = 5000, behalf = PROCESS }: Asking = {},
  ): Promise<Row[]> {
    return rowsOf(await this.precedence.first(() => this.read(sql, values, timeoutMs)), behalf);
  }

  private async read(sql: string, values: readonly string[], timeoutMs: number): Promise<DuckDBMaterializedResult> {
    this.closing.signal.throwIfAborted();
    const connection = await this.take();
    let stopInterrupting: (() => void) | undefined;
    const timer = setTimeout(() => {
      stopInterrupting = keepInterrupting(connection);
    }, timeoutMs);
    try {
      this.closing.signal.throwIfAborted();
      // Stored text has no NUL, which the engine would take for the end of a parameter.
      const given = values.map((value) => value.replaceAll('\0', ''));
      return await runOf(connection, asTexts(sql), given);
    } catch (error) {
      throw stopInterrupting ? new QueryTimeout(timeoutMs) : error;
    } finally {
      clearTimeout(timer);
      stopInterrupting?.();
      this.give(connection);
    }
  }

  private take(): DuckDBConnection | Promise<DuckDBConnection> {
    return this.idle.pop() ?? new Promise((free) => this.waiting.push(free));
  }

  private give(connection: DuckDBConnection): void {
    const next = this.waiting.shift();
    if (next) next(connection);
    else this.idle.push(connection);
  }

  /** Ends the queries that run: a connection that is closed under one stops the thread that closes it. */
  private async endQueries(): Promise<void> {
    const busy = this.readers.filter((reader) => !this.idle.includes(reader));
    const stops = busy.map(keepInterrupting);
    this.idle.push(...(await Promise.all(this.readers.map(() => this.take()))));
    for (const stop of stops) stop();
  }

  keepIds(ids: readonly string[]): Promise<KeptIds> {
    return this.sets.keep(ids);
  }

  rollupSince(name: string): number {
    return this.since.get(name) ?? 0;
  }

  version(): number {
    return this.commits;
  }

  async compact(): Promise<void> {
    await this.tidying;
    await this.merge(this.rollups.take(true));
  }

  async prune(before: Retention, signal?: AbortSignal): Promise<Pruned> {
    const one = (ends: AbortSignal) => prune(this.main, before, (work) => this.writes.run(work), ends);
    const pruned = await this.untilClosed(one, signal);
    await this.pruned(Object.values(pruned).some((rows) => rows > 0));
    return pruned;
  }

  async pruneDomains(domain_ids: readonly string[], before: number, signal?: AbortSignal): Promise<number> {
    const old = { domain_ids, before };
    const one = (ends: AbortSignal) => pruneDomains(this.main, old, (work) => this.writes.run(work), ends);
    const rows = await this.untilClosed(one, signal);
    await this.pruned(rows > 0);
    return rows;
  }

  /** Does what ends with the caller's signal and with the store. */
  private async untilClosed<T>(work: (ends: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const { signal: ends, release } = firstAborted(signal, this.closing.signal);
    return await work(ends).finally(release);
  }

  private async pruned(isLess: boolean): Promise<void> {
    await this.writes.run(() => this.writer.recount());
    if (!isLess) return;
    this.commits += 1;
    // Gives the room back to the file; where a query is under way, a later commit does so.
    await this.checkpoints.run().catch(this.onProblem);
  }

  async forgetDomain(domainId: string): Promise<void> {
    const mine = `domain_id = ${duckdbDialect.text(domainId)}`;
    await this.writes.run(() =>
      transaction(this.main, async () => {
        const tables = ['events', 'attack_details', ...everyRollup().map((r) => r.table)];
        for (const table of tables) await this.main.run(`DELETE FROM ${table} WHERE ${mine}`);
      }),
    );
    await this.writes.run(() => this.writer.recount());
    this.commits += 1;
  }

  /** Adds the rows of a SELECT over all event columns, with their rollups: for benchmarks and bulk imports. */
  async fill(select: string): Promise<void> {
    await this.writes.run(async () => {
      await this.main.run(`CREATE OR REPLACE TEMP TABLE filling AS ${select}`);
      await this.main.run(`INSERT INTO events SELECT ${EVENT_NAMES} FROM filling`);
      for (const { rollup, grain } of everyRollup()) await this.main.run(fillRollup(rollup, grain, 'filling', '1'));
      await this.main.run('DROP TABLE filling');
    });
    this.commits += 1;
  }

  async stats(): Promise<StoreStats> {
    const [row] = await this.query(
      `SELECT count(*)::DOUBLE AS events, min(time)::DOUBLE AS oldest, max(time)::DOUBLE AS newest,
         (SELECT count(*)::DOUBLE FROM rejected_lines) AS rejected_lines, (SELECT count(*)::DOUBLE FROM batches) AS batches FROM events`,
    );
    return {
      engine: 'duckdb',
      events: Number(row?.events ?? 0),
      rejected_lines: Number(row?.rejected_lines ?? 0),
      batches: Number(row?.batches ?? 0),
      oldest: row?.oldest == null ? null : Number(row.oldest),
      newest: row?.newest == null ? null : Number(row.newest),
    };
  }

  /** As Checkpoints.pausedFor, for one after another: the file may be copied meanwhile. */
  pauseCheckpoints(work: (ends: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    return this.copies.run(() => this.untilClosed((ends) => this.checkpoints.pausedFor(work, ends), signal));
  }

  close(): Promise<void> {
    this.closed ??= this.end();
    return this.closed;
  }

  private async end(): Promise<void> {
    this.closing.abort();
    await this.tidying;
    await Promise.all([
      this.writes.close(),
      this.endQueries(),
      this.sets.close(),
      this.lines.close(),
      this.copies.close(),
      this.freed.close(),
    ]);
    this.engine.close();
  }

  /** Merges rollups day by day, each in a transaction of its own, between which batches are stored. */
  private async merge(loose: readonly Loose[]): Promise<void> {
    for (const { rollup, grain, table, since } of loose) {
      const old = { table, clock: 'bucket', where: `bucket >= ${since - (since % GRAIN_MS['1d'])}` } as const;
      for (const stretch of await this.writes.run(() => stretchesOf(this.main, old))) {
        if (this.closing.signal.aborted) return;
        await this.writes.run(() =>
          transaction(this.main, async () => {
            for (const sql of compactRollup(rollup, grain, stretch)) await this.main.run(sql);
          }),
        );
      }
    }
  }
}

async function openOn(
  engine: DuckdbEngine,
  { memoryLimit, onProblem = () => undefined }: DuckdbOptions,
): Promise<DuckdbStore> {
  const main = await engine.connect();
  const limit = memoryLimit ?? ((await engine.blockBytes()) <= SMALL_BLOCK ? MEMORY_LIMIT.small : MEMORY_LIMIT.large);
  await setMemoryLimit(main, limit);
  await migrate(main);
  // What a failed sync left in the log may be in memory alone, although it is read from there: now it is on the disk.
  await main.run('CHECKPOINT');
  const precedence = new Precedence();
  const patient = inTurn(main, precedence);
  const rollups = new LooseRollups(patient);
  const writer = new DuckdbWriter(patient, rollups);
  await writer.open();
  const readers = await Promise.all(Array.from({ length: READERS }, () => engine.connect()));
  const writes = new Serial();
  const checkpoints = new Checkpoints(await engine.connect(), writes, engine.path);
  const sets = await IdSets.open(await engine.connect());
  const lines = await LineReader.open(() => engine.connect(), precedence);
  const since = await rollupsSince(main);
  const freed = new FreedMemory(await engine.connect(), limit, onProblem);
  return new DuckdbStore(
    engine,
    patient,
    writer,
    rollups,
    readers,
    writes,
    checkpoints,
    freed,
    sets,
    lines,
    precedence,
    onProblem,
    since,
  );
}

/** Opens the embedded store at `file` (`:memory:` for tests). Rejects with StoreInUse when another process has it. */
export async function openDuckdbStore(file: string, options: DuckdbOptions = {}): Promise<DuckdbStore> {
  const memory = file === ':memory:';
  const path = memory ? file : resolve(file);
  if (!memory) await mkdir(dirname(path), { recursive: true });
  const engine = await DuckdbEngine.open(path, {
    memory_limit: options.memoryLimit ?? MEMORY_LIMIT.large,
    threads: String(options.threads ?? THREADS),
    checkpoint_threshold: CHECKPOINT_THRESHOLD,
    // The engine would read the newest events' columns by a join over all rows, which takes six times as long as reading them at once.
    late_materialization_max_rows: '0',
    // What does not fit into memory would else go to one folder for all of them.
    ...(memory ? { temp_directory: join(tmpdir(), `parapet-memory-${randomUUID()}`) } : {}),
  });
  try {
    return await openOn(engine, options);
  } catch (error) {
    engine.close();
    throw error;
  }
}
