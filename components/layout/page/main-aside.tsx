import type { ReactNode } from 'react';

/**
 * A wide column of panels and a narrow one beside it. Where the page has no room for both, or a drawer takes it, the narrow one's panels come
 * below, two in a row; one that would be alone in its row takes all of it. A phone has one column.
 */
export function MainAside({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid items-start gap-3 lg:@min-[880px]:grid-cols-[minmax(0,1fr)_364px]">
        <div className="flex min-w-0 flex-col gap-3">{children}</div>
        <div
          className="grid min-w-0 gap-3 [&>:last-child:nth-child(odd)]:col-span-full"
          style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 364px), 1fr))' }}
        >
          {aside}
        </div>
      </div>
    </div>
  );
}
