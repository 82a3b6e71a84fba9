'use client';

import { useTranslations } from 'next-intl';
import { CheckboxField, FormField, SelectField, TextField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { PolicyPicker } from '@/components/guard/policies/policy-picker';
import { APPROVED, type Domain, domains } from '@/lib/guard/domains/contract';
import { MODES, useModeName } from './use-mode-name';

/** Edits what can be changed of a domain. Mount it with the domain's id as `key`. */
export function EditDomainDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const t = useTranslations('guard.domains');
  const field = useTranslations('fields');
  const modeName = useModeName();
  const { asset_name, policy_id, auto_cert, mode } = domain;
  const edit = useEndpointForm(domains.edit, {
    params: { id: domain.domain_id },
    defaultValues: { asset_name, policy_id, auto_cert, mode },
    savedNotice: t(domain.audit_status === APPROVED ? 'saved_delivering' : 'saved'),
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('edit_title', { name: domain.domain })}
      submitLabel={t('save')}
      edit={edit}
    >
      <TextField form={edit.form} name="asset_name" label={field('note')} optional="clears" maxLength={255} />
      <FormField
        form={edit.form}
        name="policy_id"
        label={t('fields.policy')}
        hint={domain.audit_status === APPROVED ? t('hints.delivers') : undefined}
      >
        {({ value, set, onBlur, aria }) => (
          <PolicyPicker {...aria} value={String(value)} onChange={set} onBlur={onBlur} />
        )}
      </FormField>
      <SelectField
        form={edit.form}
        name="mode"
        label={t('fields.mode')}
        options={[...new Set([...MODES, mode])].map((value) => ({ value, label: modeName(value) }))}
      />
      <CheckboxField form={edit.form} name="auto_cert" label={t('fields.auto_cert')} hint={t('hints.auto_cert')} />
    </FormDialog>
  );
}
