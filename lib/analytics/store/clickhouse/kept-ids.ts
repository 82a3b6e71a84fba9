import { createHash } from 'node:crypto';
import type { KeptIds } from '../store';
import type { Connection } from './connection';
import { linesOf } from './lines';

/** Half of how long the database has a list: one that is named again by then is written again. */
const KEPT_MS = 24 * 3_600_000;

/** Lists of ids as rows of a table, named by what is in them, so that processes share them. */
export class KeptLists {
  readonly #kept = new WeakMap<readonly string[], { until: number; list: Promise<KeptIds> }>();

  constructor(private readonly connection: Connection) {}

  keep(ids: readonly string[]): Promise<KeptIds> {
    const known = this.#kept.get(ids);
    if (known && known.until > Date.now()) return known.list;
    const list = this.#store(ids);
    this.#kept.set(ids, { until: Date.now() + KEPT_MS, list });
    list.catch(() => this.#kept.delete(ids));
    return list;
  }

  async #store(ids: readonly string[]): Promise<KeptIds> {
    const list = createHash('sha256').update(JSON.stringify(ids)).digest('hex');
    await this.connection.insert('kept_ids', await linesOf(ids.map((id) => ({ list, id }))), '');
    return { ids, sql: `SELECT id FROM kept_ids WHERE list = '${list}'` };
  }
}
