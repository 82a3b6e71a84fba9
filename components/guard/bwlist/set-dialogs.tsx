'use client';

import { useTranslations } from 'next-intl';
import type { FieldValues } from 'react-hook-form';
import { ChangedMeanwhile } from '@/components/form/changed-meanwhile';
import { FormField, type FormFieldProps, SelectField, TextAreaField, TextField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { useVersion } from '@/components/form/use-version';
import { PolicyPicker } from '@/components/guard/policies/policy-picker';
import { call } from '@/lib/api/client';
import { BLACK, bwlist, type IpSet } from '@/lib/guard/bwlist/contract';
import { policies } from '@/lib/guard/policies/contract';
import { SET_TYPES, useSetType } from './set-type';

/** What shows how many lists a policy has, or what a list does. */
const SEEN_ELSEWHERE = [policies.list.path, bwlist.search.path];

/** Creates a list, in the policy given where there is one. */
export function CreateSetDialog({
  policy_id = '',
  onClose,
  onSaved,
}: {
  policy_id?: string;
  onClose: () => void;
  onSaved: (set: IpSet) => void;
}) {
  const t = useTranslations('guard.bwlist');
  const field = useTranslations('fields');
  const typeOf = useSetType();
  const edit = useEndpointForm(bwlist.create, {
    defaultValues: { name: '', ip_set_type: BLACK, policy_id, describe: '' },
    invalidates: SEEN_ELSEWHERE,
    savedNotice: t('created'),
    onSaved,
  });
  return (
    <FormDialog open onClose={onClose} title={t('create')} submitLabel={t('create')} edit={edit}>
      <TextField form={edit.form} name="name" label={field('name')} maxLength={100} />
      <SelectField
        form={edit.form}
        name="ip_set_type"
        label={t('fields.ip_set_type')}
        hint={t('hints.ip_set_type')}
        options={SET_TYPES.map((value) => ({ value, label: typeOf(value).word, hint: t(`does.${value}`) }))}
      />
      <PolicyField form={edit.form} name="policy_id" />
      <TextAreaField
        form={edit.form}
        name="describe"
        label={field('note')}
        hint={t('hints.describe')}
        optional="clears"
      />
    </FormDialog>
  );
}

const bodyOf = ({ name, describe }: IpSet) => ({ name, describe });

/** Renames a list. Mount it with the list's id as `key`. */
export function EditSetDialog({ set, onClose }: { set: IpSet; onClose: () => void }) {
  const t = useTranslations('guard.bwlist');
  const field = useTranslations('fields');
  const params = { id: String(set.id) };
  const version = useVersion(set, { read: () => call(bwlist.view, { params }), bodyOf });
  const edit = useEndpointForm(bwlist.edit, {
    defaultValues: bodyOf(set),
    send: (body) => version.save((utime) => call(bwlist.edit, { params, query: { utime }, body })),
    invalidates: [bwlist.search.path],
    savedNotice: t('saved'),
    onSaved: onClose,
  });
  return (
    <FormDialog open onClose={onClose} title={t('edit_title', { name: set.name })} submitLabel={t('edit')} edit={edit}>
      <ChangedMeanwhile
        type="list"
        version={version}
        mine={edit.form.getValues()}
        onSettle={(taken) => (taken ? edit.form.reset(taken) : undefined)}
      />
      <TextField form={edit.form} name="name" label={field('name')} maxLength={100} />
      <TextAreaField
        form={edit.form}
        name="describe"
        label={field('note')}
        hint={t('hints.describe')}
        optional="clears"
      />
    </FormDialog>
  );
}

/** Puts a list into another policy, or into none. */
export function BindSetDialog({ set, onClose }: { set: IpSet; onClose: () => void }) {
  const t = useTranslations('guard.bwlist');
  const edit = useEndpointForm(bwlist.bind, {
    params: { id: String(set.id) },
    defaultValues: { policy_id: set.policy_id },
    invalidates: SEEN_ELSEWHERE,
    savedNotice: t('bind.done'),
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('bind.title', { name: set.name })}
      submitLabel={t('bind.action')}
      edit={edit}
    >
      <PolicyField form={edit.form} name="policy_id" />
    </FormDialog>
  );
}

function PolicyField<V extends FieldValues>(props: Pick<FormFieldProps<V>, 'form' | 'name'>) {
  const t = useTranslations('guard.bwlist');
  return (
    <FormField {...props} label={t('fields.policy')} hint={t('hints.policy')}>
      {({ value, set, onBlur, aria }) => (
        <PolicyPicker {...aria} none={t('no_policy')} value={String(value ?? '')} onChange={set} onBlur={onBlur} />
      )}
    </FormField>
  );
}
