import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Ranges } from '@/lib/render/nginx/content';
import { rangeFiles } from '@/lib/render/nginx/ranges';
import { written } from './objects';
import type { Plane } from './plane';

/** Who holds which network changes by the day at most. */
const FRESH_MS = 24 * 3_600_000;

type Asked = Pick<Ranges, 'kind' | 'value'>;

/** The networks of countries and autonomous systems that a node's rules ask for, as files named by what is in them. */
export class RangeFiles {
  readonly #folder: string;
  readonly #fetched = new Map<string, number>();
  /** What the files before may still lead to. */
  #before: ReadonlySet<string> | undefined;

  constructor(folder: string) {
    this.#folder = path.join(folder, 'ranges');
    mkdirSync(this.#folder, { recursive: true });
  }

  /** Fetches what is missing, and once a day what is there; where that fails, what is there counts. Rejects where nothing is. */
  async take(plane: Pick<Plane, 'ranges'>, asked: readonly Asked[]): Promise<Ranges[]> {
    const ranges: Ranges[] = [];
    for (const { kind, value } of unique(asked)) {
      ranges.push({ kind, value, file: path.join(this.#folder, await this.#file(plane, `${kind}-${value}`, value)) });
    }
    this.#forget(new Set(ranges.map(({ file }) => path.basename(file))));
    return ranges;
  }

  async #file(plane: Pick<Plane, 'ranges'>, name: string, value: string): Promise<string> {
    const known = this.#latest(name);
    if (known && Date.now() - (this.#fetched.get(name) ?? 0) < FRESH_MS) return known;
    try {
      const text = await plane.ranges(name);
      const file = `${name}.${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
      const { list, conf } = rangeFiles(
        text.split('\n').filter((line) => line !== ''),
        value,
      );
      written(path.join(this.#folder, `${file}.conf`), conf, 0o644);
      written(path.join(this.#folder, `${file}.list`), list, 0o644);
      this.#fetched.set(name, Date.now());
      return file;
    } catch (error) {
      if (known) return known;
      throw error;
    }
  }

  /** The file of a name that was written last, without its end. */
  #latest(name: string): string | undefined {
    const own = readdirSync(this.#folder).filter((file) => file.startsWith(`${name}.`) && file.endsWith('.list'));
    const written = (file: string) => statSync(path.join(this.#folder, file)).mtimeMs;
    const [last] = own.sort((a, b) => written(b) - written(a));
    return last?.slice(0, -'.list'.length);
  }

  /** Removes what neither these files nor those before lead to. */
  #forget(wanted: ReadonlySet<string>): void {
    const before = this.#before;
    this.#before = wanted;
    if (!before) return;
    for (const file of readdirSync(this.#folder)) {
      const name = file.replace(/\.(?:list|conf|list\.new|conf\.new)$/, '');
      if (!wanted.has(name) && !before.has(name)) rmSync(path.join(this.#folder, file));
    }
  }
}

const unique = (asked: readonly Asked[]): Asked[] => [
  ...new Map(asked.map((one) => [`${one.kind}-${one.value}`, one])).values(),
];
