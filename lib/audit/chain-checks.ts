import { setTimeout as wait } from 'node:timers/promises';
import type { Db, Store, Tx } from '@/lib/db/store';
import { clockOf } from '@/lib/jobs/queue';
import type { Logger } from '@/lib/log/logger';
import type { Seal } from '@/lib/seal/seal';
import { type ChainName, type Head, headOf, type Link } from './chain';
import { Findings } from './findings';
import { readNotes } from './notes';
import { type Break, breakAtEnd, isStillThere, walk } from './walk';

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
      /** How many rows are broken, without and with a signed note; JSON of the first of the former and of the end. */
      broken_rows: number;
      acknowledged_rows: number;
      breaks: string;
      /** When the check that these rows belong to began at the first row. */
      begun_at: number;
      /** A check is under way until then; whoever does it moves this on. */
      lease_until: number;
    };
  }
}

/** What is known of a chain (extension of spec 2.16). */
export type ChainState = {
  rows: number;
  head_hash: string;
  /** Rows from the first one that the latest check found sound. */
  verified_rows: number;
  /** Unix milliseconds; 0 before the first check ended. */
  verified_at: number;
  /** Id of the first row that does not follow from the one before it; 0 when there is none. */
  broken_id: number;
  /** Rows that do not follow and that no signed note names: how many, and the ids of the first of them. */
  broken_rows: number;
  broken_ids: number[];
  /** Rows that do not follow and that a signed note names. */
  acknowledged_rows: number;
  /** Id of the first row there should be; those before it were pruned, or are older than the chain. */
  first_id: number;
  is_running: boolean;
};

/** Where a check goes on, and what it found before. */
type Place = { last: Link; start: Link; findings: Findings };

