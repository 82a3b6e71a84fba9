import { DuckDBBlobValue, type DuckDBConnection } from '@duckdb/node-api';
import { duckdbDialect } from './dialect';
import { readNginxLines, selectEvents } from './nginx-lines';
import type { DistinctValues, KnownValues, NumberedLine, ReadLines } from './store';

const SCHEMA = 'read_lines';

/** What is known of the values of one column, as its table. */
const KNOWN: Readonly<Record<keyof KnownValues, string>> = {
  hosts: '{"raw":"VARCHAR","host":"VARCHAR","oem_id":"VARCHAR","domain_id":"VARCHAR"}',
  addresses: '{"raw":"VARCHAR","country":"VARCHAR","asn":"BIGINT"}',
  agents: '{"raw":"VARCHAR","ua_class":"VARCHAR","ua_name":"VARCHAR"}',
  referers: '{"raw":"VARCHAR","referer_host":"VARCHAR"}',
};

const COLUMN: Readonly<Record<keyof DistinctValues, string>> = {
  hosts: 'raw_host',
  addresses: 'client_ip',
  agents: 'user_agent',
  referers: 'raw_referer',
};

type Run = <T>(work: (connection: DuckDBConnection) => Promise<T>) => Promise<T>;

/** Reads log lines as sets, into tables in memory, beside the connection that stores them. */
export class LineReader {
  #serial = 0;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(readonly connection: DuckDBConnection) {}

  static async open(connection: DuckDBConnection): Promise<LineReader> {
    await connection.run(`ATTACH ':memory:' AS ${SCHEMA}`);
    return new LineReader(connection);
  }

  /** As AnalyticsStore.readLines. */
  async read(lines: Uint8Array, shiftMs: number): Promise<LinesTable> {
    const table = `${SCHEMA}.lines_${++this.#serial}`;
    const run: Run = (work) => this.#run(() => work(this.connection));
    try {
      return await run(async (connection) => {
        await connection.run(readNginxLines(table, shiftMs), [new DuckDBBlobValue(lines)]);
        return LinesTable.of(table, connection, run);
      });
    } catch (error) {
      await run((connection) => connection.run(`DROP TABLE IF EXISTS ${table}`));
      throw error;
    }
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work, work);
    this.#last = next.catch(() => undefined);
    return next;
  }
}

async function textsOf(connection: DuckDBConnection, sql: string): Promise<string[]> {
  return (await connection.runAndReadAll(sql)).getRows().map(([value]) => String(value));
}

/** Takes lines out of a table. */
async function takeLines(connection: DuckDBConnection, table: string, where: string): Promise<NumberedLine[]> {
  const found = await connection.runAndReadAll(`SELECT number::INTEGER, line FROM ${table} WHERE ${where}`);
  if (found.currentRowCount > 0) await connection.run(`DELETE FROM ${table} WHERE ${where}`);
  return found.getRows().map(([number, line]) => ({ number: Number(number), text: String(line) }));
}

/** Lines that were read. */
export class LinesTable implements ReadLines {
  private constructor(
    private readonly table: string,
    private readonly run: Run,
    readonly values: DistinctValues,
    readonly odd: readonly NumberedLine[],
    public count: number,
    readonly last: number,
  ) {}

  static async of(table: string, connection: DuckDBConnection, run: Run): Promise<LinesTable> {
    const odd = await takeLines(connection, table, 'NOT is_regular');
    const distinct = (name: keyof DistinctValues) =>
      textsOf(connection, `SELECT DISTINCT ${COLUMN[name]} FROM ${table}`);
    const values: DistinctValues = {
      hosts: await distinct('hosts'),
      addresses: await distinct('addresses'),
      agents: await distinct('agents'),
      referers: await distinct('referers'),
    };
    const found = await connection.runAndReadAll(`SELECT count(*), coalesce(max(number), 0) FROM ${table}`);
    const [count, last] = found.getRows()[0] ?? [];
    return new LinesTable(table, run, values, odd, Number(count), Number(last));
  }

  async takeHosts(hosts: readonly string[]): Promise<NumberedLine[]> {
    const where = `raw_host IN (${hosts.map((host) => duckdbDialect.text(host)).join(', ')})`;
    const taken = await this.run((connection) => takeLines(connection, this.table, where));
    this.count -= taken.length;
    return taken;
  }

  know(known: KnownValues): Promise<void> {
    return this.run(async (connection) => {
      for (const [name, structure] of Object.entries(KNOWN)) {
        await connection.run(
          `CREATE TABLE ${this.table}_${name} AS SELECT unnest(from_json($1, '[${structure}]'), recursive := true)`,
          [JSON.stringify(known[name as keyof KnownValues])],
        );
      }
    });
  }

  /** The events with their number in the batch. */
  select(): string {
    return selectEvents(this.table);
  }

  drop(): Promise<void> {
    return this.run(async (connection) => {
      for (const name of Object.keys(KNOWN)) await connection.run(`DROP TABLE IF EXISTS ${this.table}_${name}`);
      await connection.run(`DROP TABLE ${this.table}`);
    });
  }
}
