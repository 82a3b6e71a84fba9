'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Detail } from '@/components/layout/page/detail';
import { PageHeader } from '@/components/ui/content/page-header';
import { Note } from '@/components/ui/states/note';
import { type Role, roles } from '@/lib/sys/roles/contract';
import { RoleForm } from './role-form';
import { useRoleName } from './role-names';
import { useRoleRefusal } from './use-role-writes';

const LIST = '/sys/roles';

/** Changing a role. */
export function EditRoleScreen({ id }: { id: string }) {
  return (
    <Detail endpoint={roles.view} id={id} back={LIST}>
      {(role) => <Loaded role={role} />}
    </Detail>
  );
}

function Loaded({ role }: { role: Role }) {
  const t = useTranslations('sys.roles');
  const router = useRouter();
  const roleName = useRoleName();
  const refusal = useRoleRefusal()('edit', role);
  const toRole = () => router.push(`${LIST}/${role.role_id}`);
  return (
    <>
      <PageHeader title={t('edit_title', { name: roleName(role) })} />
      {refusal ? (
        <Note meaning="unaudited">{refusal}</Note>
      ) : (
        <RoleForm key={role.role_id} role={role} onSaved={toRole} onCancel={toRole} />
      )}
    </>
  );
}
