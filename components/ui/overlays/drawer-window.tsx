'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import { useTranslations } from 'next-intl';
import { type CSSProperties, type KeyboardEvent, useRef } from 'react';
import { IconButton } from '@/components/ui/controls/button';
import { cx } from '@/components/ui/cx';
import type { DrawerProps } from './drawer';

const FROM: CSSProperties = { ['--sheet-from' as string]: '8px' };

/** The loaded drawer. */
export function DrawerWindow({
  open,
  onClose,
  title,
  subtitle,
  size = 'normal',
  onPrevious,
  onNext,
  walks,
  footer,
  children,
}: DrawerProps) {
  const t = useTranslations('common');
  const popup = useRef<HTMLDivElement>(null);
  // Until the focus goes to something inside, the arrows walk the rows.
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowUp: onPrevious, ArrowDown: onNext }[event.key];
    if (!walks || !step || event.target !== popup.current) return;
    event.preventDefault();
    step();
  };
  return (
    <Base.Root open={open} modal={false} disablePointerDismissal onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Popup
          ref={popup}
          initialFocus={popup}
          onKeyDown={walk}
          style={FROM}
          className={cx(
            'sheet fixed top-(--header-h) right-0 bottom-0 z-30 flex w-full flex-col border-l border-line-strong bg-raised shadow-float max-sm:top-0',
            size === 'wide' ? 'sm:w-(--beside-wide)' : 'sm:w-(--beside)',
          )}
          data-beside={size}
        >
          <div className="flex items-start gap-2 border-b border-line px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-14 font-semibold break-words">{title}</Base.Title>
              {subtitle ? (
                <Base.Description className="text-12 text-ink-2 tabular-nums">{subtitle}</Base.Description>
              ) : null}
            </div>
            {walks ? (
              <>
                <IconButton
                  icon="chevron-up"
                  size="small"
                  name={t('previous_row')}
                  disabled={!onPrevious}
                  onClick={onPrevious}
                />
                <IconButton icon="chevron-down" size="small" name={t('next_row')} disabled={!onNext} onClick={onNext} />
              </>
            ) : null}
            <IconButton icon="close" size="small" name={t('close')} onClick={onClose} />
          </div>
          <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto px-5 py-4">{children}</div>
          {footer ? (
            <div data-foot="" className="flex flex-wrap gap-2 border-t border-line px-5 py-2.5">
              {footer}
            </div>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
