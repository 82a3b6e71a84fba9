'use client';

import { useTranslations } from 'next-intl';
import type { Column } from '@/components/data-table/columns/types';
import { TableTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import type { Role } from '@/lib/sys/roles/contract';
import { isPlatformRole, useRoleOrigin } from './role-kind';
import { useRoleName } from './role-names';

const PATTERNS_SHOWN = 3;

/** The first patterns of a role, and how many more there are. */
function Patterns({ permissions }: { permissions: readonly string[] }) {
  if (permissions.length === 0) return <span className="text-ink-3">—</span>;
  const more = permissions.length - PATTERNS_SHOWN;
  return (
    <code className="text-12 text-ink-2">
      {permissions.slice(0, PATTERNS_SHOWN).join(' ')}
      {more > 0 ? ` +${more}` : null}
    </code>
  );
}

/** The columns of the list; ids are the fields of a role, which are also the head of the CSV. */
export function useRoleColumns(): Column<Role>[] {
  const t = useTranslations('sys.roles');
  const field = useTranslations('fields');
  const format = useFormat();
  const roleName = useRoleName();
  const originOf = useRoleOrigin();
  return [
    { id: 'name', header: field('name'), cell: roleName, value: roleName },
    {
      id: 'kind',
      header: t('fields.kind'),
      phone: 'second',
      cell: (role) => t(isPlatformRole(role) ? 'kinds.platform' : 'kinds.business'),
      value: null,
    },
    {
      id: 'read_only',
      header: t('fields.origin'),
      phone: 'second',
      cell: (role) => <span className="text-ink-2">{originOf(role)}</span>,
    },
    {
      id: 'permissions',
      header: t('fields.permissions'),
      cell: (role) => <Patterns permissions={role.permissions} />,
      value: (role) => role.permissions.join(' '),
    },
    {
      id: 'users',
      header: t('fields.users'),
      align: 'right',
      phone: 'state',
      cell: (role) => format.number(role.users),
    },
    {
      id: 'level',
      header: t('fields.level'),
      align: 'right',
      hidden: true,
      cell: (role) => role.level,
    },
    {
      id: 'role_id',
      header: t('fields.role_id'),
      hidden: true,
      cell: (role) => <code className="text-12">{role.role_id}</code>,
    },
    { id: 'ctime', header: field('ctime'), hidden: true, cell: (role) => <TableTime value={role.ctime} /> },
  ];
}
