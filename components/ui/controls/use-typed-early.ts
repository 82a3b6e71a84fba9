'use client';

import { type ChangeEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * For the box of a text control: what was typed, or filled in by a password manager, before the page had come alive is
 * shown to `onChange` like any other typing. React leaves it in sight and would lose it with the next change.
 */
export function useTypedEarly<E extends HTMLInputElement | HTMLTextAreaElement>(
  value: unknown,
  onChange: ((event: ChangeEvent<E>) => void) | undefined,
): RefObject<HTMLSpanElement | null> {
  const box = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first sight of the page can differ
  useEffect(() => {
    const control = box.current?.querySelector<E>('input, textarea');
    if (control && control.value !== '' && value === '') {
      onChange?.({ target: control, currentTarget: control } as unknown as ChangeEvent<E>);
    }
  }, []);
  return box;
}
