'use client';

import type { ReactNode } from 'react';
import { cx } from '@/components/ui/cx';
import type { Mark } from '../prepare/mark';
import { useMarkOpener } from './mark-provider';

/**
 * The button of a mark: opens its popover. Plain where there is none. `place` tells the marks of one line or column
 * from the others, for the arrow keys. A button holds phrases alone, so what is inside must be spans.
 */
export function MarkButton({
  mark,
  place = '',
  className,
  children,
}: {
  mark: Mark | undefined;
  place?: string;
  className?: string;
  children: ReactNode;
}) {
  const open = useMarkOpener();
  if (!open || !mark) return <span className={cx('block', className)}>{children}</span>;
  return (
    <button
      type="button"
      data-mark={place}
      tabIndex={-1}
      aria-haspopup="dialog"
      onClick={(event) => open({ marks: [mark], chosen: 0, anchor: event.currentTarget, origin: event.currentTarget })}
      className={cx(
        'block cursor-pointer rounded-1 text-left hover:bg-hover data-opened:outline-[1.5px] data-opened:outline-ink',
        className,
      )}
    >
      {children}
    </button>
  );
}
