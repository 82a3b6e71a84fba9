'use client';

import { useCallback, useEffect, useState } from 'react';
import { useIsPhone, useMediaQuery } from '@/components/layout/page/use-media-query';
import { useIsNarrow } from './use-is-narrow';

/** The columns as the reader arranged them; `widths` in px, of those that were given one. */
export type TableSettings = { order: string[]; hidden: string[]; widths: Record<string, number> };
type Known = { id: string; hidden?: boolean; yields?: 1 | 2 };

/** How many ranks of columns a window has no room for: none, those of rank 1, or both. */
export type Shortage = 0 | 1 | 2;

/** How wide a column may be made, and by how much a key changes it, in px. */
export const WIDTH = { least: 64, most: 800, step: 16 } as const;

/** A width that a column may have. */
export const widthWithin = (px: number) => Math.round(Math.max(WIDTH.least, Math.min(WIDTH.most, px)));

/** Columns that are hidden only because the window is narrow. */
export const yielding = (columns: readonly Known[], shortage: Shortage): string[] =>
  columns.filter(({ hidden, yields = 3 }) => !hidden && yields <= shortage).map(({ id }) => id);

/** The columns of a reader who never changed them. */
export function defaultSettings(columns: readonly Known[], shortage: Shortage = 0): TableSettings {
  const yielded = yielding(columns, shortage);
  const hidden = columns.filter((c) => c.hidden || yielded.includes(c.id));
  return { order: columns.map((c) => c.id), hidden: hidden.map((c) => c.id), widths: {} };
}

/**
 * Saved settings laid over the columns that exist today: what is gone is forgotten, what is new takes its default
 * place, the identity (the first column) is always first and always shown.
 */
export function resolveSettings(
  columns: readonly Known[],
  saved: TableSettings | null,
  shortage: Shortage = 0,
): TableSettings {
  if (!saved) return defaultSettings(columns, shortage);
  const defaults = defaultSettings(columns);
  const identity = columns[0]?.id;
  const order = saved.order.filter((id) => id !== identity && defaults.order.includes(id));
  for (const [i, id] of defaults.order.entries()) {
    if (!order.includes(id) && id !== identity) order.splice(Math.max(0, i - 1), 0, id);
  }
  const hidden = defaults.order.filter((id) => {
    if (id === identity) return false;
    return saved.order.includes(id) ? saved.hidden.includes(id) : defaults.hidden.includes(id);
  });
  const widths = Object.entries(saved.widths).flatMap(([id, px]) =>
    defaults.order.includes(id) ? [[id, widthWithin(px)] as const] : [],
  );
  return {
    order: identity === undefined ? order : [identity, ...order],
    hidden,
    widths: Object.fromEntries(widths),
  };
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');
const isWidths = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite);

/** What local storage holds, if it is settings at all; those of before columns had widths have none. */
export function parseSettings(raw: string | null): TableSettings | null {
  if (raw === null) return null;
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value !== 'object' || value === null) return null;
    const { order, hidden, widths = {} } = value as Record<string, unknown>;
    return isNames(order) && isNames(hidden) && isWidths(widths) ? { order, hidden, widths } : null;
  } catch {
    return null;
  }
}

export type SavedSettings = {
  settings: TableSettings;
  save: (next: TableSettings | null) => void;
  /** Hidden only because the window is narrow; nothing once the reader chose columns. */
  yielded: readonly string[];
};

/** A phone shows rows instead of columns, and has room for all that they say. */
function useShortage(): Shortage {
  const isNarrow = useMediaQuery('(641px <= width < 1360px)');
  const isNarrower = useMediaQuery('(641px <= width < 1160px)');
  // An open drawer leaves less than any window does that still shows columns.
  const isBeside = useIsNarrow();
  const isPhone = useIsPhone();
  return isPhone ? 0 : isNarrower || isBeside ? 2 : isNarrow ? 1 : 0;
}

/** Choice, order and width of the columns of one table, kept per user in this browser. */
export function useTableSettings(key: string, columns: readonly Known[]): SavedSettings {
  const storageKey = `parapet.table.${key}`;
  const [saved, setSaved] = useState<TableSettings | null>(null);
  const shortage = useShortage();
  useEffect(() => {
    try {
      setSaved(parseSettings(localStorage.getItem(storageKey)));
    } catch {
      setSaved(null);
    }
  }, [storageKey]);

  const save = useCallback(
    (next: TableSettings | null) => {
      setSaved(next);
      try {
        if (next) localStorage.setItem(storageKey, JSON.stringify(next));
        else localStorage.removeItem(storageKey);
      } catch {
        // Without storage the choice lasts as long as the page.
      }
    },
    [storageKey],
  );
  return {
    settings: resolveSettings(columns, saved, shortage),
    save,
    yielded: saved ? [] : yielding(columns, shortage),
  };
}
