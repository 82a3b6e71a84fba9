import type { DuckDBConnection } from '@duckdb/node-api';
import { StoreFailure } from '@/lib/db/dialect';
import { duckdbDialect } from './dialect';
import { ReusedTable } from './duckdb-reused-table';
import { explained } from './duckdb-transaction';
import { type LineTables, lookUp, type Reading, readDistinct, selectEvents, selectOwnRules } from './nginx-lines';
import { inTurn, type Precedence } from './precedence';
import { Serial } from './serial';
import type { DistinctValues, KnownValues, NumberedLine, ReadLines } from './store';

const SCHEMA = 'known_values';

/** No name is given twice: lines that an engine read that is no more must not be taken for those of the next. */
let serial = 0;

/** Reads log lines as sets, into tables in memory, beside the connection that stores them. */
export class LineReader {
  readonly #serial = new Serial();
  readonly #tables: ReusedTable[] = [];
  readonly #free: ReusedTable[] = [];

  private constructor(
    private readonly connection: DuckDBConnection,
    private readonly lookUps: DuckDBConnection,
    private readonly precedence: Precedence,
  ) {}

  static async open(connect: () => Promise<DuckDBConnection>, precedence: Precedence): Promise<LineReader> {
    const connection = await connect();
    await connection.run(`ATTACH ':memory:' AS ${SCHEMA}`);
    const lookUps = await connect();
    // Joins that are written as they are best made: to look for better ones takes a third of the time that they take.
    await lookUps.run('PRAGMA disable_optimizer');
    return new LineReader(inTurn(connection, precedence), inTurn(lookUps, precedence), precedence);
  }

  /** As AnalyticsStore.readLines. */
  read(lines: Uint8Array, reading: Reading): Promise<LinesTable> {
    return this.run(async (connection) => {
      const table = this.#free.pop() ?? (await this.#open());
      try {
        await this.precedence.turn();
        await table.fill(lines, reading);
        return await LinesTable.of(
          table,
          { known: `${SCHEMA}.known_${++serial}`, shiftMs: reading.shiftMs },
          connection,
          this,
        );
      } catch (error) {
        // One that cannot be emptied is not used again.
        await this.#empty(table).catch(() => undefined);
        throw error;
      }
    });
  }

  /** As many as there are batches at a time. */
  async #open(): Promise<ReusedTable> {
    const table = await ReusedTable.open(this.connection, `lines_${++serial}`);
    this.#tables.push(table);
    return table;
  }

  /** Stores what is known of the values of lines. Rejects as `run` does. */
  know({ sql, values }: { sql: string; values: string[] }): Promise<void> {
    return this.run(async () => void (await this.lookUps.run(sql, values)));
  }

  /** Work on the tables of lines; rejects with StoreFailure where the store cannot serve now. */
  run<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    return this.#serial.run(() => work(this.connection)).catch((error: unknown) => Promise.reject(explained(error)));
  }

  async #empty(table: ReusedTable): Promise<void> {
    await table.emptyBy((sql) => this.connection.run(sql));
    this.takeBack(table);
  }

  /** A table that is empty again. */
  takeBack(table: ReusedTable): void {
    this.#free.push(table);
  }

  /** Throws StoreFailure where the tables are gone with the engine. */
  expectOpen(): void {
    if (this.#serial.isClosed) throw new StoreFailure('the event store was opened again since it read these lines');
  }

  /** What is planned keeps the engine, and so its file. */
  async close(): Promise<void> {
    await this.#serial.close();
    for (const table of this.#tables) table.close();
  }
}

/** Takes lines out of a table. */
async function takeLines(connection: DuckDBConnection, table: string, where: string): Promise<NumberedLine[]> {
  const found = await connection.runAndReadAll(`SELECT number::INTEGER, odd_line FROM ${table} WHERE ${where}`);
  if (found.currentRowCount > 0) await connection.run(`DELETE FROM ${table} WHERE ${where}`);
  return found.getRows().map(([number, line]) => ({ number: Number(number), text: String(line) }));
}

/** Lines that were read. */
export class LinesTable implements ReadLines {
  #isForgotten = false;

  private constructor(
    private readonly table: ReusedTable,
    private readonly beside: Omit<LineTables, 'lines'>,
    private readonly reader: LineReader,
    readonly values: DistinctValues,
    readonly odd: readonly NumberedLine[],
    public count: number,
    readonly last: number,
    readonly hasMatches: boolean,
  ) {}

  static async of(
    table: ReusedTable,
    beside: Omit<LineTables, 'lines'>,
    connection: DuckDBConnection,
    reader: LineReader,
  ): Promise<LinesTable> {
    const found = await connection.runAndReadAll(readDistinct(table.name));
    const [count, last, others, matches, hosts, addresses, agents, referers] = found.getRows()[0] ?? [];
    const odd = Number(others) > 0 ? await takeLines(connection, table.name, 'odd_line IS NOT NULL') : [];
    const values: DistinctValues = {
      hosts: String(hosts),
      addresses: String(addresses),
      agents: String(agents),
      referers: String(referers),
    };
    return new LinesTable(table, beside, reader, values, odd, Number(count), Number(last), Number(matches) > 0);
  }

  get #tables(): LineTables {
    if (this.#isForgotten) throw new Error('lines were asked for that are forgotten');
    return { lines: this.table.name, ...this.beside };
  }

  async takeHosts(hosts: readonly string[]): Promise<number[]> {
    if (hosts.length === 0) return [];
    const where = `raw_host IN (${hosts.map((host) => duckdbDialect.text(host)).join(', ')})`;
    const { lines } = this.#tables;
    const taken = await this.reader.run((connection) => takeLines(connection, lines, where));
    this.count -= taken.length;
    return taken.map(({ number }) => number);
  }

  know(known: KnownValues): Promise<void> {
    return this.reader.know(lookUp(this.#tables, known));
  }

  select(columns: readonly string[]): string {
    this.reader.expectOpen();
    return selectEvents(this.#tables, columns);
  }

  /** The rules that these were refused by, with their number in the batch. */
  selectMatches(): string {
    return selectOwnRules(this.#tables.lines);
  }

  async forgetBy(run: (sql: string) => Promise<unknown>): Promise<void> {
    await run(`DROP TABLE IF EXISTS ${this.beside.known}`);
    await this.table.emptyBy(run);
    this.#isForgotten = true;
    this.reader.takeBack(this.table);
  }

  /** With the engine they have gone anyway. */
  async drop(): Promise<void> {
    if (this.#isForgotten) return;
    await this.reader
      .run((connection) => this.forgetBy((sql) => connection.run(sql)))
      .catch((error: unknown) => {
        if (!(error instanceof StoreFailure)) throw error;
      });
  }
}
