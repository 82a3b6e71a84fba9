'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Detail } from '@/components/layout/detail';
import { useDialogParam } from '@/components/layout/use-dialog-param';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { Tabs } from '@/components/ui/tabs';
import { type Role, roles } from '@/lib/sys/roles/contract';
import { DeleteRoleDialog } from './delete-role-dialog';
import { RoleGrants } from './role-grants';
import { RoleTags } from './role-kind';
import { useRoleName } from './role-names';
import { RoleUsers } from './role-users';
import { useRoleRefusal } from './use-role-writes';

const LIST = '/sys/roles';

/** The page of one role: what it grants, who has it. */
export function RoleScreen({ id }: { id: string }) {
  return (
    <Detail endpoint={roles.view} id={id} back={LIST}>
      {(role) => <Loaded role={role} />}
    </Detail>
  );
}

function Actions({ role, onDelete }: { role: Role; onDelete: () => void }) {
  const t = useTranslations('sys.roles');
  const router = useRouter();
  const refusal = useRoleRefusal();
  return (
    <>
      <Button icon="copy" reason={refusal('create')} onClick={() => router.push(`${LIST}/new?from=${role.role_id}`)}>
        {t('copy')}
      </Button>
      <Button reason={refusal('edit', role)} onClick={() => router.push(`${LIST}/${role.role_id}/edit`)}>
        {t('edit')}
      </Button>
      <Button variant="danger-soft" reason={refusal('delete', role)} onClick={onDelete}>
        {t('delete')}
      </Button>
    </>
  );
}

function Loaded({ role }: { role: Role }) {
  const t = useTranslations('sys.roles');
  const router = useRouter();
  const dialog = useDialogParam();
  const roleName = useRoleName();
  return (
    <>
      <PageHeader
        title={roleName(role)}
        beside={<RoleTags role={role} />}
        description={role.read_only ? t('refusals.read_only') : undefined}
        actions={<Actions role={role} onDelete={() => dialog.open('delete')} />}
      />
      <Tabs
        name={t('tabs.name')}
        tabs={[
          { value: 'grants', label: t('tabs.grants'), panel: () => <RoleGrants role={role} /> },
          {
            value: 'users',
            label: t('tabs.users'),
            count: role.users,
            panel: () => <RoleUsers role_id={role.role_id} />,
          },
        ]}
      />
      {dialog.isOpen('delete') ? (
        <DeleteRoleDialog role={role} onClose={dialog.close} onDeleted={() => router.push(LIST)} />
      ) : null}
    </>
  );
}
