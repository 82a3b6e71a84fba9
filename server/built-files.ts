import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { ApiReply } from '@/lib/api/call';

/** Where pages ask for what the build made. */
const PREFIX = '/_next/static/';
/** What is read most, such as the scripts of every page, need not be read again for each reader. */
const CACHE_BYTES = 8 * 1024 * 1024;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.json': 'application/json; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** What packs well; the build writes it packed beside the file (scripts/pack-files.ts). */
export const PACKED_TYPES: readonly string[] = ['.js', '.css', '.json', '.svg'];
export const PACKED = '.gz';

/**
 * The files that the build made for browsers, whose names say their content, so that they never change. They are packed once, at
 * the build: packing them for each reader was half of what a page cost.
 */
export class BuiltFiles {
  readonly #names: ReadonlySet<string>;
  readonly #cache = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: (file) => file.length });

  constructor(private readonly folder: string) {
    this.#names = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  }

  /** The answer with a file; undefined where there is none of this path. */
  async answer(target: string, header: (name: string) => string | undefined): Promise<ApiReply | undefined> {
    if (!target.startsWith(PREFIX)) return undefined;
    const name = target.slice(PREFIX.length);
    const type = TYPES[path.extname(name)];
    if (!type || !this.#names.has(name)) return undefined;
    const headers: Record<string, string> = {
      'Cache-Control': 'public, max-age=31536000, immutable',
      ETag: `W/"${path.basename(name)}"`,
      Vary: 'Accept-Encoding',
    };
    if (header('if-none-match') === headers.ETag) return { status: 304, headers, body: null };
    const isPacked = this.#names.has(name + PACKED) && /\bgzip\b/.test(header('accept-encoding') ?? '');
    const body = await this.#read(isPacked ? name + PACKED : name);
    if (!body) return undefined;
    if (isPacked) headers['Content-Encoding'] = 'gzip';
    return { status: 200, headers: { ...headers, 'Content-Type': type }, body };
  }

  /** Undefined where it is gone, as while another build replaces this one. */
  async #read(name: string): Promise<Buffer | undefined> {
    const known = this.#cache.get(name);
    if (known) return known;
    const file = await readFile(path.join(this.folder, name)).catch(() => undefined);
    if (file) this.#cache.set(name, file);
    return file;
  }
}
