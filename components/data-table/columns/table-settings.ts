'use client';

import { useCallback, useEffect, useState } from 'react';

export type TableSettings = { order: string[]; hidden: string[] };
type Known = { id: string; hidden?: boolean };

/** How the columns stand when the reader never touched them. */
export function defaultSettings(columns: readonly Known[]): TableSettings {
  return { order: columns.map((c) => c.id), hidden: columns.filter((c) => c.hidden).map((c) => c.id) };
}

/**
 * Remembered settings laid over the columns that exist today: what is gone is forgotten, what is new takes its default
 * place, the identity (the first column) is always first and always shown.
 */
export function resolveSettings(columns: readonly Known[], saved: TableSettings | null): TableSettings {
  const defaults = defaultSettings(columns);
  if (!saved) return defaults;
  const identity = columns[0]?.id;
  const order = saved.order.filter((id) => id !== identity && defaults.order.includes(id));
  for (const [i, id] of defaults.order.entries()) {
    if (!order.includes(id) && id !== identity) order.splice(Math.max(0, i - 1), 0, id);
  }
  const hidden = defaults.order.filter((id) => {
    if (id === identity) return false;
    return saved.order.includes(id) ? saved.hidden.includes(id) : defaults.hidden.includes(id);
  });
  return { order: identity === undefined ? order : [identity, ...order], hidden };
}

/** What local storage holds, if it is settings at all. */
export function parseSettings(raw: string | null): TableSettings | null {
  if (raw === null) return null;
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value !== 'object' || value === null) return null;
    const { order, hidden } = value as Record<string, unknown>;
    const isNames = (list: unknown): list is string[] =>
      Array.isArray(list) && list.every((id) => typeof id === 'string');
    return isNames(order) && isNames(hidden) ? { order, hidden } : null;
  } catch {
    return null;
  }
}

/** Column choice and order of one table, kept per user in this browser. */
export function useTableSettings(key: string, columns: readonly Known[]) {
  const storageKey = `parapet.table.${key}`;
  const [saved, setSaved] = useState<TableSettings | null>(null);
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
  return { settings: resolveSettings(columns, saved), save, reset: () => save(null) };
}
