'use client';

import { useTranslations } from 'next-intl';
import { useWatch } from 'react-hook-form';
import { FormField, SelectField, TextField } from '@/components/form/fields';
import { FormPage } from '@/components/form/form-page';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { RolePatterns } from '@/components/sys/permissions/role-patterns';
import { Note } from '@/components/ui/states/note';
import { type Role, roles } from '@/lib/sys/roles/contract';
import { RoleDifference } from './role-difference';

/** Levels a role of business users can have: 2 heads an account, the rest are below. */
const LEVELS = [2, 3, 4, 5, 6, 7, 8, 9];

/** Makes a role, beginning with the values given, or changes `role`. Mount it with the role's id as `key`. */
export function RoleForm({
  role,
  start = { name: '', level: 3, permissions: [] },
  onSaved,
  onCancel,
}: {
  role?: Role;
  start?: Pick<Role, 'name' | 'level' | 'permissions'>;
  onSaved: (role: Role) => void;
  onCancel: () => void;
}) {
  const t = useTranslations('sys.roles');
  const field = useTranslations('fields');
  const from = role ?? start;
  const edit = useEndpointForm(role ? roles.edit : roles.create, {
    params: role && { id: String(role.role_id) },
    defaultValues: { name: from.name, level: from.level, permissions: from.permissions },
    savedNotice: t(role ? 'saved' : 'created'),
    onSaved,
  });
  const permissions = useWatch({ control: edit.form.control, name: 'permissions' }) ?? [];
  return (
    <FormPage edit={edit} submitLabel={t(role ? 'save' : 'create')} onCancel={onCancel} wide>
      {role && role.users > 0 ? (
        <Note meaning="pending" title={t('in_use', { count: role.users })}>
          {t('in_use_text')}
        </Note>
      ) : null}
      <div className="grid max-w-(--form-w) gap-4.5 sm:grid-cols-[minmax(0,1fr)_220px]">
        <TextField form={edit.form} name="name" label={field('name')} />
        <SelectField
          form={edit.form}
          name="level"
          label={t('fields.level')}
          hint={t('hints.level')}
          options={LEVELS.map((level) => ({ value: level, label: t('level', { level }) }))}
        />
      </div>
      <FormField
        form={edit.form}
        name="permissions"
        label={t('fields.permissions')}
        hint={t('hints.permissions')}
        group
      >
        {({ value, set }) => (
          <RolePatterns value={(value as string[] | undefined) ?? []} onChange={set} label={t('fields.permissions')} />
        )}
      </FormField>
      {role ? <RoleDifference before={role.permissions} after={permissions} /> : null}
    </FormPage>
  );
}
