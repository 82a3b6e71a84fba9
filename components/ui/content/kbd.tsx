import type { ReactNode } from 'react';

/** One key cap. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-1 border border-line-strong px-1 font-sans text-11 leading-4 tabular-nums whitespace-nowrap text-ink-3">
      {children}
    </kbd>
  );
}
