import type { ReactNode } from 'react';

const ROW = 34;

/** Entries in the height of a chart; more of them scroll, and what scrolls takes the keyboard. */
export function ScrollList({ count, height, children }: { count: number; height: number; children: ReactNode }) {
  return (
    <ol
      tabIndex={count * ROW > height ? 0 : undefined}
      className="-mx-1 overflow-y-auto px-1"
      style={{ maxHeight: height }}
    >
      {children}
    </ol>
  );
}
