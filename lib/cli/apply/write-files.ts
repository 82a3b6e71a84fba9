import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { yaml } from '../client/output';
import { documentOf, FOLDERS } from './documents';
import type { Entry } from './entry';

/** Characters of a file's name before its end. */
const NAME = 100;

/** The files that say what is there: their names and texts, in a stable order. */
export function filesFrom(entries: readonly Entry[]): Map<string, string> {
  const files = new Map<string, string>();
  const taken = new Set<string>();
  for (const [folder, { kind }] of Object.entries(FOLDERS)) {
    const own = entries.filter((one) => one.kind === kind).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    for (const entry of own) {
      const name = freeName(`${folder}/${fileName(entry.key)}`, taken);
      files.set(`${name}.yaml`, `${yaml(documentOf(entry))}\n`);
    }
  }
  return files;
}

/** A name as every file system takes it. It says nothing to whom reads the file. */
function fileName(key: string): string {
  const safe = key.replaceAll('*', 'wildcard').replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return safe.replace(/^[.-]+|[.-]+$/g, '').slice(0, NAME) || 'unnamed';
}

/** Some file systems take names for one that differ in case alone. */
function freeName(name: string, taken: Set<string>): string {
  for (let n = 1; ; n++) {
    const one = n === 1 ? name : `${name}-${n}`;
    if (taken.has(one.toLowerCase())) continue;
    taken.add(one.toLowerCase());
    return one;
  }
}

/** Writes files, each in one step. Answers those of our folders that are of none of these; `prune` deletes them. */
export async function writeFolder(
  folder: string,
  files: ReadonlyMap<string, string>,
  prune: boolean,
): Promise<string[]> {
  const leftover: string[] = [];
  for (const name of Object.keys(FOLDERS)) {
    await mkdir(path.join(folder, name), { recursive: true });
    const there = (await readdir(path.join(folder, name))).filter((file) => /\.ya?ml$/.test(file));
    leftover.push(...there.map((file) => `${name}/${file}`).filter((file) => !files.has(file)));
  }
  for (const [name, text] of files) {
    const next = path.join(folder, `${name}.${process.pid}`);
    await writeFile(next, text);
    await rename(next, path.join(folder, name));
  }
  if (prune) for (const name of leftover) await rm(path.join(folder, name));
  return leftover;
}
