'use client';

import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx';

/** Something to look at or set beside its button. `name` titles it for assistive technology. */
export function Popover({
  trigger,
  name,
  open,
  onOpenChange,
  align = 'end',
  className,
  children,
}: {
  trigger: ReactElement;
  name: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  className?: string;
  children: ReactNode;
}) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-50">
          <Base.Popup
            aria-label={name}
            className={cx('float max-h-(--available-height) max-w-[calc(100vw-24px)] overflow-auto', className)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
