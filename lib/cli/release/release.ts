import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Manifest } from './contract';

type ReleaseFile = Manifest['files'][number];

/** What is built, or undefined where nothing is. A manifest that cannot be read as one is an error of the operator's. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(path.join(folder, 'manifest.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  return text === undefined ? undefined : Manifest.parse(JSON.parse(text));
}

/**
 * Where a file of the manifest is, or undefined where it is not there as a whole. Each version has a folder of its own, so
 * that a new release changes no file that somebody is reading.
 */
export async function placeOf(folder: string, { version }: Manifest, file: ReleaseFile): Promise<string | undefined> {
  const place = path.join(folder, version, file.name);
  const found = await stat(place).catch(() => undefined);
  return found?.isFile() && found.size === file.size ? place : undefined;
}
