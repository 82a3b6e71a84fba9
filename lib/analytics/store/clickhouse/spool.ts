import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { IngestBatch } from '../store';

/** Rows for one table, as lines of JSON, under the token of their plan or one of their own. */
export type Insert = { table: string; lines: string; token?: string };

/** What is to be inserted, worked out once: however often it is tried, it is stored once by its token. */
export type Plan = { token: string; inserts: Insert[] };

const PLAN = 'plan.json';
/** What waited is stored so much at once, since a commit costs about the same however small it is. */
const TOGETHER_BYTES = 2 << 20;
const FOLDED = (key: string, value: unknown) => (key === 'event_id' ? String(value) : value);
const UNFOLDED = (key: string, value: unknown) => (key === 'event_id' ? BigInt(String(value)) : value);

type Waiting = { name: string; bytes: number };

/**
 * What is accepted and not yet in the database, in a folder of this process: the plan that is being carried out, and batches
 * that wait because the engine is away. What it has taken is on disk.
 */
export class Spool {
  #serial = 0;
  #bytes = 0;
  #waiting: Waiting[] = [];
  #opened: Promise<void> | undefined;

  constructor(
    private readonly folder: string,
    private readonly maxBytes: number,
  ) {}

  /** Finds what an earlier process left. */
  open(): Promise<void> {
    this.#opened ??= this.#read();
    return this.#opened;
  }

  async #read(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const names = (await readdir(this.folder)).filter((name) => /^batch-\d+\.json$/.test(name)).sort();
    for (const name of names) {
      const { size } = await stat(path.join(this.folder, name));
      this.#waiting.push({ name, bytes: size });
      this.#bytes += size;
    }
    this.#serial = Number(names.at(-1)?.slice('batch-'.length, -'.json'.length) ?? 0);
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Takes batches, all or none. Answers whether there was room. */
  async add(batches: readonly IngestBatch[]): Promise<boolean> {
    const text = JSON.stringify(batches, FOLDED);
    const bytes = Buffer.byteLength(text);
    if (this.#bytes + bytes > this.maxBytes) return false;
    this.#serial += 1;
    const name = `batch-${String(this.#serial).padStart(12, '0')}.json`;
    await this.#write(name, text);
    this.#waiting.push({ name, bytes });
    this.#bytes += bytes;
    return true;
  }

  /** The batches that have waited longest, of as many files as are stored together, and how many files these are. */
  async first(): Promise<{ batches: IngestBatch[]; files: number }> {
    const batches: IngestBatch[] = [];
    let files = 0;
    for (let bytes = 0; files < this.#waiting.length; files++) {
      const { name, bytes: more } = this.#waiting[files] as Waiting;
      bytes += more;
      if (files > 0 && bytes > TOGETHER_BYTES) break;
      for (const batch of await this.#batchesOf(name)) batches.push(batch);
    }
    return { batches, files };
  }

  async #batchesOf(name: string): Promise<IngestBatch[]> {
    return JSON.parse(await readFile(path.join(this.folder, name), 'utf8'), UNFOLDED);
  }

  async removeFirst(files: number): Promise<void> {
    for (const { name, bytes } of this.#waiting.splice(0, files)) {
      this.#bytes -= bytes;
      await rm(path.join(this.folder, name), { force: true });
    }
  }

  async plan(): Promise<Plan | undefined> {
    const text = await readFile(path.join(this.folder, PLAN), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : JSON.parse(text);
  }

  setPlan(plan: Plan): Promise<void> {
    return this.#write(PLAN, JSON.stringify(plan));
  }

  removePlan(): Promise<void> {
    return rm(path.join(this.folder, PLAN), { force: true });
  }

  /** A file is there whole or not at all, and stays. */
  async #write(name: string, text: string): Promise<void> {
    const file = path.join(this.folder, name);
    const half = await open(`${file}.part`, 'w', 0o600);
    try {
      await half.writeFile(text);
      await half.sync();
    } finally {
      await half.close();
    }
    await rename(`${file}.part`, file);
    const folder = await open(this.folder, 'r');
    await folder.sync().finally(() => folder.close());
  }
}
