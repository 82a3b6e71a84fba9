'use client';

import { useTranslations } from 'next-intl';
import { GrantTree } from '@/components/sys/permissions/grant-tree';
import { isPlatformRole } from '@/components/sys/roles/role-kind';
import { useRoleName } from '@/components/sys/roles/role-names';
import { useRoles } from '@/components/sys/roles/use-roles';
import { Panel } from '@/components/ui/content/panel';
import { NoPermission } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';

/** What somebody with these roles may do, and through which of them. */
export function UserGrants({ role_ids }: { role_ids: readonly number[] }) {
  const t = useTranslations('sys.users.tabs');
  const roleName = useRoleName();
  const { roles, isAllowed, error, refetch } = useRoles();
  if (!isAllowed) {
    return (
      <Panel padded={false}>
        <NoPermission permission="sys.user.list" />
      </Panel>
    );
  }
  if (!roles) {
    return error ? (
      <ErrorState what="common.error.what.permissions" error={error} onRetry={() => refetch()} />
    ) : (
      <Skeleton lines={10} />
    );
  }
  const theirs = roles.filter((role) => role_ids.includes(role.role_id));
  return (
    <GrantTree
      label={t('permissions')}
      isPlatform={theirs.some(isPlatformRole)}
      sources={theirs.map((role) => ({ label: roleName(role), patterns: role.permissions }))}
    />
  );
}