/** Few enough that nobody waits: about 3 ms of this thread. */
const BATCH = 250;
const SAVE_MS = 2_000;
const LEASE_MS = 30_000;
/** What was verified once is verified again from the first row after so long. */
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
    private readonly seal: Seal,
  ) {}

  async state(chain: ChainName): Promise<ChainState> {
    const { read } = this.store;
    const [head, check, now] = await Promise.all([headOf(read, chain), checkOf(read, chain), clockOf(this.store)]);
    const { start } = await readNotes(read, this.seal, chain, head);
    const { named, end } = breaksOf(check?.breaks);
    const breaks = [...named, ...(end ? [end] : [])];
    const verified = breaks[0]?.after ?? check?.verified_id ?? start.id;
    return {
      rows: Math.max(0, head.id - start.id),
      head_hash: head.hash,
      verified_rows: Math.max(0, verified - start.id),
      verified_at: check?.verified_at ?? 0,
      broken_id: check?.broken_id ?? 0,
      broken_rows: (check?.broken_rows ?? 0) + (end ? 1 : 0),
      broken_ids: breaks.map(({ id }) => id),
      acknowledged_rows: check?.acknowledged_rows ?? 0,
      first_id: start.id + 1,
      is_running: (check?.lease_until ?? 0) > now,
    };
  }

  /** Begins a check, from the first row when `whole`; resolves once it is under way, by whomever. */
  async start(chain: ChainName, whole: boolean): Promise<void> {
    if (this.#isClosed) return;
    const place = await this.#take(chain, whole);
    if (!place) return;
    const running = this.#run(chain, place)
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
  async #take(chain: ChainName, whole: boolean): Promise<Place | undefined> {
    // By one clock, whichever process has the lease: one whose clock is ahead would take it away.
    const now = await clockOf(this.store);
    const { read } = this.store;
    const head = await headOf(read, chain);
    const known = await checkOf(read, chain);
    const isDone = known?.verified_id === head.id && known.verified_hash === head.hash;
    const isFresh = known !== undefined && now - known.begun_at <= WHOLE_MS;
    if (!whole && isFresh && isDone) return undefined;
    const { start, acknowledged } = await readNotes(this.store.scan, this.seal, chain, head);
    const goesOn = !whole && isFresh && (await canGoOn(read, chain, known, start, head.id));
    const place = goesOn
      ? { last: linkOf(known), start, findings: findingsOf(known, acknowledged) }
      : { last: start, start, findings: new Findings(acknowledged) };
    const begun_at = goesOn ? known.begun_at : now;
    return (await this.#lease(chain, place, begun_at, now)) ? place : undefined;
  }

  #lease(chain: ChainName, place: Place, begun_at: number, now: number): Promise<boolean> {
    const taken = { ...stored(place), begun_at, lease_until: now + LEASE_MS };
    return this.store.transaction(async (tx) => {
      const inserted = await tx
        .insertInto('chain_checks')
        .values({ chain, verified_at: 0, broken_id: 0, ...taken })
        .onConflict((c) => c.column('chain').doUpdateSet(taken).where('chain_checks.lease_until', '<=', now))
        .returning('chain')
        .execute();
      return inserted.length > 0;
    });
  }

  async #run(chain: ChainName, place: Place): Promise<void> {
    try {
      const head = await this.#advance(chain, place);
      if (!head) return await this.#save(chain, place, { lease_until: 0 });
      const end = breakAtEnd(place.last, head);
      const broken_id = place.findings.withEnd(end).breaks[0]?.id ?? 0;
      if (broken_id !== 0) this.log.error({ chain, row: broken_id }, 'a row of the audit log does not follow');
      await this.#save(chain, place, { lease_until: 0, verified_at: await clockOf(this.store), broken_id }, end);
    } catch (error) {
      await this.#save(chain, place, { lease_until: 0 }).catch(() => undefined);
      throw error;
    }
  }

  /** Walks to the end of the chain. Answers its head, undefined when cut short. */
  async #advance(chain: ChainName, place: Place): Promise<Head | undefined> {
    const db = this.store.scan;
    for (let saved = performance.now(); !this.#isClosed; ) {
      const began = performance.now();
      // Rows come together with the head, so that rows read after it go at least as far.
      const head = await headOf(db, chain);
      const next = await walk(db, chain, place.last, BATCH);
      place.findings.add(next.breaks);
      place.last = next.last;
      if (next.last.id === head.id || next.rows === 0) return head;
      if (began - saved > SAVE_MS) {
        saved = began;
        await this.#save(chain, place, { lease_until: (await clockOf(this.store)) + LEASE_MS });
      }
      await wait(performance.now() - began, undefined, { ref: false });
    }
    return undefined;
  }

  async #save(chain: ChainName, place: Place, more: object, end?: Break): Promise<void> {
    const isNamed = end && place.findings.isBroken(end);
    await this.store.transaction((tx) =>
      tx
        .updateTable('chain_checks')
        .set({ ...stored(place, isNamed ? end : undefined), ...more })
        .where('chain', '=', chain)
        .executeTakeFirst(),
    );
  }
}

type Breaks = { named: Break[]; end: Break | null };
type Check = NonNullable<Awaited<ReturnType<typeof checkOf>>>;

const breaksOf = (text: string | undefined): Breaks =>
  text === undefined ? { named: [], end: null } : (JSON.parse(text) as Breaks);
const linkOf = (check: Check): Link => ({ id: check.verified_id, hash: check.verified_hash });
const findingsOf = (check: Check, acknowledged: ReadonlySet<string>) =>
  new Findings(acknowledged, breaksOf(check.breaks).named, check.broken_rows, check.acknowledged_rows);

/** A place in the columns that keep it. */
const stored = ({ last, findings }: Place, end?: Break) => ({
  verified_id: last.id,
  verified_hash: last.hash,
  broken_rows: findings.broken_rows,
  acknowledged_rows: findings.acknowledged_rows,
  breaks: JSON.stringify({ named: findings.breaks, end: end ?? null } satisfies Breaks),
});

/** Not where the row last verified was pruned, changed or cut off since: then all is verified again. */
async function canGoOn(db: Db, chain: ChainName, check: Check, start: Link, head: number): Promise<boolean> {
  const last = linkOf(check);
  if (last.id > head || last.id < start.id) return false;
  return last.id === start.id ? last.hash === start.hash : isStillThere(db, chain, last);
}
