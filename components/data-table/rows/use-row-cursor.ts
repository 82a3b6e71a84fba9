'use client';

import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { useShortcuts } from '@/components/layout/page/shortcuts';

/** Puts the keyboard on a row: on what opens it, or on the row itself. */
function focusRow(body: HTMLElement | null, index: number): void {
  const row = body?.querySelectorAll<HTMLElement>('[data-row]')[index];
  (row?.querySelector<HTMLElement>('[data-row-open]') ?? row)?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

/** j, k and the arrows move the row cursor, x selects, / goes to the search; Enter is the row's own link. */
export function useRowCursor({
  count,
  searchRef,
  onSelect,
}: {
  count: number;
  searchRef: RefObject<HTMLInputElement | null>;
  onSelect?: (index: number) => void;
}) {
  const t = useTranslations('common.table.keys');
  const bodyRef = useRef<HTMLElement | null>(null);
  const [cursor, setCursor] = useState(-1);

  const shortcuts = useMemo(() => {
    const go = (step: number) => {
      if (count === 0) return;
      const next = Math.max(0, Math.min(count - 1, cursor + step));
      setCursor(next);
      focusRow(bodyRef.current, next);
    };
    return [
      { key: 'j', label: t('down'), run: () => go(1) },
      { key: 'k', label: t('up'), run: () => go(-1) },
      { key: 'Enter', label: t('open') },
      ...(onSelect ? [{ key: 'x', label: t('select'), run: () => cursor >= 0 && onSelect(cursor) }] : []),
      { key: '/', label: t('search'), run: () => searchRef.current?.focus() },
    ];
  }, [count, cursor, onSelect, searchRef, t]);
  useShortcuts(shortcuts);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !(event.target instanceof HTMLElement) || event.target.closest('[role=menu], input, select'))
      return;
    event.preventDefault();
    const next = Math.max(0, Math.min(count - 1, cursor + step));
    setCursor(next);
    focusRow(bodyRef.current, next);
  };
  return { cursor, setCursor, bodyRef, onKeyDown };
}
