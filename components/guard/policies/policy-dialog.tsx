'use client';

import { useTranslations } from 'next-intl';
import { TextAreaField, TextField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { type Policy, policies } from '@/lib/guard/policies/contract';

/** Characters of a name (spec 2.5). */
const MAX_NAME = 100;

/** Creates a policy, edits the one given, or makes a copy `from` one. Mount it with the policy's id as `key`. */
export function PolicyDialog({
  policy,
  from,
  onClose,
  onSaved,
}: {
  policy?: Policy;
  from?: Policy;
  onClose: () => void;
  onSaved?: (policy: Policy) => void;
}) {
  const t = useTranslations('guard.policies');
  const field = useTranslations('fields');
  const edit = useEndpointForm(policy ? policies.edit : from ? policies.copy : policies.create, {
    params: (policy ?? from) && { id: (policy ?? from)?.policy_id ?? '' },
    defaultValues: {
      name: from ? t('copy_name', { name: from.name }).slice(0, MAX_NAME) : (policy?.name ?? ''),
      comment: (policy ?? from)?.comment ?? '',
    },
    savedNotice: t(policy ? 'saved' : 'created'),
    onSaved: (saved) => {
      // Going elsewhere closes the dialog as well; doing both would undo the going, since the URL holds the dialog.
      if (onSaved) onSaved(saved);
      else onClose();
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={from ? t('copy_title', { name: from.name }) : t(policy ? 'edit' : 'create')}
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
