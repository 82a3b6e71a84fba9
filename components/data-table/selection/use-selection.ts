'use client';

import { useMemo, useSyncExternalStore } from 'react';

type Chosen<Row> = ReadonlyMap<string, Row>;

/** The chosen rows of a list, kept outside of its screen: choosing one draws again only what shows it. */
export type Selection<Row> = {
  /** The chosen rows as they are now, by id; what draws them calls `useChosen`. */
  rows: () => Chosen<Row>;
  subscribe: (listener: () => void) => () => void;
  toggle: (rows: readonly Row[], on: boolean) => void;
  replace: (rows: readonly Row[]) => void;
  clear: () => void;
};

function selectionOf<Row>(rowId: (row: Row) => string): Selection<Row> {
  const listeners = new Set<() => void>();
  let chosen: Chosen<Row> = new Map();
  const become = (next: Chosen<Row>) => {
    chosen = next;
    for (const listener of listeners) listener();
  };
  return {
    rows: () => chosen,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    toggle: (changed, on) => {
      const next = new Map(chosen);
      for (const row of changed) {
        if (on) next.set(rowId(row), row);
        else next.delete(rowId(row));
      }
      become(next);
    },
    replace: (all) => become(new Map(all.map((row) => [rowId(row), row]))),
    clear: () => become(new Map()),
  };
}

/** The selection of a screen, kept across pages with what rows looked like when chosen. `rowId` must be stable. */
export function useSelection<Row>(rowId: (row: Row) => string): Selection<Row> {
  return useMemo(() => selectionOf(rowId), [rowId]);
}

/** Something about the chosen rows, such as their number; the caller is drawn again only when it becomes another value. */
export function useChosen<Row, T>(selection: Selection<Row>, read: (rows: Chosen<Row>) => T): T {
  const now = () => read(selection.rows());
  return useSyncExternalStore(selection.subscribe, now, now);
}
