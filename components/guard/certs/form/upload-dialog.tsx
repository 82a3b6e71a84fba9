'use client';

import { useTranslations } from 'next-intl';
import { FormDialog } from '@/components/form/form-dialog';
import type { Cert } from '@/lib/guard/certs/contract';
import { PreviewPanel } from './preview-panel';
import { UploadFields, useUploadForm } from './upload-form';

/** Storing a certificate in the middle of something else. */
export function UploadDialog({ onClose, onSaved }: { onClose: () => void; onSaved: (cert: Cert) => void }) {
  const t = useTranslations('guard.certs');
  const upload = useUploadForm((cert) => {
    onClose();
    onSaved(cert);
  });
  return (
    <FormDialog open onClose={onClose} title={t('upload')} submitLabel={t('upload')} edit={upload.edit}>
      <UploadFields upload={upload} />
      <PreviewPanel found={upload.found} keyGiven={upload.keyGiven} />
    </FormDialog>
  );
}
