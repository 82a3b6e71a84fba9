'use client';

import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { forgetUnsaved } from './unsaved';

/** Asks whether what was typed may be lost; `leave` goes on where the reader wanted to. */
export function LeaveDialog({ leave, onClose }: { leave: () => void; onClose: () => void }) {
  const t = useTranslations('common.unsaved');
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('title')}
      action={t('leave')}
      keep={t('stay')}
      onConfirm={() => {
        forgetUnsaved();
        leave();
      }}
    >
      {t('text')}
    </ConfirmDialog>
  );
}
