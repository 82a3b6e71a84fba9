'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/components/layout/account/session';
import { RecentSignIns } from '@/components/sys/activity/recent-sign-ins';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { Tabs } from '@/components/ui/tabs/tabs';
import { query } from '@/lib/api/client';
import { profile } from '@/lib/sys/profile/contract';
import { OwnGrants } from './own-grants';
import { ProfileSummary } from './profile-summary';

/** Oneself: how one is named and reached, one's password, what one may do, when one signed in. */
export function ProfileScreen() {
  const t = useTranslations('sys.profile');
  const can = usePermission();
  const { data, error, refetch } = useQuery(query(profile.view, {}));
  if (!data) {
    return (
      <>
        <PageHeader title={t('title')} />
        <Panel>
          {error ? (
            <ErrorState what="common.error.what.profile" error={error} onRetry={() => refetch()} />
          ) : (
            <Skeleton lines={8} />
          )}
        </Panel>
      </>
    );
  }
  return (
    <>
      <PageHeader title={t('title')} description={data.user_name} />
      <Tabs
        name={t('title')}
        tabs={[
          { value: 'summary', label: t('tabs.summary'), panel: () => <ProfileSummary user={data} /> },
          { value: 'permissions', label: t('tabs.permissions'), panel: () => <OwnGrants user={data} /> },
          ...(can('sys.audit.view')
            ? [
                {
                  value: 'sign-ins' as const,
                  label: t('tabs.sign_ins'),
                  panel: () => <RecentSignIns user_id={data.user_id} />,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}
