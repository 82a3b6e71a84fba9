import { z } from 'zod';

/** What an import added to a list, as runs of ids: the first, and how many follow each other. */
const KeptImport = z.object({
  ipset_id: z.number(),
  name: z.string(),
  /** When its last batch was added, in epoch milliseconds. */
  time: z.number(),
  runs: z.array(z.tuple([z.number(), z.number()])),
});
export type KeptImport = z.output<typeof KeptImport>;
const Kept = z.array(KeptImport);

/** Lists whose last import is kept, and runs of one; where others add at once, ids do not follow each other. */
const KEPT = 20;
const MAX_RUNS = 2_000;

/** Ids in the order they were added, as runs. */
export function runsOf(ids: readonly number[]): KeptImport['runs'] {
  const runs: KeptImport['runs'] = [];
  for (const id of ids) {
    const last = runs.at(-1);
    if (last && last[0] + last[1] === id) last[1]++;
    else runs.push([id, 1]);
  }
  return runs;
}

export const idsOf = ({ runs }: Pick<KeptImport, 'runs'>): number[] =>
  runs.flatMap(([first, count]) => Array.from({ length: count }, (_, i) => first + i));

const keyOf = (user_id: string) => `parapet.imports.${user_id}`;

function readAll(user_id: string): KeptImport[] {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(keyOf(user_id)) ?? '[]'));
  } catch {
    return [];
  }
}

function writeAll(user_id: string, all: readonly KeptImport[]): void {
  try {
    if (all.length > 0) localStorage.setItem(keyOf(user_id), JSON.stringify(all));
    else localStorage.removeItem(keyOf(user_id));
  } catch {
    // A browser that stores nothing offers undo as long as the page lives.
  }
}

const othersThan = (all: readonly KeptImport[], ipset_id: number) => all.filter((each) => each.ipset_id !== ipset_id);

/** The last import into a list that was made in this browser by this user and was not undone. */
export const keptImport = (user_id: string, ipset_id: number): KeptImport | undefined =>
  readAll(user_id).find((each) => each.ipset_id === ipset_id);

/** Keeps what an import added, in place of the one before, so that it can be undone after its page is closed. */
export function keepImport(user_id: string, ipset_id: number, name: string, ids: readonly number[]): void {
  const others = othersThan(readAll(user_id), ipset_id);
  const runs = runsOf(ids);
  const isKept = runs.length > 0 && runs.length <= MAX_RUNS;
  const all = isKept ? [{ ipset_id, name, time: Date.now(), runs }, ...others] : others;
  writeAll(user_id, all.slice(0, KEPT));
}
