'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { Panel } from '@/components/ui/content/panel';
import { ButtonLink } from '@/components/ui/controls/button';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { filterText } from '@/lib/analytics/filters/contract';
import { type EventVO, eventSearch } from '@/lib/analytics/search/contract';
import { query } from '@/lib/api/client';
import { EVENTS, hrefOf } from '../event-href';
import { useEventColumns, useEventsInSight } from '../events-columns';

const AROUND_MS = 5 * 60_000;
/** Requests shown of either side: the nearest. */
const NEAREST = 10;
const SHOWN = ['time', 'action', 'method', 'path', 'host', 'status'];

/** What the same address asked for in the five minutes before and after. */
export function Around({ event }: { event: EventVO }) {
  const t = useTranslations('analytics.events.around');
  const shown = useEventColumns().filter(({ id }) => SHOWN.includes(id));
  const columns = useEventsInSight({ columns: shown, visibleColumns: shown, yielded: [] });
  const { list, total, error, refetch } = useAround(event);
  if (event.client_ip === '') return null;
  const of = (count: number, shown: number) => t(count > shown ? 'nearest' : 'all', { count, shown });
  return (
    <Panel
      title={t('title')}
      source={list && of(total, list.length)}
      padded={list === undefined}
      actions={
        <ButtonLink size="small" href={`${EVENTS}?${searchOf(event)}`}>
          {t('search')}
        </ButtonLink>
      }
    >
      {error ? <ErrorState name={t('title')} error={error} onRetry={refetch} /> : null}
      {!list && !error ? <Skeleton lines={5} /> : null}
      {list ? (
        <SimpleTable
          caption={t('title')}
          rows={list}
          columns={columns}
          rowId={({ event_id }) => event_id}
          rowHref={hrefOf}
          isOpen={({ event_id }) => event_id === event.event_id}
        />
      ) : null}
    </Panel>
  );
}

const spanOf = ({ time }: EventVO) => ({ stime: Math.max(0, time - AROUND_MS), etime: time + AROUND_MS + 1 });
const filterOf = ({ client_ip }: EventVO) => filterText([{ dimension: 'client_ip', op: 'in', values: [client_ip] }]);

const searchOf = (event: EventVO) => {
  const { stime, etime } = spanOf(event);
  return new URLSearchParams({ stime: String(stime), etime: String(etime), filter: filterOf(event) });
};

/** The nearest on either side, newest first with the request itself between them, and how many there are in all. */
function useAround(event: EventVO) {
  const { stime, etime } = spanOf(event);
  const filter = filterOf(event);
  const side = (part: { stime: number; etime: number; size: number; order?: 'asc' }) => ({
    ...query(eventSearch.list, { query: { filter, ...part } }),
    enabled: event.client_ip !== '',
  });
  const before = useQuery(side({ stime, etime: event.time + 1, size: NEAREST + 1 }));
  const after = useQuery(side({ stime: event.time + 1, etime, size: NEAREST, order: 'asc' }));
  const list = before.data && after.data && [...[...after.data.list].reverse(), ...before.data.list];
  return {
    list,
    total: (before.data?.total ?? 0) + (after.data?.total ?? 0),
    error: before.error ?? after.error,
    refetch: () => void Promise.all([before.refetch(), after.refetch()]),
  };
}
