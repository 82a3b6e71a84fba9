import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { ClickHouseError, type ClickHouseSettings, createClient } from '@clickhouse/client';
import { timeLimit } from '@/lib/runtime/time-limit';
import { QueryTimeout, type Row } from '../store';

/** What the engine may use for one query. */
const QUERY_MEMORY = String(2 ** 31);
const MOST_ROWS = '200000';
const OPEN_CONNECTIONS = 8;
/** Nothing that is asked takes longer, whatever its own limit. */
const REQUEST_MS = 120_000;
/** The engine ends a query itself; one that cannot be reached does not. */
const GRACE_MS = 1000;
/** While it works on a request of no limit of its own, it is asked this often whether it is there, and so long is waited for that. */
const ALIVE_MS = 5_000;
const SIGN_MS = 3_000;

/** Makes the engine read a query as the other one does. */
const SAME_SQL: ClickHouseSettings = {
  prefer_column_name_to_alias: 1,
  union_default_mode: 'DISTINCT',
  join_use_nulls: 1,
  group_by_use_nulls: 1,
  cast_keep_nullable: 1,
  // What takes an event back is of the same day.
  do_not_merge_across_partitions_select_final: 1,
};

/** An insert is one block, so that it is stored whole or not at all, and one of the same token is stored once. */
const ONE_BLOCK: ClickHouseSettings = {
  async_insert: 0,
  input_format_parallel_parsing: 0,
  max_partitions_per_insert_block: '0',
  deduplicate_blocks_in_dependent_materialized_views: 1,
  wait_end_of_query: 1,
};

/** A lookup names every event of a group of batches. */
const LONG_QUERY: ClickHouseSettings = { max_query_size: String(16 << 20) };

const TIMEOUTS = new Set(['159', '160']);
/** The engine gives no sign of life. */
export const silent = () => new Error('ClickHouse does not answer');

/** The engine's codes for rows that it cannot read. */
const UNREADABLE = new Set(['6', '26', '27', '38', '41', '72', '117', '441', '675', '676', '677']);

function* bytesOf(pieces: readonly string[]): Generator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}

/** The engine refused rows as such: nothing of their block is stored, and nothing ever will be. */
export const isUnreadable = (error: unknown): boolean => error instanceof ClickHouseError && UNREADABLE.has(error.code);

/** One database of a ClickHouse server, with a limit of time and memory on whatever it is asked. */
export class Connection {
  readonly #client;
  /** Asks whether the engine is there, over a connection that no query occupies. */
  readonly #pinger;
  /** Settings that not every release has, for what is read by charts. */
  #more: ClickHouseSettings = {};

  constructor(url: string) {
    this.#pinger = createClient({ url, application: 'parapet', request_timeout: SIGN_MS, log: { level: 127 } });
    this.#client = createClient({
      url,
      application: 'parapet',
      request_timeout: REQUEST_MS,
      max_open_connections: OPEN_CONNECTIONS,
      // What fails is said by whoever asked.
      log: { level: 127 },
    });
  }

  /** Rows with numbers as JavaScript has them. Rejects with QueryTimeout. */
  rows(sql: string, values: readonly string[], timeoutMs: number): Promise<Row[]> {
    const query_params = Object.fromEntries(values.map((value, i) => [`p${i + 1}`, value]));
    return this.#read(sql, query_params, timeoutMs, {
      ...SAME_SQL,
      ...this.#more,
      output_format_json_quote_64bit_integers: 0,
    });
  }

  /** Rows with integers of 64 bits as text, as they were stored. */
  exactly(sql: string, query_params: Record<string, unknown> = {}, timeoutMs = REQUEST_MS): Promise<Row[]> {
    const settings: ClickHouseSettings = { ...LONG_QUERY, output_format_json_quote_64bit_integers: 1 };
    return this.#whileThere((gone) => this.#read(sql, query_params, timeoutMs, settings, gone));
  }

  async #read(
    query: string,
    query_params: Record<string, unknown>,
    timeoutMs: number,
    settings: ClickHouseSettings,
    gone?: AbortSignal,
  ): Promise<Row[]> {
    const late = timeLimit(timeoutMs + GRACE_MS, gone);
    try {
      const answer = await this.#client.query({
        query,
        query_params,
        format: 'JSONEachRow',
        abort_signal: late,
        clickhouse_settings: {
          ...settings,
          max_execution_time: timeoutMs / 1000,
          max_memory_usage: QUERY_MEMORY,
          max_result_rows: MOST_ROWS,
        },
      });
      const rows: Row[] = [];
      for await (const some of answer.stream<Row>()) for (const row of some) rows.push(row.json());
      return rows;
    } catch (error) {
      gone?.throwIfAborted();
      if (error instanceof ClickHouseError && TIMEOUTS.has(error.code)) throw new QueryTimeout(timeoutMs);
      if (!late.aborted) throw error;
      // It ends what takes too long itself, unless it does not answer at all.
      throw (await this.#answersSoon()) ? new QueryTimeout(timeoutMs) : silent();
    }
  }

  async command(query: string, query_params: Record<string, unknown> = {}): Promise<void> {
    const clickhouse_settings: ClickHouseSettings = { ...LONG_QUERY, mutations_sync: '1' };
    await this.#whileThere((abort_signal) =>
      this.#client.command({ query, query_params, clickhouse_settings, abort_signal }),
    );
  }

  /** Adds rows, one JSON object a line, in pieces; the same token a second time changes nothing. */
  async insert(table: string, lines: readonly string[], token: string): Promise<void> {
    if (lines.length === 0) return;
    await this.#whileThere(async (abort_signal) => {
      const { stream } = await this.#client.exec({
        query: `INSERT INTO ${table} FORMAT JSONEachRow`,
        values: Readable.from(bytesOf(lines), { objectMode: false }),
        clickhouse_settings: { ...ONE_BLOCK, insert_deduplication_token: token },
        abort_signal,
      });
      await text(stream);
    });
  }

  /** Uses a setting of queries where the engine says that it has it. Answers whether it does. */
  async switchOn(name: string): Promise<boolean> {
    const asked = this.exactly('SELECT name FROM system.settings WHERE name = {name:String}', { name });
    const found = await asked.catch((error: unknown) => {
      if (error instanceof ClickHouseError) return [];
      throw error;
    });
    if (found.length > 0) this.#more = { ...this.#more, [name]: 1 };
    return found.length > 0;
  }

  /** Whether the engine answers at all. */
  async isThere(): Promise<boolean> {
    return (await this.#pinger.ping()).success;
  }

  #answersSoon(): Promise<boolean> {
    return Promise.race([this.isThere(), wait(GRACE_MS, false, { ref: false })]);
  }

  /** Gives a request up when the engine does not say any more that it is there: it may be slow, but not silent. */
  async #whileThere<T>(ask: (gone: AbortSignal) => Promise<T>): Promise<T> {
    const gone = new AbortController();
    const asking = setInterval(async () => {
      if (!(await this.isThere())) gone.abort(silent());
    }, ALIVE_MS).unref();
    try {
      return await ask(gone.signal);
    } finally {
      clearInterval(asking);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#client.close(), this.#pinger.close()]);
  }
}
