'use client';

import { useTranslations } from 'next-intl';
import type { FieldValues } from 'react-hook-form';
import { FormField, type FormFieldProps } from '@/components/form/fields';
import { useRoleName } from '@/components/sys/roles/role-names';
import { useRoles } from '@/components/sys/roles/use-roles';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { Skeleton } from '@/components/ui/states/skeleton';
import type { Role } from '@/lib/sys/roles/contract';

/** A role to choose, with what it says. */
function Choice({ role, chosen, onChange }: { role: Role; chosen: boolean; onChange: (chosen: boolean) => void }) {
  const t = useTranslations('sys.users');
  const roleName = useRoleName();
  return (
    <li className="flex min-w-0 flex-col border-b border-line px-2.5 py-1.5 last:border-b-0">
      <Checkbox
        label={roleName(role)}
        checked={chosen}
        reason={role.grantable ? undefined : t('role_beyond')}
        onChange={onChange}
      />
      <code className="pl-6 text-12 text-ink-3 break-words">{role.permissions.join(' ') || '—'}</code>
    </li>
  );
}

/** The roles of a user: those the caller may give, and those the user has already. */
export function RolesField<V extends FieldValues>({
  present = [],
  ...field
}: Omit<FormFieldProps<V>, 'label' | 'optional'> & { present?: readonly number[] }) {
  const t = useTranslations('sys.users');
  const { roles, isLoading, isAllowed } = useRoles();
  if (!isAllowed) return null;
  const offered = roles?.filter((role) => role.grantable || present.includes(role.role_id));
  return (
    <FormField {...field} label={t('fields.roles')} group>
      {({ value, set, aria }) => {
        const chosen = Array.isArray(value) ? (value as number[]) : [];
        if (isLoading || !offered) return <Skeleton lines={3} />;
        return (
          <ul aria-labelledby={`${aria.id}-label`} className="rounded-2 border border-line bg-panel">
            {offered.map((role) => (
              <Choice
                key={role.role_id}
                role={role}
                chosen={chosen.includes(role.role_id)}
                onChange={(on) =>
                  set(on ? [...chosen, role.role_id] : chosen.filter((role_id) => role_id !== role.role_id))
                }
              />
            ))}
          </ul>
        );
      }}
    </FormField>
  );
}
