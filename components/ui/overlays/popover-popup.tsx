'use client';

import { Popover as Base } from '@base-ui/react/popover';
import { cx } from '@/components/ui/cx';
import type { PopoverProps } from './popover';

/** The loaded popover; unless its owner says otherwise it opens at once. */
export function PopoverPopup({ trigger, name, open, onOpenChange, align = 'end', className, children }: PopoverProps) {
  return (
    <Base.Root open={open} defaultOpen onOpenChange={onOpenChange}>
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
