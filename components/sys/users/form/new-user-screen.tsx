'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { usePermission, useSession } from '@/components/layout/account/session';
import { useRoles } from '@/components/sys/roles/use-roles';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { NoPermission } from '@/components/ui/states/empty-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { NewUserForm } from './new-user-form';

const LIST = '/sys/users';
/** What the server gives where no role is chosen (DESIGN 2): an account of their own, or a place in the maker's. */
const DEFAULT_ROLES = { platform: 10, business: 11 };

/** Creating a user, with what they may do then beside the form. */
export function NewUserScreen() {
  const t = useTranslations('sys.users');
  const router = useRouter();
  const can = usePermission();
  const { is_platform } = useSession();
  const { roles = [], isLoading } = useRoles();
  const preset = is_platform ? DEFAULT_ROLES.platform : DEFAULT_ROLES.business;
  const role_ids = roles.some((role) => role.role_id === preset && role.grantable) ? [preset] : [];
  return (
    <>
      <PageHeader title={t('create')} description={t(is_platform ? 'create_text.platform' : 'create_text.business')} />
      {can('sys.user.create') ? null : (
        <Panel padded={false}>
          <NoPermission permission="sys.user.create" />
        </Panel>
      )}
      {can('sys.user.create') && isLoading ? <Skeleton lines={8} /> : null}
      {can('sys.user.create') && !isLoading ? (
        <NewUserForm
          roles={roles}
          role_ids={role_ids}
          onSaved={(user) => router.push(can('sys.user.view') ? `${LIST}/${user.user_id}` : LIST)}
          onCancel={() => router.push(LIST)}
        />
      ) : null}
    </>
  );
}
