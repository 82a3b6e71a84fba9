'use client';

import { createAtom, useSelector } from '@tanstack/react-store';
import { functionalUpdate, type RowSelectionState, type Updater } from '@tanstack/react-table';
import { useMemo } from 'react';

type Chosen<Row> = ReadonlyMap<string, Row>;

/** A selection without rows. */
export function selectionOf<Row>(rowId: (row: Row) => string) {
  const ids = createAtom<RowSelectionState>({});
  let chosen: Chosen<Row> = new Map();
  const become = (next: Chosen<Row>) => {
    chosen = next;
    ids.set(Object.fromEntries([...next.keys()].map((id) => [id, true as const])));
  };
  const isNewer = (row: Row) => {
    const before = chosen.get(rowId(row));
    return before !== undefined && before !== row;
  };
  return {
    /** What the table and whatever draws the selection subscribe to. */
    ids,
    /** The chosen rows as they are now, by id; what draws them calls `useChosen`. */
    rows: () => chosen,
    /** Becomes what the table asks for: of the rows chosen so far, and of those of the page in sight. */
    change: (to: Updater<RowSelectionState>, page: readonly Row[]) => {
      const known = new Map([...chosen, ...page.map((row) => [rowId(row), row] as const)]);
      const wanted = functionalUpdate(to, ids.get());
      become(new Map([...known].filter(([id]) => wanted[id])));
    },
    /** Rows that are in sight say what they are now; those of other pages stay as they were chosen. */
    refresh: (page: readonly Row[]) => {
      const newer = page.filter(isNewer);
      if (newer.length > 0) become(new Map([...chosen, ...newer.map((row) => [rowId(row), row] as const)]));
    },
    replace: (all: readonly Row[]) => become(new Map(all.map((row) => [rowId(row), row]))),
    /** These rows are done with; what was chosen meanwhile stays. */
    drop: (done: readonly Row[]) => {
      const gone = new Set(done.map(rowId));
      become(new Map([...chosen].filter(([id]) => !gone.has(id))));
    },
    clear: () => become(new Map()),
  };
}

/** The chosen rows of a list, kept outside of its screen: choosing one draws again only what shows it. */
export type Selection<Row> = ReturnType<typeof selectionOf<Row>>;

/** The selection of a screen, kept across pages with each row as it was last in sight. `rowId` must be stable. */
export function useSelection<Row>(rowId: (row: Row) => string): Selection<Row> {
  return useMemo(() => selectionOf(rowId), [rowId]);
}

/** Something about the chosen rows, such as their number; the caller is drawn again only when it becomes another value. */
export function useChosen<Row, T>(selection: Selection<Row>, read: (rows: Chosen<Row>) => T): T {
  return useSelector(selection.ids, () => read(selection.rows()));
}
