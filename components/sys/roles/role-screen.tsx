'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { usePermission, useSession } from '@/components/layout/account/session';
import { Detail } from '@/components/layout/page/detail';
import { useGuardedPush } from '@/components/layout/page/dirty-guard';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { PageHeader } from '@/components/ui/content/page-header';
import { Button, IconButton } from '@/components/ui/controls/button';
import { Menu } from '@/components/ui/overlays/menu';
import { Tabs } from '@/components/ui/tabs/tabs';
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
  const common = useTranslations('common.table');
  const push = useGuardedPush();
  const refusal = useRoleRefusal();
  const cannotEdit = refusal('edit', role);
  const edit = `${LIST}/${role.role_id}/edit`;
  return (
    <>
      <Button reason={cannotEdit} onClick={() => push(edit)} className="max-sm:hidden">
        {t('edit')}
      </Button>
      <Menu
        trigger={<IconButton icon="more" variant="secondary" name={common('actions')} />}
        entries={[
          { label: t('edit'), icon: 'edit', reason: cannotEdit, href: edit },
          { label: t('copy'), icon: 'copy', reason: refusal('create'), href: `${LIST}/new?from=${role.role_id}` },
          {
            label: t('menu_delete'),
            icon: 'trash',
            danger: true,
            reason: refusal('delete', role),
            onSelect: onDelete,
          },
        ]}
      />
    </>
  );
}

/** What the role is to the reader: their own, one they can give to users, or neither. */
function useYours(): (role: Role) => string {
  const t = useTranslations('sys.roles.yours');
  const { user } = useSession();
  const can = usePermission();
  const isGiver = can('sys.user.create') || can('sys.user.edit');
  return (role) => {
    const canGive = isGiver && role.grantable;
    if (user.role_ids.includes(role.role_id)) return t(canGive ? 'own_grant' : 'own');
    if (!isGiver) return '';
    return t(canGive ? 'grant' : 'beyond');
  };
}

function Loaded({ role }: { role: Role }) {
  const t = useTranslations('sys.roles');
  const router = useRouter();
  const dialog = useDialogParam();
  const roleName = useRoleName();
  const first = useYours()(role);
  const second = role.read_only ? t('refusals.read_only') : '';
  const about = first && second ? t('yours.and', { first, second }) : first || second;
  return (
    <>
      <PageHeader
        title={roleName(role)}
        beside={<RoleTags role={role} />}
        description={about || undefined}
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
