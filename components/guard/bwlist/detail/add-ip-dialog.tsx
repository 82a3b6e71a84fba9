'use client';

import { useTranslations } from 'next-intl';
import { CheckboxField, TextField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { bwlist, type IpSet } from '@/lib/guard/bwlist/contract';

/** Adds one address to a list. */
export function AddIpDialog({ set, onClose }: { set: IpSet; onClose: () => void }) {
  const t = useTranslations('guard.bwlist.ips');
  const edit = useEndpointForm(bwlist.add, {
    params: { id: String(set.id) },
    defaultValues: { ip_addr: '', status: true },
    invalidates: [bwlist.search.path],
    savedNotice: t('added'),
    onSaved: onClose,
  });
  return (
    <FormDialog open onClose={onClose} title={t('add_title', { name: set.name })} submitLabel={t('add')} edit={edit}>
      <TextField
        form={edit.form}
        name="ip_addr"
        label={t('ip_addr')}
        hint={t('hint')}
        mono
        placeholder="198.51.100.7"
      />
      <CheckboxField form={edit.form} name="status" label={t('enabled')} />
    </FormDialog>
  );
}
