'use client';

import { useTranslations } from 'next-intl';
import { useGuardedPush } from '@/components/layout/page/dirty-guard';
import { PageHeader } from '@/components/ui/content/page-header';
import { Button } from '@/components/ui/controls/button';
import { LinkTabs } from '@/components/ui/tabs/link-tabs';
import { useRoleRefusal } from './use-role-writes';

/** The head that roles and permissions share, being two sides of one thing; `title` names the side. */
export function RolesHead({ title }: { title: string }) {
  const t = useTranslations('sys.roles');
  const push = useGuardedPush();
  const refusal = useRoleRefusal();
  return (
    <>
      <PageHeader
        title={title}
        description={t('description')}
        actions={
          <Button variant="primary" icon="plus" reason={refusal('create')} onClick={() => push('/sys/roles/new')}>
            {t('create')}
          </Button>
        }
      />
      <LinkTabs
        name={t('title')}
        tabs={[
          { href: '/sys/roles', label: t('tabs.roles') },
          { href: '/sys/roles/permissions', label: t('tabs.permissions') },
        ]}
      />
    </>
  );
}
