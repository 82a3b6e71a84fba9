import { setTimeout as wait } from 'node:timers/promises';
import type { Db, Store, Tx } from '@/lib/db/store';
import type { Logger } from '@/lib/log/logger';
import { type ChainName, headOf, isStillThere, type Link, startOf, walk } from './chain';

declare module '@/lib/db/tables' {
  interface Tables {
    chain_checks: {
      chain: string;
      verified_id: number;
      verified_hash: string;
      /** When a check last came to its end. */
      verified_at: number;
      /** Id of the first broken row; 0 while none is known. */
      broken_id: number;
      /** When the check that these rows belong to began at the first row. */
      begun_at: number;
      /** A check is under way until then; whoever does it moves this on. */
      lease_until: number;
    };
  }
}

/** How a chain stands (extension of spec 2.16). */
export type ChainState = {
  rows: number;
  head_hash: string;
  /** Rows from the first one that the latest check found sound. */
  verified_rows: number;
  /** Unix milliseconds; 0 before the first check ended. */
  verified_at: number;
  /** Id of the first row that does not follow from the one before it; 0 when there is none. */
  broken_id: number;
  is_running: boolean;
};

/** Few enough that nobody waits: about 3 ms of this thread. */
const BATCH = 250;
const SAVE_MS = 2_000;
const LEASE_MS = 30_000;
/** What was verified once is looked at again from the first row after so long. */
const WHOLE_MS = 24 * 3_600_000;

const checkOf = (db: Db | Tx, chain: ChainName) =>
  db.selectFrom('chain_checks').selectAll().where('chain', '=', chain).executeTakeFirst();

/**
 * Verifies the chains behind the answers: every minute what is new, once a day and on request from the first row. A
 * batch at a time, resting as long as it worked. Several processes on one store take turns through a lease.
 */
export class ChainChecks {
  readonly #running = new Set<Promise<void>>();
  #isClosed = false;

  constructor(
    private readonly store: Store,
    private readonly log: Logger,
  ) {}

  async state(chain: ChainName): Promise<ChainState> {
    const { read } = this.store;
    const [head, check] = await Promise.all([headOf(read, chain), checkOf(read, chain)]);
    const start = startOf(head).id;
    return {
      rows: head.id - start,
      head_hash: head.hash,
      verified_rows: Math.max(0, (check?.verified_id ?? start) - start),
      verified_at: check?.verified_at ?? 0,
      broken_id: check?.broken_id ?? 0,
      is_running: (check?.lease_until ?? 0) > Date.now(),
    };
  }

  /** Begins a check, from the first row when `whole`; resolves once it is under way, by whomever. */
  async start(chain: ChainName, whole: boolean): Promise<void> {
    if (this.#isClosed) return;
    const from = await this.#take(chain, whole);
    if (!from) return;
    const running = this.#run(chain, from)
      .catch((err: unknown) => this.log.error({ err, chain }, 'a chain could not be verified'))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Ends checks under way at their next batch; the next process goes on from there. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#running);
  }

  /** Takes the lease and says where to go on; undefined when a check is under way or nothing is left to do. */
  async #take(chain: ChainName, whole: boolean): Promise<Link | undefined> {
    const now = Date.now();
    const head = await headOf(this.store.read, chain);
    const known = await checkOf(this.store.read, chain);
    const isWhole = whole || known === undefined || now - known.begun_at > WHOLE_MS;
    const isDone = known?.verified_id === head.id && known.verified_hash === head.hash;
    if (!isWhole && (isDone || known.broken_id !== 0)) return undefined;
    const from = isWhole ? startOf(head) : { id: known.verified_id, hash: known.verified_hash };
    const begun_at = isWhole ? now : known.begun_at;
    const place = { verified_id: from.id, verified_hash: from.hash, begun_at, lease_until: now + LEASE_MS };
    const isTaken = await this.store.transaction(async (tx) => {
      const inserted = await tx
        .insertInto('chain_checks')
        .values({ chain, ...place, verified_at: 0, broken_id: 0 })
        .onConflict((c) => c.column('chain').doUpdateSet(place).where('chain_checks.lease_until', '<=', now))
        .returning('chain')
        .execute();
      return inserted.length > 0;
    });
    return isTaken ? from : undefined;
  }

  async #run(chain: ChainName, from: Link): Promise<void> {
    let last = from;
    try {
      const broken_id = await this.#advance(chain, from, (at) => {
        last = at;
      });
      if (broken_id === undefined) return await this.#save(chain, last, { lease_until: 0 });
      if (broken_id !== 0) this.log.error({ chain, row: broken_id }, 'a row of the audit log does not follow');
      await this.#save(chain, last, { lease_until: 0, verified_at: Date.now(), broken_id });
    } catch (error) {
      await this.#save(chain, last, { lease_until: 0 }).catch(() => undefined);
      throw error;
    }
  }

  /** Walks to the end of the chain. Answers the first broken row, 0 when all is sound, undefined when cut short. */
  async #advance(chain: ChainName, from: Link, onLink: (link: Link) => void): Promise<number | undefined> {
    const db = this.store.scan;
    let saved = Date.now();
    for (let last = from; !this.#isClosed; ) {
      const began = performance.now();
      const head = await headOf(db, chain);
      // Rows come together with the head, so one read after them cannot lag behind them.
      if (head.id < last.id) return head.id + 1;
      if (last === from && from.id !== startOf(head).id && !(await isStillThere(db, chain, from))) return from.id;
      const next = await walk(db, chain, last, BATCH);
      onLink(next.last);
      if (next.broken !== undefined) return next.broken;
      const isShort = next.last.id < last.id + BATCH;
      last = next.last;
      if (last.id === head.id) return last.hash === head.hash ? 0 : last.id + 1;
      if (isShort && last.id < head.id) return last.id + 1;
      if (Date.now() - saved > SAVE_MS) {
        saved = Date.now();
        await this.#save(chain, last, { lease_until: saved + LEASE_MS });
      }
      await wait(performance.now() - began, undefined, { ref: false });
    }
    return undefined;
  }

  async #save(chain: ChainName, last: Link, more: object): Promise<void> {
    const place = { verified_id: last.id, verified_hash: last.hash, ...more };
    await this.store.transaction((tx) =>
      tx.updateTable('chain_checks').set(place).where('chain', '=', chain).executeTakeFirst(),
    );
  }
}
