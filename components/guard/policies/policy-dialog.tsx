'use client';

import { useTranslations } from 'next-intl';
import { ChangedMeanwhile } from '@/components/form/changed-meanwhile';
import { TextAreaField, TextField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { useVersion } from '@/components/form/use-version';
import { call } from '@/lib/api/client';
import { type Policy, policies } from '@/lib/guard/policies/contract';

/** Characters of a name (spec 2.5). */
const MAX_NAME = 100;

const bodyOf = ({ name, comment }: Policy) => ({ name, comment });

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
  const params = { id: policy?.policy_id ?? '' };
  const version = useVersion(policy, { read: () => call(policies.view, { params }), bodyOf });
  const edit = useEndpointForm(policy ? policies.edit : from ? policies.copy : policies.create, {
    params: from && { id: from.policy_id },
    ...(policy && {
      send: (body: Partial<ReturnType<typeof bodyOf>>) =>
        version.save((utime) => call(policies.edit, { params, query: { utime }, body })),
    }),
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
      <ChangedMeanwhile
        type="policy"
        version={version}
        mine={edit.form.getValues()}
        onSettle={(taken) => (taken ? edit.form.reset(taken) : undefined)}
      />
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
