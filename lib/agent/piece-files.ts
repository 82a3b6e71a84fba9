import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ListContent } from '@/lib/render/nginx/content';
import { renderPiece } from '@/lib/render/nginx/node';
import { type Objects, written } from './objects';

/** The pieces of lists as files, each named by its hash and written once. */
export class PieceFiles {
  readonly folder: string;
  readonly #written: Set<string>;
  /** What the files before lead to. */
  #before: ReadonlySet<string> | undefined;

  constructor(
    folder: string,
    private readonly objects: Objects,
  ) {
    this.folder = path.join(folder, 'pieces');
    mkdirSync(this.folder, { recursive: true });
    this.#written = new Set(readdirSync(this.folder));
  }

  /** Writes what is missing, and removes what neither these lists nor those before have. */
  take(lists: readonly ListContent[]): void {
    const wanted = new Set(lists.flatMap(({ parts }) => parts.map((hash) => `${hash}.conf`)));
    for (const name of wanted) if (!this.#written.has(name)) this.#write(name);
    const before = this.#before;
    this.#before = wanted;
    if (!before) return;
    for (const name of this.#written) {
      if (wanted.has(name) || before.has(name)) continue;
      rmSync(path.join(this.folder, name), { force: true });
      this.#written.delete(name);
    }
  }

  #write(name: string): void {
    const { addresses } = this.objects.content<{ addresses: string[] }>(name.replace(/\.conf$/, ''));
    written(path.join(this.folder, name), renderPiece(addresses), 0o644);
    this.#written.add(name);
  }
}
