import { createHash } from 'node:crypto';
import type { Db } from '@/lib/db/store';

/** Names an object that is delivered. */
export type Ref = { kind: string; object_id: string };

/** What an object is to nodes. */
export type Rendering = {
  /** How the object is called. */
  label: string;
  /** All that a node needs of it, as JSON; what other objects say is left to their own artefacts. No private keys. */
  content: object;
  /** Objects that nodes need beside it: they run wherever this one does. */
  refers: readonly Ref[];
  /** Nodes that run it. Left out: those that run what refers to it. */
  nodes?: readonly string[];
  /** Nodes that keep what they have of it, whatever that is. */
  locked?: readonly string[];
};

/**
 * A kind of object that is delivered to nodes, declared beside its resource in `artefact.ts`. `render` reads any number of them
 * at once, by id; one that is missing from the answer is gone, an `unready` one is left as it is.
 */
export type Delivered = {
  kind: string;
  render(db: Db, object_ids: readonly string[]): Promise<Map<string, Rendering | 'unready'>>;
  /** What a large object consists of, so that a change of it brings nodes no more than the pieces concerned. */
  pieces?: Pieces;
};

/**
 * Pieces of an object are artefacts too, called `<object_id>.<number>`. The object's own content names them by their hashes;
 * messages say which of them changed (`deliver`), and these are rendered before the object is, some at a time. Nodes fetch
 * them by hash.
 */
export type Pieces = {
  /** Contents by id; a piece that is missing from the answer has nothing in it. */
  render(db: Db, piece_ids: readonly string[]): Promise<Map<string, object>>;
};

/** Kind of the artefacts of an object's pieces. */
export const pieceOf = (kind: string) => `${kind}.piece`;

/** Content in one written form, and its SHA-256 in hex. */
export function written(content: object): { content: string; hash: string } {
  const text = JSON.stringify(sorted(content));
  return { content: text, hash: createHash('sha256').update(text).digest('hex') };
}

/** Keys in one order, so that equal contents are equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
