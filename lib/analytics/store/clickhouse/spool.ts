import { lstat, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { IngestBatch } from '../store';
import { batchesIn, piecesOfBatches, piecesOfPlan, planIn } from './spool-files';

/** Rows for one table, as lines of JSON in pieces, under the token of their plan or one of their own. */
export type Insert = { table: string; lines: readonly string[]; token?: string };

/** What is to be inserted, worked out once: however often it is tried, it is stored once by its token. */
export type Plan = { token: string; inserts: Insert[] };

const PLAN = 'plan.json';
const BATCHES = /^batch-\d+\.json$/;
const PLANS = /^plan-\d+\.json$/;
/** How many plans stay aside, the newest: what an older one was to store waits here as well, or came again from its sender. */
const PLANS_ASIDE = 10;
const REASON = '.reason';
const HALF = '.part';
/** Of this process, not of a file: what could not be read is read later. */
const PASSING = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EINTR']);
/** What waited is stored so much at once, since a commit costs about the same however small it is. */
const TOGETHER_BYTES = 2 << 20;
const isPassing = (error: unknown) => PASSING.has((error as NodeJS.ErrnoException).code ?? '');

type Waiting = { name: string; bytes: number };

/** Hears of a file that cannot be read or stored, after it was put aside. */
export type OnAside = (name: string, reason: unknown) => void;

/**
 * What is accepted and not yet in the database, in a folder of this process: the plan that is being carried out, and batches
 * that wait because the engine is away. What it has taken is on disk. A file that cannot be read or stored is put aside,
 * with the reason beside it, so that those behind it are stored; the next process tries it anew. It takes room until then.
 */
export class Spool {
  #serial = 0;
  #bytes = 0;
  #waiting: Waiting[] = [];
  #opened: Promise<void> | undefined;
  readonly #aside: string;

  constructor(
    private readonly folder: string,
    private readonly maxBytes: number,
    private readonly onAside: OnAside,
  ) {
    this.#aside = path.join(folder, 'aside');
  }

  /** Finds what an earlier process left. */
  open(): Promise<void> {
    this.#opened ??= this.#read().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #read(): Promise<void> {
    await mkdir(this.#aside, { recursive: true });
    await this.#takeBack();
    await this.#trimAside();
    const found = await readdir(this.folder);
    for (const name of found.filter((name) => name.endsWith(HALF))) await rm(path.join(this.folder, name));
    const names = found.filter((name) => BATCHES.test(name)).sort();
    const waiting: Waiting[] = [];
    for (const name of names) waiting.push({ name, bytes: (await lstat(path.join(this.folder, name))).size });
    this.#waiting = waiting;
    this.#bytes = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#serial = Number(names.at(-1)?.slice('batch-'.length, -'.json'.length) ?? 0);
  }

  /** Has what an earlier process put aside wait again: it may be mended, or may have been refused by an older Parapet. */
  async #takeBack(): Promise<void> {
    for (const name of (await readdir(this.#aside)).filter((name) => BATCHES.test(name))) {
      await rename(path.join(this.#aside, name), path.join(this.folder, name));
      await rm(this.#reasonOf(name), { force: true });
    }
  }

  #reasonOf(name: string): string {
    return path.join(this.#aside, `${name}${REASON}`);
  }

  /** Deletes all plans but the newest, and the reasons of what is there no more. */
  async #trimAside(): Promise<void> {
    const names = (await readdir(this.#aside)).sort();
    const old = names.filter((name) => PLANS.test(name)).slice(0, -PLANS_ASIDE);
    const kept = new Set(names.filter((name) => !old.includes(name)));
    const reasons = names.filter((name) => name.endsWith(REASON) && !kept.has(name.slice(0, -REASON.length)));
    for (const name of [...old, ...reasons]) await rm(path.join(this.#aside, name), { recursive: true, force: true });
  }

  /** Puts the file that has waited longest where it stops nobody. */
  async putFirstAside(reason: unknown): Promise<void> {
    const [first] = this.#waiting;
    if (first) await this.#putBatchesAside(first, reason);
  }

  /** Puts the plan that was begun, if there is one, where it is not tried any more. */
  async putPlanAside(reason: unknown): Promise<void> {
    const as = `plan-${Date.now()}.json`;
    if (!(await this.#moveAside(PLAN, as))) return;
    await this.#tellAside(as, reason);
    await this.#trimAside();
  }

  async #putBatchesAside(file: Waiting, reason: unknown): Promise<void> {
    // One that somebody deleted takes no room.
    if (!(await this.#moveAside(file.name, file.name))) this.#bytes -= file.bytes;
    await this.#tellAside(file.name, reason);
    this.#waiting = this.#waiting.filter((other) => other !== file);
  }

  /** Answers whether it was there. */
  async #moveAside(name: string, as: string): Promise<boolean> {
    try {
      await rename(path.join(this.folder, name), path.join(this.#aside, as));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return false;
    }
  }

  async #tellAside(name: string, reason: unknown): Promise<void> {
    this.onAside(name, reason);
    // The log has the reason, too, where the disk takes no more.
    await writeFile(this.#reasonOf(name), `${reason}\n`, { mode: 0o600 }).catch(() => undefined);
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Takes batches, all or none. Answers whether there was room. */
  async add(batches: readonly IngestBatch[]): Promise<boolean> {
    const pieces = await piecesOfBatches(batches);
    const bytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
    if (this.#bytes + bytes > this.maxBytes) return false;
    this.#serial += 1;
    const name = `batch-${String(this.#serial).padStart(12, '0')}.json`;
    await this.#write(name, pieces);
    this.#waiting.push({ name, bytes });
    this.#bytes += bytes;
    return true;
  }

  /**
   * The batches that have waited longest, of as many files as are stored together, up to `most`, and how many files these are. What
   * cannot be read is put aside.
   */
  async first(most = Number.POSITIVE_INFINITY): Promise<{ batches: IngestBatch[]; files: number }> {
    const batches: IngestBatch[] = [];
    let [files, bytes] = [0, 0];
    while (files < Math.min(most, this.#waiting.length)) {
      const next = this.#waiting[files] as Waiting;
      if (files > 0 && bytes + next.bytes > TOGETHER_BYTES) break;
      const read = await this.#batchesOf(next);
      if (!read) continue;
      for (const batch of read) batches.push(batch);
      bytes += next.bytes;
      files += 1;
    }
    return { batches, files };
  }

  /** What a file holds; undefined after it was put aside, because it cannot be read. */
  async #batchesOf(file: Waiting): Promise<IngestBatch[] | undefined> {
    try {
      return await batchesIn(path.join(this.folder, file.name));
    } catch (error) {
      if (isPassing(error)) throw error;
      await this.#putBatchesAside(file, error);
      return undefined;
    }
  }

  async removeFirst(files: number): Promise<void> {
    for (const { name, bytes } of this.#waiting.splice(0, files)) {
      this.#bytes -= bytes;
      await rm(path.join(this.folder, name), { force: true });
    }
  }

  /** The plan that was begun. One that cannot be read is put aside: its batches wait here as well, or come again from their sender. */
  async plan(): Promise<Plan | undefined> {
    try {
      return await planIn(path.join(this.folder, PLAN));
    } catch (error) {
      if (isPassing(error)) throw error;
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') await this.putPlanAside(error);
      return undefined;
    }
  }

  setPlan(plan: Plan): Promise<void> {
    return this.#write(PLAN, piecesOfPlan(plan));
  }

  removePlan(): Promise<void> {
    return rm(path.join(this.folder, PLAN), { force: true });
  }

  /** A file is there whole or not at all, and stays. */
  async #write(name: string, pieces: Iterable<string>): Promise<void> {
    const file = path.join(this.folder, name);
    try {
      await this.#writeHalf(`${file}${HALF}`, pieces);
      await rename(`${file}${HALF}`, file);
    } catch (error) {
      // On a full disk it would keep what room there is.
      await rm(`${file}${HALF}`, { force: true });
      throw error;
    }
    const folder = await open(this.folder, 'r');
    await folder.sync().finally(() => folder.close());
  }

  async #writeHalf(file: string, pieces: Iterable<string>): Promise<void> {
    const half = await open(file, 'w', 0o600);
    try {
      await writeFile(half, pieces);
      await half.sync();
    } finally {
      await half.close();
    }
  }
}
