'use client';

import { useCallback, useState } from 'react';

export type Selection<Row> = {
  rows: ReadonlyMap<string, Row>;
  toggle: (rows: readonly Row[], on: boolean) => void;
  replace: (rows: readonly Row[]) => void;
  clear: () => void;
};

/** The chosen rows, kept across pages with what they looked like when chosen. */
export function useSelection<Row>(rowId: (row: Row) => string): Selection<Row> {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map());
  const toggle = useCallback(
    (changed: readonly Row[], on: boolean) =>
      setRows((before) => {
        const next = new Map(before);
        for (const row of changed) {
          if (on) next.set(rowId(row), row);
          else next.delete(rowId(row));
        }
        return next;
      }),
    [rowId],
  );
  const replace = useCallback((all: readonly Row[]) => setRows(new Map(all.map((row) => [rowId(row), row]))), [rowId]);
  const clear = useCallback(() => setRows(new Map()), []);
  return { rows, toggle, replace, clear };
}
