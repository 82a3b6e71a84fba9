'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { Tabs } from '@/components/ui/tabs';
import { RolesList } from './roles-list';
import { useRoleRefusal } from './use-role-writes';

const PermissionIndex = dynamic(() => import('./permission-index').then((m) => m.PermissionIndex), { ssr: false });

/** The roles, and the other way round: every permission, and who has it. */
export function RolesScreen() {
  const t = useTranslations('sys.roles');
  const router = useRouter();
  const refusal = useRoleRefusal();
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <Button
            variant="primary"
            icon="plus"
            reason={refusal('create')}
            onClick={() => router.push('/sys/roles/new')}
          >
            {t('create')}
          </Button>
        }
      />
      <Tabs
        name={t('title')}
        tabs={[
          { value: 'roles', label: t('tabs.roles'), panel: () => <RolesList /> },
          { value: 'permissions', label: t('tabs.permissions'), panel: () => <PermissionIndex /> },
        ]}
      />
    </>
  );
}
