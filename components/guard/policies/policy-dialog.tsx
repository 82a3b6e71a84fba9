'use client';

import { useTranslations } from 'next-intl';
import { TextAreaField, TextField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { type Policy, policies } from '@/lib/guard/policies/contract';

/** Creates a policy, or edits the one given. Mount it with the policy's id as `key`. */
export function PolicyDialog({
  policy,
  onClose,
  onSaved,
}: {
  policy?: Policy;
  onClose: () => void;
  onSaved?: (policy: Policy) => void;
}) {
  const t = useTranslations('guard.policies');
  const field = useTranslations('fields');
  const edit = useEndpointForm(policy ? policies.edit : policies.create, {
    params: policy && { id: policy.policy_id },
    defaultValues: { name: policy?.name ?? '', comment: policy?.comment ?? '' },
    savedNotice: t(policy ? 'saved' : 'created'),
    onSaved: (saved) => {
      onClose();
      onSaved?.(saved);
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t(policy ? 'edit' : 'create')}
      submitLabel={t(policy ? 'edit' : 'create')}
      edit={edit}
    >
      <TextField form={edit.form} name="name" label={field('name')} />
      <TextAreaField
        form={edit.form}
        name="comment"
        label={field('note')}
        hint={t('hints.comment')}
        optional="clears"
      />
    </FormDialog>
  );
}
