'use client';

import { useTranslations } from 'next-intl';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { Note } from '@/components/ui/states/note';
import { type User, users } from '@/lib/sys/users/contract';
import { NewPasswordField } from '../form/password-field';
import { TOUCHED } from '../user/user-refusals';

/** Sets another user's password: they choose their own at the next sign-in, and their sessions end. */
export function ResetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTranslations('sys.users');
  const edit = useEndpointForm(users.password, {
    params: { id: user.user_id },
    defaultValues: { password: '' },
    savedNotice: t('reset.done'),
    invalidates: TOUCHED,
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('reset.title', { name: user.user_name })}
      submitLabel={t('reset.action')}
      edit={edit}
    >
      <NewPasswordField form={edit.form} name="password" label={t('reset.password')} hint={t('hints.password')} />
      <Note meaning="pending" title={t('reset.sessions')}>
        {t('reset.next')}
      </Note>
    </FormDialog>
  );
}
