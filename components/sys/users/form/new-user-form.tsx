'use client';

import { useTranslations } from 'next-intl';
import { useWatch } from 'react-hook-form';
import { TextAreaField, TextField } from '@/components/form/fields';
import { FormPage } from '@/components/form/form-page';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import type { Role } from '@/lib/sys/roles/contract';
import { type User, users } from '@/lib/sys/users/contract';
import { UserGrants } from '../user/user-grants';
import { TOUCHED } from '../user/user-refusals';
import { ContactFields } from './contact-fields';
import { NewPasswordField } from './password-field';
import { RolesField } from './roles-field';

/** The form of a new user, which begins with these roles chosen, and what the chosen ones allow. */
export function NewUserForm({
  roles,
  role_ids,
  onSaved,
  onCancel,
}: {
  roles: readonly Role[];
  role_ids: number[];
  onSaved: (user: User) => void;
  onCancel: () => void;
}) {
  const t = useTranslations('sys.users');
  const edit = useEndpointForm(users.create, {
    defaultValues: { user_name: '', password: '', nick_name: '', email: '', mobile: '', comment: '', role_ids },
    // Who cannot list roles leaves the choice to the server.
    prepare: ({ role_ids: chosen, ...values }) => (roles.length === 0 ? values : { ...values, role_ids: chosen }),
    savedNotice: t('created'),
    invalidates: TOUCHED,
    onSaved,
  });
  const chosen = useWatch({ control: edit.form.control, name: 'role_ids' }) ?? [];
  return (
    <div className="grid items-start gap-6 min-[1280px]:grid-cols-[minmax(0,640px)_minmax(0,1fr)]">
      <FormPage edit={edit} submitLabel={t('create')} onCancel={onCancel}>
        <TextField form={edit.form} name="user_name" label={t('fields.user_name')} hint={t('hints.user_name')} />
        <NewPasswordField
          form={edit.form}
          name="password"
          label={t('fields.password')}
          hint={t('hints.first_password')}
        />
        <ContactFields form={edit.form} />
        <TextAreaField form={edit.form} name="comment" rows={2} label={t('fields.comment')} optional="clears" />
        <RolesField form={edit.form} name="role_ids" hint={t('hints.roles')} />
      </FormPage>
      {chosen.length > 0 ? (
        <section className="flex min-w-0 flex-col gap-2">
          <h2>{t('tabs.permissions')}</h2>
          <UserGrants role_ids={chosen} />
        </section>
      ) : null}
    </div>
  );
}
