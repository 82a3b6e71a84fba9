import type { DuckDBConnection } from '@duckdb/node-api';
import { StoreFailure } from '@/lib/db/dialect';
import { duckdbDialect } from './dialect';
import { explained } from './duckdb-transaction';
import { forgetLines, lookUp, readDistinct, readNginxLines, selectEvents, selectOwnRules } from './nginx-lines';
import { Serial } from './serial';
import type { DistinctValues, KnownValues, NumberedLine, ReadLines } from './store';

const SCHEMA = 'read_lines';

/** No name is given twice: lines that an engine read that is no more must not be taken for those of the next. */
let serial = 0;

/** Reads log lines as sets, into tables in memory, beside the connection that stores them. */
export class LineReader {
  readonly #serial = new Serial();

  private constructor(private readonly connection: DuckDBConnection) {}

  static async open(connection: DuckDBConnection): Promise<LineReader> {
    await connection.run(`ATTACH ':memory:' AS ${SCHEMA}`);
    return new LineReader(connection);
  }

  /** As AnalyticsStore.readLines. */
  async read(lines: Uint8Array, shiftMs: number, node_id?: string): Promise<LinesTable> {
    const table = `${SCHEMA}.lines_${++serial}`;
    try {
      return await this.run(async (connection) => {
        await runOnBytes(connection, readNginxLines(table, shiftMs, node_id !== undefined), lines, node_id);
        return LinesTable.of(table, connection, this);
      });
    } catch (error) {
      await this.forget(table);
      throw error;
    }
  }

  /** Work on the tables of lines; rejects with StoreFailure where the store cannot serve now. */
  run<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    return this.#serial.run(() => work(this.connection)).catch((error: unknown) => Promise.reject(explained(error)));
  }

  /** Drops the lines of a table; with the engine they have gone anyway. */
  async forget(table: string): Promise<void> {
    await this.run((connection) => connection.run(forgetLines(table))).catch((error: unknown) => {
      if (!(error instanceof StoreFailure)) throw error;
    });
  }

  /** Throws StoreFailure where the tables are gone with the engine. */
  expectOpen(): void {
    if (this.#serial.isClosed) throw new StoreFailure('the event store was opened again since it read these lines');
  }

  close(): Promise<void> {
    return this.#serial.close();
  }
}

/** Runs a statement whose first parameter is bytes. They are bound as they are: a value made of them stays until it is collected. */
async function runOnBytes(connection: DuckDBConnection, sql: string, bytes: Uint8Array, text?: string): Promise<void> {
  const statement = await connection.prepare(sql);
  try {
    statement.bindBlob(1, bytes);
    if (text !== undefined) statement.bindVarchar(2, text);
    await statement.run();
  } finally {
    statement.destroySync();
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
    private readonly table: string,
    private readonly reader: LineReader,
    readonly values: DistinctValues,
    readonly odd: readonly NumberedLine[],
    public count: number,
    readonly last: number,
    readonly hasMatches: boolean,
  ) {}

  static async of(table: string, connection: DuckDBConnection, reader: LineReader): Promise<LinesTable> {
    const found = await connection.runAndReadAll(readDistinct(table));
    const [count, last, others, matches, hosts, addresses, agents, referers] = found.getRows()[0] ?? [];
    const odd = Number(others) > 0 ? await takeLines(connection, table, 'NOT is_regular') : [];
    const values: DistinctValues = {
      hosts: String(hosts),
      addresses: String(addresses),
      agents: String(agents),
      referers: String(referers),
    };
    return new LinesTable(table, reader, values, odd, Number(count), Number(last), Number(matches) > 0);
  }

  async takeHosts(hosts: readonly string[]): Promise<number[]> {
    if (hosts.length === 0) return [];
    const where = `raw_host IN (${hosts.map((host) => duckdbDialect.text(host)).join(', ')})`;
    const taken = await this.reader.run((connection) => takeLines(connection, this.table, where));
    this.count -= taken.length;
    return taken.map(({ number }) => number);
  }

  know(known: KnownValues): Promise<void> {
    const { sql, values } = lookUp(this.table, known);
    return this.reader.run(async (connection) => void (await connection.run(sql, values)));
  }

  select(columns: readonly string[]): string {
    this.reader.expectOpen();
    return selectEvents(this.table, columns);
  }

  /** The rules that these were refused by, with their number in the batch. */
  selectMatches(): string {
    return selectOwnRules(this.table);
  }

  async forgetBy(run: (sql: string) => Promise<unknown>): Promise<void> {
    await run(forgetLines(this.table));
    this.#isForgotten = true;
  }

  async drop(): Promise<void> {
    if (!this.#isForgotten) await this.reader.forget(this.table);
  }
}
