'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/components/layout/account/session';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { NoPermission } from '@/components/ui/states/empty-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { whenOnline } from '@/components/ui/states/when-online';
import { nav } from './nav';

function BenchSkeleton() {
  const t = useTranslations('common.table');
  return (
    <Panel>
      <div role="status">
        <span className="sr-only">{t('loading')}</span>
        <Skeleton lines={12} />
      </div>
    </Panel>
  );
}

const Bench = dynamic(
  whenOnline(() => import('./bench').then((part) => part.Bench)),
  { ssr: false, loading: BenchSkeleton },
);

/** Every render hint in every state, for those who shape charts; open to whoever reads any page of charts. */
export function WorkbenchScreen() {
  const t = useTranslations('nav');
  const can = usePermission();
  const permissions = [nav.permission].flat();
  if (permissions.some(can)) return <Bench />;
  return (
    <>
      <PageHeader title={t('workbench')} />
      <Panel padded={false}>
        <NoPermission permission={permissions[0] ?? ''} />
      </Panel>
    </>
  );
}
