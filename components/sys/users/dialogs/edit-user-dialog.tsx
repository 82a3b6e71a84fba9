'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { TextAreaField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { useSession } from '@/components/layout/account/session';
import { Dialog } from '@/components/ui/overlays/dialog';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import { type UserDetails, users } from '@/lib/sys/users/contract';
import { ContactFields } from '../form/contact-fields';
import { RolesField } from '../form/roles-field';
import { TOUCHED } from '../user/user-refusals';

const sameRoles = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((role_id) => b.includes(role_id));

/** Edits a user once their details have arrived. Mount it with the user's id as `key`. */
export function EditUserDialog({ user_id, onClose }: { user_id: string; onClose: () => void }) {
  const t = useTranslations('sys.users');
  const { data, error, refetch } = useQuery(query(users.details, { params: { id: user_id } }));
  if (data) return <EditForm user={data} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={t('edit')}>
      {error ? (
        <ErrorState what="common.error.what.user" error={error} onRetry={() => refetch()} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  );
}

function EditForm({ user, onClose }: { user: UserDetails; onClose: () => void }) {
  const t = useTranslations('sys.users');
  const isSelf = useSession().user.user_id === user.user_id;
  const { nick_name, email, mobile, comment, role_ids } = user;
  const edit = useEndpointForm(users.edit, {
    params: { id: user.user_id },
    defaultValues: { nick_name, email, mobile, comment, role_ids },
    // Roles that stay as they are need nobody who could give them.
    prepare: ({ role_ids: chosen = [], ...values }) =>
      isSelf || sameRoles(chosen, role_ids) ? values : { ...values, role_ids: chosen },
    savedNotice: t('saved'),
    invalidates: TOUCHED,
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('edit_title', { name: user.user_name })}
      submitLabel={t('save')}
      size="wide"
      edit={edit}
    >
      <ContactFields form={edit.form} />
      <TextAreaField form={edit.form} name="comment" rows={2} label={t('fields.comment')} optional="clears" />
      {isSelf ? (
        <p className="text-12 text-ink-3">{t('own_roles')}</p>
      ) : (
        <RolesField form={edit.form} name="role_ids" hint={t('hints.roles')} present={role_ids} />
      )}
    </FormDialog>
  );
}
