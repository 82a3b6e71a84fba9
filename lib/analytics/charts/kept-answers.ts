import { LRUCache } from 'lru-cache';
import type { AnalyticsStore, Row, Version } from '../store/store';
import type { Absence, BatchChartResult } from './contract';

export type Answer = { rows: BatchChartResult['rows']; absence?: Absence; source: string };

/** Of all answers and of one, in bytes, and what a cell takes beside its text. */
const MOST_BYTES = 32 << 20;
const LARGEST = 1 << 20;
const CELL = 16;

/** Of ten thousand rows too, so that no list of a row's cells is made. */
function rowBytes(row: Row): number {
  let bytes = 0;
  for (const name in row) {
    const cell = row[name];
    bytes += CELL + (typeof cell === 'string' ? 2 * cell.length : 0);
  }
  return bytes;
}

/** The answers of a store at one version; the first that is asked after a commit lets go of those before it. */
class KeptAnswers {
  #version: Version | undefined;
  readonly #answers = new LRUCache<string, Answer>({
    max: 1000,
    maxSize: MOST_BYTES,
    maxEntrySize: LARGEST,
    sizeCalculation: ({ rows }, key) => 2 * key.length + rows.reduce((bytes, row) => bytes + rowBytes(row), 1),
  });

  /** Keeps what is answered at this version from now on. */
  moveTo(version: Version): void {
    if (version !== this.#version) this.#answers.clear();
    this.#version = version;
  }

  get(key: string): Answer | undefined {
    return this.#answers.get(key);
  }

  /** Keeps an answer, unless the store has moved on since. */
  set(version: Version, key: string, answer: Answer): void {
    if (version === this.#version) this.#answers.set(key, answer);
  }
}

const kept = new WeakMap<AnalyticsStore, KeptAnswers>();

export type AtVersion = { version: Version; answers: KeptAnswers };

/** The version that a store is at, and its answers so far. Rejects as the store does. */
export async function answersOf(store: AnalyticsStore): Promise<AtVersion> {
  const version = await store.version();
  const answers = kept.get(store) ?? new KeptAnswers();
  kept.set(store, answers);
  answers.moveTo(version);
  return { version, answers };
}
