'use client';

import { useTranslations } from 'next-intl';
import { usePermission, useSession } from '@/components/layout/account/session';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { EmptyFrame, NoPermission } from '@/components/ui/states/empty-state';
import { Workplace } from './desk/workplace';

/** Deciding about the domains that wait (console row 36). For platform staff alone, as on the server. */
export function ApprovalsScreen() {
  const t = useTranslations('guard.approvals');
  const can = usePermission();
  const { is_platform } = useSession();
  const isAllowed = can('guard.domain.audit');
  if (is_platform && isAllowed) return <Workplace />;
  return (
    <>
      <PageHeader title={t('title')} />
      <Panel padded={false}>
        {is_platform ? (
          <NoPermission permission="guard.domain.audit" />
        ) : (
          <EmptyFrame title={t('platform_only.title')}>{t('platform_only.text')}</EmptyFrame>
        )}
      </Panel>
    </>
  );
}
