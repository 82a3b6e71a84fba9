import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ListContent } from '@/lib/render/nginx/content';
import { renderPiece } from '@/lib/render/nginx/node';
import { type Objects, written } from './objects';

/** The pieces of lists as files, each named by its hash. */
export class PieceFiles {
  readonly folder: string;
  /** Those that this process wrote or found to be whole: nginx takes one that was lost with the power of the machine for a list without addresses. */
  readonly #known = new Set<string>();
  /** Whether a file was there and was not what it says, so that an nginx which read it does not know what it should. */
  isMended = false;
  /** What the files before lead to. */
  #before: ReadonlySet<string> | undefined;

  constructor(
    folder: string,
    private readonly objects: Objects,
  ) {
    this.folder = path.join(folder, 'pieces');
    mkdirSync(this.folder, { recursive: true });
  }

  /** Writes what is missing, and removes what neither these lists nor those before have. */
  take(lists: readonly ListContent[]): void {
    const wanted = new Set(lists.flatMap(({ parts }) => parts.map((hash) => `${hash}.conf`)));
    for (const name of wanted) if (!this.#known.has(name)) this.#write(name);
    const before = this.#before;
    this.#before = wanted;
    if (!before) return;
    for (const name of readdirSync(this.folder)) {
      if (wanted.has(name) || before.has(name)) continue;
      rmSync(path.join(this.folder, name), { force: true });
      this.#known.delete(name);
    }
  }

  #write(name: string): void {
    const { addresses } = this.objects.content<{ addresses: string[] }>(name.replace(/\.conf$/, ''));
    const [file, text] = [path.join(this.folder, name), renderPiece(addresses)];
    const found = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    this.isMended ||= found !== undefined && found !== text;
    if (found !== text) written(file, text, 0o644);
    this.#known.add(name);
  }
}
