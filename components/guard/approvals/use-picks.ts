'use client';

import { useRef, useState } from 'react';
import type { Domain } from '@/lib/guard/domains/contract';

const NONE: ReadonlySet<string> = new Set();

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
    pick: (rows: readonly Domain[], domain_id: string, range: boolean) => {
      const ids = range
        ? between(
            rows.map((row) => row.domain_id),
            anchor.current,
            domain_id,
          )
        : [domain_id];
      anchor.current = domain_id;
      setPicked((known) => {
        const next = new Set(known);
        const isDropped = !range && known.has(domain_id);
        for (const id of ids) {
          if (isDropped) next.delete(id);
          else next.add(id);
        }
        return next;
      });
    },
    replace: (ids: Iterable<string>) => setPicked(new Set(ids)),
    clear: () => setPicked(NONE),
  };
}
