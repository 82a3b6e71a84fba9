'use client';

import { useRef, useState } from 'react';
import type { Domain } from '@/lib/guard/domains/contract';

/** The domains picked, each with its utime when it was. */
type Picked = ReadonlyMap<string, number>;
type Row = Pick<Domain, 'domain_id' | 'utime'>;

const NONE: Picked = new Map();

/** The ids between two rows of a list, both included, whichever comes first; only `to` where `from` is not there. */
export function between(ids: readonly string[], from: string | null, to: string): string[] {
  const end = ids.indexOf(to);
  const start = from === null ? -1 : ids.indexOf(from);
  return start < 0 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Which domains of the queue are picked for one decision. A range begins at the one picked last. */
export function usePicks() {
  const [picked, setPicked] = useState(NONE);
  const anchor = useRef<string | null>(null);
  return {
    picked,
    /** Picks a row or drops it; with `range` picks everything from the last one to it. */
    pick: (rows: readonly Row[], domain_id: string, range: boolean) => {
      const order = rows.map((row) => row.domain_id);
      const chosen = new Set(range ? between(order, anchor.current, domain_id) : [domain_id]);
      anchor.current = domain_id;
      setPicked((known) => {
        const next = new Map(known);
        const isDropped = !range && known.has(domain_id);
        for (const row of rows.filter((each) => chosen.has(each.domain_id))) {
          if (isDropped) next.delete(row.domain_id);
          else if (!next.has(row.domain_id)) next.set(row.domain_id, row.utime);
        }
        return next;
      });
    },
    replace: (rows: readonly Row[]) => setPicked(new Map(rows.map((row) => [row.domain_id, row.utime]))),
    /** Picks again what was picked before. */
    restore: (before: Picked) => setPicked(before),
    clear: () => setPicked(NONE),
  };
}
