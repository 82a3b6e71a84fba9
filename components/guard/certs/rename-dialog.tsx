'use client';

import { useTranslations } from 'next-intl';
import { TextField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { type Cert, certs } from '@/lib/guard/certs/contract';

/** Gives a certificate another name; what it holds stays. */
export function RenameDialog({ cert, onClose }: { cert: Cert; onClose: () => void }) {
  const t = useTranslations('guard.certs.rename');
  const field = useTranslations('fields');
  const edit = useEndpointForm(certs.edit, {
    params: { id: String(cert.id) },
    defaultValues: { name: cert.name },
    savedNotice: t('done'),
    onSaved: onClose,
  });
  return (
    <FormDialog open onClose={onClose} title={t('title')} submitLabel={t('title')} edit={edit}>
      <TextField form={edit.form} name="name" label={field('name')} />
    </FormDialog>
  );
}
