'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { parseAsInteger, useQueryState } from 'nuqs';
import { usePermission } from '@/components/layout/account/session';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { NoPermission } from '@/components/ui/states/empty-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import { roles } from '@/lib/sys/roles/contract';
import { RoleForm } from './role-form';
import { useRoleName } from './role-names';

const LIST = '/sys/roles';

/** Making a role: empty, or with what the role in the URL parameter `from` grants. */
export function NewRoleScreen() {
  const t = useTranslations('sys.roles');
  const router = useRouter();
  const roleName = useRoleName();
  const [from] = useQueryState('from', parseAsInteger);
  const isAllowed = usePermission()('sys.role.create');
  const { data, isLoading } = useQuery({
    ...query(roles.view, { params: { id: String(from) } }),
    enabled: from !== null && isAllowed,
  });
  const start = data && {
    name: t('copy_name', { name: roleName(data) }),
    level: Math.max(2, data.level),
    permissions: data.permissions,
  };
  return (
    <>
      <PageHeader title={t('create')} description={t('create_text')} />
      {isAllowed ? null : (
        <Panel padded={false}>
          <NoPermission permission="sys.role.create" />
        </Panel>
      )}
      {isAllowed && isLoading ? <Skeleton lines={8} /> : null}
      {isAllowed && !isLoading ? (
        <RoleForm
          start={start}
          onSaved={(role) => router.push(`${LIST}/${role.role_id}`)}
          onCancel={() => router.push(LIST)}
        />
      ) : null}
    </>
  );
}
