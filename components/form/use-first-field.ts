import { type RefObject, useEffect, useRef } from 'react';

/** For a form that takes the place of what opened it: it comes into sight, and the keyboard is in its first field. */
export function useFirstField(): RefObject<HTMLDivElement | null> {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    holder.current?.scrollIntoView({ block: 'nearest' });
    holder.current
      ?.querySelector<HTMLElement>('form [data-field] :is(input, textarea, button)')
      ?.focus({ preventScroll: true });
  }, []);
  return holder;
}
