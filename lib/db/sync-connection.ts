import pg from 'pg';

/** A commit that waits for the disk, and so for all before it in the log; an empty message gives it something to write. */
const SYNC = `select pg_logical_emit_message(true, 'parapet', '')`;

/**
 * The one connection over which commits are brought to disk. A server that ends takes its connections along, so that the
 * same one before a transaction and after its commit says that no other server, and none that started anew, was asked in between
 * for a commit that it never had.
 */
export class SyncConnection {
  #made = 0;
  #number: number | undefined;
  /** The number when a connection of another pool was begun. */
  readonly #begunAt = new WeakMap<pg.ClientBase, number>();

  /** `pool` has one connection at most, and keeps it. */
  constructor(private readonly pool: pg.Pool) {
    pool.on('connect', () => {
      this.#number = ++this.#made;
    });
    pool.on('remove', () => {
      this.#number = undefined;
    });
  }

  /** The connection's number, which no later one has. Rejects where there is no server. */
  async number(): Promise<number> {
    if (this.#number === undefined) (await this.pool.connect()).release();
    if (this.#number === undefined) throw new Error('Connection terminated unexpectedly');
    return this.#number;
  }

  /** Resolves with the connection's number once all that was committed is on disk; rejects where nobody knows. */
  async sync(): Promise<number> {
    const client = await this.pool.connect();
    const number = this.#number as number;
    try {
      await client.query(SYNC);
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
    client.release();
    return number;
  }

  /** The connections of a pool that lends them with `lend`. */
  get Client(): new () => pg.ClientBase {
    const begunAt = this.#begunAt;
    const number = () => this.#number;
    return class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super(config);
        begunAt.set(this, number() ?? 0);
      }
    };
  }

  /** One that was begun after this one: an older one may be to a server that is no primary any more. */
  async lend(pool: pg.Pool): Promise<pg.PoolClient> {
    for (;;) {
      const number = await this.number();
      const client = await pool.connect();
      if (this.#begunAt.get(client) === number) return client;
      client.release(true);
    }
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
