'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/ui/controls/button';
import { cx } from '@/components/ui/cx';
import type { DialogProps } from './dialog';
import { anchorDialog } from './dialog-anchor';

/** The same function always, so that a dialog drawn again is not let go of. */
const anchor = (popup: HTMLDivElement | null) => (popup ? anchorDialog(popup) : undefined);

/** The loaded dialog. */
export function DialogWindow({
  open,
  onClose,
  title,
  description,
  size = 'normal',
  insistent,
  footer,
  initialFocus,
  children,
}: DialogProps) {
  const t = useTranslations('common');
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={insistent}
      onOpenChange={(next, details) => {
        if (next) return;
        if (insistent) details.cancel();
        else onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop forceRender className="scrim" />
        <Base.Viewport className="fixed inset-0 z-50 grid grid-cols-[minmax(0,1fr)] place-items-center overflow-auto p-4 max-sm:place-items-end max-sm:p-0">
          <Base.Popup
            ref={anchor}
            aria-modal="true"
            initialFocus={initialFocus}
            className={cx(
              'sheet relative flex max-h-[calc(100dvh-32px)] w-full flex-col rounded-3 border border-line-strong bg-raised shadow-float max-sm:max-h-dvh max-sm:max-w-none! max-sm:rounded-none max-sm:border-x-0',
              size === 'wide' ? 'max-w-150' : 'max-w-(--dialog-w)',
            )}
          >
            <div className={cx('px-5 pt-4', !insistent && 'pr-12')}>
              <div>
                <Base.Title className="text-16 font-semibold break-words">{title}</Base.Title>
                {description ? <Base.Description className="text-ink-2">{description}</Base.Description> : null}
              </div>
            </div>
            <div className="min-h-0 flex-1 overflow-auto px-5 pt-3 pb-5">{children}</div>
            {footer ? (
              <div
                data-foot=""
                className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3"
              >
                {footer}
              </div>
            ) : null}
            {insistent ? null : (
              // Last in the order of keys, so that the first field or the safe button has the focus.
              <IconButton
                icon="close"
                size="small"
                name={t('close')}
                onClick={onClose}
                className="absolute! top-3.5 right-3"
              />
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
