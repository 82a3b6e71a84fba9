'use client';

import { useTranslations } from 'next-intl';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { useFormat } from '@/components/layout/preferences/use-format';
import { type ApiKey, apiKeys, DEFAULT_DAYS } from '@/lib/sys/api-keys/contract';
import { ExpiryField } from './expiry-field';

/** Moves a key's end; also an expired key works again then. */
export function RenewDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useTranslations('sys.api-keys');
  const format = useFormat();
  const edit = useEndpointForm(apiKeys.renew, {
    params: { id: apiKey.key_id },
    defaultValues: { expires_in_days: DEFAULT_DAYS },
    savedNotice: t('renewed'),
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('renew_title', { name: apiKey.name })}
      description={t('renew_text', { date: format.date(apiKey.expires_at) })}
      submitLabel={t('renew')}
      edit={edit}
    >
      <ExpiryField form={edit.form} name="expires_in_days" />
    </FormDialog>
  );
}
