const HOUR = 60;

const sumOf = (figures: readonly number[]) => figures.reduce((sum, n) => sum + n, 0);

/** Figures of minutes as those of longer buckets. */
export function inBuckets(minutes: readonly number[], length: number): number[] {
  const buckets = Math.ceil(minutes.length / length);
  return Array.from({ length: buckets }, (_, i) => sumOf(minutes.slice(i * length, (i + 1) * length)));
}

export type MinuteState = 'over' | 'below' | 'none';
export type Cell = { row: number; column: number; state: MinuteState };
/** An hour of the clock: `at` is one of its minutes, counted from the begin of the window. */
export type Hour = { row: number; at: number; requests: number; over: number };

/** Minutes by the clock: an hour is a row, of which the first and the last may have some minutes only. */
export function byClock(
  matched: readonly number[],
  exceeded: readonly number[],
  firstMinute: number,
): { cells: Cell[]; hours: Hour[] } {
  const cells: Cell[] = [];
  const hours: Hour[] = [];
  for (const [at, requests] of matched.entries()) {
    const place = firstMinute + at;
    const row = Math.floor(place / HOUR);
    const isOver = (exceeded[at] ?? 0) > 0;
    cells.push({ row, column: place % HOUR, state: isOver ? 'over' : requests > 0 ? 'below' : 'none' });
    let hour = hours[row];
    if (!hour) {
      hour = { row, at, requests: 0, over: 0 };
      hours[row] = hour;
    }
    hour.requests += requests;
    hour.over += Number(isOver);
  }
  return { cells, hours };
}
