'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ListScreen } from '@/components/data-table/pages/use-list-screen';
import { Panel } from '@/components/ui/content/panel';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import { type CertOverview, certs } from '@/lib/guard/certs/contract';
import { ExpiryTimeline } from './expiry-timeline';
import { type Slot, soonOf } from './timeline-slots';

/** When the caller's certificates end: how many need somebody now, and an axis that filters the list below. */
export function ExpiryPanel({ list }: { list: ListScreen<CertOverview> }) {
  const t = useTranslations('guard.certs.timeline');
  const { data, error, refetch } = useQuery(query(certs.expiry, {}));
  const { start_time, end_time } = list.values;
  const choose = (slot: Slot | null) =>
    list.setValues({
      start_time: slot && slot.start_time > 0 ? String(slot.start_time) : null,
      end_time: slot ? String(slot.end_time) : null,
    });
  return (
    <Panel
      className="mb-3"
      title={t('title')}
      source={data ? t('summary', { expired: data.expired, soon: soonOf(data), later: data.later }) : null}
    >
      {data ? (
        <ExpiryTimeline
          expiry={data}
          chosen={end_time ? (Number(start_time ?? 0) + Number(end_time)) / 2 : null}
          onChoose={choose}
        />
      ) : null}
      {!data && error ? <ErrorState what="common.error.what.expiry" error={error} onRetry={() => refetch()} /> : null}
      {!data && !error ? <Skeleton lines={3} className="h-[68px]" /> : null}
    </Panel>
  );
}
