'use client';

import { Dialog } from '@base-ui/react/dialog';
import { useTranslations } from 'next-intl';
import { Logo } from '@/components/ui/content/logo';
import { IconButton } from '@/components/ui/controls/button';
import { Foot, NavList } from './sidebar';

/** The sidebar of a phone. */
export function NavSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          aria-modal="true"
          className="sheet fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col border-r border-line-strong bg-panel shadow-float"
          style={{ ['--sheet-from' as string]: '-8px' }}
        >
          <div className="flex h-(--header-h) flex-none items-center gap-[9px] border-b border-line px-4 text-14 font-semibold">
            <span className="text-accent">
              <Logo />
            </span>
            <Dialog.Title className="flex-1">Parapet</Dialog.Title>
            <IconButton icon="close" size="small" name={t('common.close')} onClick={onClose} />
          </div>
          <NavList onFollow={onClose} />
          <Foot />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
