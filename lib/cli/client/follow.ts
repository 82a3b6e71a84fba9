/** An event as the list has it; the rest is as it comes. */
export type Event = { time: number; event_id: string } & Record<string, unknown>;
type Page = { list: Event[]; next_cursor: string };
type Read = (query: Record<string, string>) => Promise<Page>;

/** Events of a page, and pages that one round reads at most: what is left over comes with the next. */
const SIZE = 100;
const PAGES = 50;
/** Log lines come late and out of order: so much of what was read before is read again, and what is new of it comes out. */
const OVERLAP_MS = 30_000;
const OVERLAP_EVENTS = 2000;

/**
 * The last `first` events, and then at each step those that came since, oldest first and each once. A step that fails may be
 * asked for again; an event that comes more than the overlap late is not seen.
 */
export function follow(read: Read, first: number): { next: () => Promise<{ value: Event[] }> } {
  /** What was read of the overlap, oldest first. */
  let recent: Event[] = [];
  let isFirst = true;

  const keep = (events: readonly Event[]) => {
    const all = [...recent, ...events].sort(byPlace);
    const newest = all.at(-1)?.time ?? 0;
    recent = all.filter(({ time }) => time >= newest - OVERLAP_MS).slice(-OVERLAP_EVENTS);
  };

  async function begin(): Promise<Event[]> {
    const { list } = await read({ order: 'desc', size: String(Math.max(1, first)) });
    isFirst = false;
    keep(list);
    return first === 0 ? [] : list.toReversed();
  }

  async function goOn(): Promise<Event[]> {
    const known = new Set(recent.map(({ event_id }) => event_id));
    const fresh: Event[] = [];
    let cursor = startOf(recent);
    for (let page = 1; page <= PAGES; page++) {
      const { list, next_cursor } = await read({ order: 'asc', size: String(SIZE), ...(cursor ? { cursor } : {}) });
      fresh.push(...list.filter(({ event_id }) => !known.has(event_id)));
      cursor = next_cursor;
      if (cursor === '') break;
    }
    keep(fresh);
    return fresh;
  }

  return { next: async () => ({ value: isFirst ? await begin() : await goOn() }) };
}

const byPlace = (a: Event, b: Event) => a.time - b.time || (a.event_id < b.event_id ? -1 : 1);

/** The cursor just before the oldest event of the overlap; none where nothing was read. */
function startOf([oldest]: readonly Event[]): string {
  if (!oldest) return '';
  const id = BigInt(`0x${oldest.event_id}`);
  if (id === 0n) return `${oldest.time - 1}-${'f'.repeat(16)}`;
  return `${oldest.time}-${(id - 1n).toString(16).padStart(16, '0')}`;
}
