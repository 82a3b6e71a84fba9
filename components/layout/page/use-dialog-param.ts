'use client';

import { parseAsString, useQueryState } from 'nuqs';

export type DialogParam = {
  /** Whether a dialog is open: one of the page, or of the object with this id. */
  isOpen: (kind: string, id?: string) => boolean;
  /** The row a dialog of this kind is about, among those at hand. */
  rowOf: <Row>(kind: string, rows: readonly Row[], rowId: (row: Row) => string) => Row | undefined;
  open: (kind: string, id?: string) => void;
  close: () => void;
};

const nameOf = (kind: string, id?: string) => (id === undefined ? kind : `${kind}.${id}`);

/** The open dialog of a screen as the URL parameter `dialog`: Back closes it, a reload keeps it. */
export function useDialogParam(): DialogParam {
  const [name, setName] = useQueryState('dialog', parseAsString);
  return {
    isOpen: (kind, id) => name === nameOf(kind, id),
    rowOf: (kind, rows, rowId) => rows.find((row) => name === nameOf(kind, rowId(row))),
    open: (kind, id) => void setName(nameOf(kind, id), { history: 'push' }),
    // A dialog whose work ends late closes itself, not the one that was opened since.
    close: () => void setName((current) => (current === name ? null : current), { history: 'replace' }),
  };
}
