import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plane } from './plane';

/** An object that a node should run, and the version of it. */
export type Wanted = { kind: string; object_id: string; number: number; hash: string };

type Source = Pick<Plane, 'desired' | 'artefacts'>;

/** What the management plane wants, and what became of it, in the folder of the agent. */
export const OBJECTS_FILE = 'objects.json';
export const APPLIED_FILE = 'applied.json';

/** Begins anew: nothing is known to be wanted, and nothing to run. */
export function forgetWanted(folder: string): void {
  for (const name of [OBJECTS_FILE, APPLIED_FILE]) rmSync(path.join(folder, name), { force: true });
}

type State = { revision: number; objects: Wanted[] };

/** By what an object is known among those of a node. */
export const keyOf = ({ kind, object_id }: Pick<Wanted, 'kind' | 'object_id'>) => `${kind} ${object_id}`;

/** Contents that are asked for together, and questions at a time. */
const TOGETHER = 100;
const AT_ONCE = 2;

/** What a node should run, kept on its disk, so that it goes on with what it has while the management plane is away. */
export class Objects {
  readonly #contents: string;
  readonly #state: string;
  readonly #objects: Map<string, Wanted>;
  revision: number;

  constructor(folder: string) {
    this.#contents = path.join(folder, 'artefacts');
    this.#state = path.join(folder, OBJECTS_FILE);
    mkdirSync(this.#contents, { recursive: true, mode: 0o700 });
    const kept = readKept<State>(this.#state);
    const known = kept && this.#isWhole(kept.objects) ? kept : { revision: 0, objects: [] };
    this.revision = known.revision;
    this.#objects = new Map(known.objects.map((one) => [keyOf(one), one]));
  }

  /** Whether the contents of these objects are there as they came. Those that are not are removed, so that they are fetched again. */
  #isWhole(objects: readonly Wanted[]): boolean {
    const damaged = (hashes: readonly string[]) => hashes.filter((hash) => !this.#isContent(hash));
    const own = damaged(hashesOf(objects));
    const all = own.length > 0 ? own : damaged(this.#partsOf(objects));
    for (const hash of all) rmSync(this.#fileOf(hash), { force: true });
    return all.length === 0;
  }

  #isContent(hash: string): boolean {
    const file = this.#fileOf(hash);
    return existsSync(file) && createHash('sha256').update(readFileSync(file)).digest('hex') === hash;
  }

  ofKind(kind: string): Wanted[] {
    return [...this.#objects.values()].filter((one) => one.kind === kind);
  }

  all(): Wanted[] {
    return [...this.#objects.values()];
  }

  find(kind: string, object_id: string): Wanted | undefined {
    return this.#objects.get(keyOf({ kind, object_id }));
  }

  content<T>(hash: string): T {
    return JSON.parse(readFileSync(this.#fileOf(hash), 'utf8'));
  }

  /**
   * Takes what changed since the last revision, waiting for it as long as `wait` says, and all contents that are missing. Nothing is
   * kept before all of it is there. Answers how much came: nothing, what changed, or everything anew.
   */
  async take(plane: Source, wait: number): Promise<'nothing' | 'changes' | 'everything'> {
    const before = this.revision;
    const next = new Map(this.#objects);
    let revision = before;
    let isWhole = false;
    for (let seconds = wait; ; seconds = 0) {
      const answer = await plane.desired(revision, seconds);
      if (answer.since === 0) {
        isWhole = true;
        next.clear();
      }
      for (const one of answer.absent) next.delete(keyOf(one));
      for (const one of answer.artefacts) next.set(keyOf(one), one);
      revision = answer.revision;
      if (revision >= answer.latest) break;
    }
    if (revision === before) return 'nothing';
    const isKnown = (one: Wanted) => !isWhole && this.#objects.get(keyOf(one))?.hash === one.hash;
    const news = [...next.values()].filter((one) => !isKnown(one));
    await this.#fetch(plane, hashesOf(news));
    await this.#fetch(plane, this.#partsOf(news));
    written(this.#state, JSON.stringify({ revision, objects: [...next.values()] } satisfies State));
    this.#objects.clear();
    for (const [key, one] of next) this.#objects.set(key, one);
    this.revision = revision;
    this.#forget();
    return isWhole ? 'everything' : 'changes';
  }

  /** What lists among these consist of. */
  #partsOf(objects: readonly Wanted[]): string[] {
    const lists = objects.filter(({ kind }) => kind === 'list');
    return lists.flatMap(({ hash }) => this.content<{ parts: string[] }>(hash).parts);
  }

  /** Has the contents of these hashes on the disk. */
  async #fetch(plane: Source, hashes: readonly string[]): Promise<void> {
    const missing = [...new Set(hashes)].filter((hash) => !this.#isContent(hash));
    const fetching = Array.from({ length: AT_ONCE }, async () => {
      while (missing.length > 0) await this.#bring(plane, missing.splice(0, TOGETHER));
    });
    await Promise.all(fetching).finally(() => missing.splice(0));
  }

  /** The same of as many as are asked for together; an answer may hold only some of them. */
  async #bring(plane: Source, hashes: readonly string[]): Promise<void> {
    for (let missing = hashes; missing.length > 0; ) {
      const asked = new Set(missing);
      for (const { hash, content } of await plane.artefacts(missing)) {
        const found = createHash('sha256').update(content).digest('hex');
        if (found !== hash || !asked.delete(hash)) throw new Error(`artefact ${hash} came as ${found}`);
        written(this.#fileOf(hash), content);
      }
      if (asked.size === missing.length) throw new Error(`artefact ${missing[0]} did not come`);
      missing = [...asked];
    }
  }

  /** Contents that no object has any more. */
  #forget(): void {
    const kept = new Set([...hashesOf(this.all()), ...this.#partsOf(this.all())]);
    for (const name of readdirSync(this.#contents)) {
      if (!kept.has(name.replace(/\.json$/, ''))) rmSync(path.join(this.#contents, name));
    }
  }

  #fileOf(hash: string): string {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('not a hash of an artefact');
    return path.join(this.#contents, `${hash}.json`);
  }
}

const hashesOf = (objects: readonly Wanted[]): string[] => objects.map(({ hash }) => hash);

/** What `written` put into a file as JSON; undefined where there is none, or it was lost with the power of the machine. */
export function readKept<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes a file whole or not at all, as long as the machine has power. */
export function written(file: string, text: string, mode = 0o600): void {
  writeFileSync(`${file}.new`, text, { mode });
  renameSync(`${file}.new`, file);
}
