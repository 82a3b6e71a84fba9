import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** Folders of rendered files, of which `current` is a link to the one that runs. */
export class Releases {
  readonly #folder: string;
  readonly #current: string;
  /** A folder that nginx was seen to run. */
  proven: string | undefined;

  constructor(folder: string) {
    this.#folder = path.join(folder, 'releases');
    this.#current = path.join(folder, 'current');
    mkdirSync(this.#folder, { recursive: true });
  }

  /** The folder that runs; undefined on a new node. */
  get running(): string | undefined {
    return existsSync(this.#current)
      ? path.resolve(path.dirname(this.#current), readlinkSync(this.#current))
      : undefined;
  }

  /** An empty folder for a revision; one that was left there by a process that died is emptied. */
  begin(revision: number): string {
    const running = this.running;
    // What runs is not touched, also where it is of this very revision.
    const name = [`${revision}`, `${revision}-again`].find((one) => path.join(this.#folder, one) !== running) ?? '';
    const folder = path.join(this.#folder, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** Has `current` lead to a folder, in one step, and removes all others but the one before and one that is still needed. */
  switchTo(folder: string, needed?: string): void {
    const before = this.running;
    const next = `${this.#current}.next`;
    rmSync(next, { force: true });
    symlinkSync(folder, next);
    renameSync(next, this.#current);
    const kept = new Set([folder, before, needed]);
    for (const name of readdirSync(this.#folder)) {
      const one = path.join(this.#folder, name);
      if (!kept.has(one)) rmSync(one, { recursive: true, force: true });
    }
  }
}

export function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [name, text] of files) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** The files below a folder, by path; none where there is no such folder. */
export function readFiles(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    all
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]),
  );
}

/** Where nginx is told which revision it runs. */
const REVISION = /(?<=" )\d+(?=; }\n {2}add_header X-Config-Rev)/;

/** The revision that a file of nginx answers with. */
export const revisionIn = (text: string): number => Number(REVISION.exec(text)?.[0] ?? 0);

/** What files say, wherever they are. */
export function hashOf(folder: string): string {
  const hash = createHash('sha256');
  for (const [name, text] of [...readFiles(folder)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${name}\n${text.replaceAll(folder, '').replace(REVISION, '')}\n`);
  }
  return hash.digest('hex');
}
