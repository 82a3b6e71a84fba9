import type { Window } from '../charts/window';
import { QueryTimeout } from '../store/store';
import type { EventVO } from './contract';

type Walk = {
  window: Window;
  order: 'asc' | 'desc';
  /** When it ends at the latest, but for half a second of the part that is being read; on the clock of `performance.now()`. */
  until: number;
};

/** So many of the first part make up the window; the others are longer or shorter, so that each takes about this long. */
const FIRST_OF = 64;
const PART_MS = 500;
const SHORTEST_MS = 60_000;
const GROWTH = 8;
/** What takes longer than this is given up, since shorter parts can be read: what came before it may have been known. */
const LONGEST_MS = 2_000;

/** Reads a part in so many milliseconds at most, if they are given. Answers whether more is wanted. */
type Step = (part: Window, timeoutMs?: number) => Promise<boolean>;

/**
 * Reads a window part by part, as long as `step` wants more and there is time; what takes too long is read in shorter ones.
 * Answers how far it came, in Unix ms; null where it came through. Rejects as `step` does where it came nowhere, or no further.
 */
export async function inParts({ window, order, until }: Walk, step: Step) {
  let left = window;
  let length = (window.etime - window.stime) / FIRST_OF;
  let late: unknown;
  for (let goesOn = true; goesOn && left.stime < left.etime && performance.now() < until; ) {
    const part = partOf(left, order, length);
    const started = performance.now();
    try {
      goesOn = await step(part, length < SHORTEST_MS ? undefined : Math.min(LONGEST_MS, until - started + PART_MS));
      left = order === 'desc' ? { ...left, etime: part.stime } : { ...left, stime: part.etime };
    } catch (error) {
      if (!(error instanceof QueryTimeout) || length < SHORTEST_MS) throw error;
      late = error;
    }
    length *= Math.min(GROWTH, PART_MS / Math.max(1, performance.now() - started));
  }
  if (left === window && late) throw late;
  if (left.stime >= left.etime) return null;
  return order === 'desc' ? left.etime : left.stime;
}

/** The first part of what is left. */
function partOf(left: Window, order: Walk['order'], length: number): Window {
  const ms = Math.ceil(Math.max(SHORTEST_MS, length));
  if (order === 'desc') return { ...left, stime: Math.max(left.stime, left.etime - ms) };
  return { ...left, etime: Math.min(left.etime, left.stime + ms) };
}

/** What is read of a part, in the order asked, in so many milliseconds at most. */
export type PartReader = {
  /** At most `size` events, without the first `skip`. */
  list: (part: Window, size: number, skip: number, timeoutMs?: number) => Promise<EventVO[]>;
  count: (part: Window, timeoutMs?: number) => Promise<number>;
};

export type PartSearch = Walk & {
  size: number;
  skip: number;
  /** Whether it goes on to count when the list is full. */
  isCounted: boolean;
};

/** `searched_until`: how far the search came in the order asked, in Unix ms; null where it came through the window. */
export type Found = { list: EventVO[]; total: number; searched_until: number | null };

/**
 * Searches a window part by part until the list is full and everything counted, or the time is over: what only the events
 * themselves say would otherwise be found whole or, among very many of them, not at all. Rejects as `inParts` does.
 */
export async function searchInParts(read: PartReader, search: PartSearch): Promise<Found> {
  const { size, isCounted } = search;
  const list: EventVO[] = [];
  let [total, skip, isRare] = [0, search.skip, false];
  const searched_until = await inParts(search, async (part, timeoutMs) => {
    const found = await searchPart(read, part, { wanted: size - list.length, skip, isRare, timeoutMs });
    list.push(...found.list);
    total += found.total;
    skip = Math.max(0, skip - found.total);
    isRare = found.total === 0;
    return isCounted || list.length < size;
  });
  return { list, total, searched_until };
}

type PartAsked = { wanted: number; skip: number; isRare: boolean; timeoutMs: number | undefined };

/**
 * What is wanted of a part, and how many it has. Where the part before had nothing, this one is counted first, which costs less than
 * reading; else events are counted only where reading them does not tell.
 */
async function searchPart(
  { list, count }: PartReader,
  part: Window,
  { wanted, skip, isRare, timeoutMs }: PartAsked,
): Promise<Pick<Found, 'list' | 'total'>> {
  if (wanted === 0 || skip > 0 || isRare) {
    const total = await count(part, timeoutMs);
    const isThere = wanted > 0 && total > skip;
    return { list: isThere ? await list(part, wanted, skip, timeoutMs) : [], total };
  }
  const found = await list(part, wanted, 0, timeoutMs);
  return { list: found, total: found.length < wanted ? found.length : await count(part, timeoutMs) };
}
