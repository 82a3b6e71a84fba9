'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { usePermission, useSession } from '@/components/layout/account/session';
import { MainAside } from '@/components/layout/page/main-aside';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { Segmented } from '@/components/ui/controls/segmented';
import { NoPermission } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import { auditLogs } from '@/lib/sys/audit-logs/contract';
import { AuditTabs } from '../audit-tabs';
import { ActivityChart } from './activity-chart';
import { ChainAlarm, ChainPanel } from './chain-panel';
import { FailedPanel } from './failed-panel';
import { Figures } from './figures';
import { LatestPanel, NewKeysPanel } from './latest-panel';
import { TopActions } from './top-actions';

const RANGES = ['24', '168', '720'] as const;
const VIEW = 'sys.audit.view';

/** Where an auditor begins: what changed, who failed to sign in, whether the log itself is sound. */
export function AuditOverviewScreen() {
  const t = useTranslations('sys.audit-logs');
  const isAllowed = usePermission()(VIEW);
  const [hours, setHours] = useQueryState('hours', parseAsStringLiteral(RANGES).withDefault('24'));
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          isAllowed ? (
            <Segmented
              name={t('overview.range')}
              value={hours}
              onChange={(value) => void setHours(value, { history: 'push' })}
              segments={RANGES.map((value) => ({ value, label: t(`overview.hours.${value}`) }))}
            />
          ) : undefined
        }
      />
      <AuditTabs />
      {isAllowed ? (
        <Overview hours={hours} />
      ) : (
        <Panel padded={false}>
          <NoPermission permission={VIEW} />
        </Panel>
      )}
    </>
  );
}

function Overview({ hours }: { hours: string }) {
  const { is_platform } = useSession();
  const { data, error, dataUpdatedAt, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query(auditLogs.overview, { query: { hours } }),
    placeholderData: keepPreviousData,
  });
  if (!data) {
    return error ? (
      <Panel padded={false}>
        <ErrorState what="common.error.what.audit_overview" error={error} permission={VIEW} onRetry={() => refetch()} />
      </Panel>
    ) : (
      <Panel>
        <Skeleton lines={12} />
      </Panel>
    );
  }
  return (
    <div className={isPlaceholderData ? 'opacity-70 transition-opacity' : undefined}>
      {is_platform ? <ChainAlarm /> : null}
      <Figures overview={data} />
      <MainAside
        aside={
          <>
            {is_platform ? <ChainPanel /> : null}
            <FailedPanel overview={data} />
            <NewKeysPanel overview={data} />
            <TopActions overview={data} />
          </>
        }
      >
        <ActivityChart
          overview={data}
          state={{ error: error ?? undefined, isFetching, updatedAt: dataUpdatedAt }}
          onRetry={() => refetch()}
        />
        <LatestPanel overview={data} />
      </MainAside>
    </div>
  );
}
