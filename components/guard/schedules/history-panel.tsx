'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import type { Column } from '@/components/data-table/columns/types';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { usePermission } from '@/components/layout/account/session';
import { TableTime } from '@/components/layout/preferences/time';
import { Panel } from '@/components/ui/content/panel';
import { Link } from '@/components/ui/controls/link';
import { call } from '@/lib/api/client';
import { type ScheduleAffair, type ScheduleDomain, schedules } from '@/lib/guard/schedules/contract';
import { START } from '@/lib/guard/schedules/vocabulary';
import { contentOf } from './affair-content';
import { AffairState } from './affair-state';
import { SCHEDULE } from './permissions';
import { useAffairWords } from './use-affair-words';

const AFFAIRS = '/guard/schedules/affairs';
const SHOWN = '5';
const WATCH_MS = 3_000;

/** The last affairs of a domain; asked again once another began, and until all of them ended with their other domains too. */
export function HistoryPanel({ domain }: { domain: ScheduleDomain }) {
  const t = useTranslations('guard.schedules');
  const field = useTranslations('fields');
  const word = useWord();
  const words = useAffairWords();
  const { domain_id, last_affair_ctime, last_affair_status } = domain;
  const input = { query: { domain_id, size: SHOWN } };
  const { data } = useQuery({
    queryKey: [schedules.affairs.path, input, last_affair_ctime, last_affair_status],
    queryFn: ({ signal }) => call(schedules.affairs, input, signal),
    enabled: usePermission()(SCHEDULE.affairs),
    refetchInterval: ({ state }) => (state.data?.list.some(({ status }) => status === START) ? WATCH_MS : false),
  });
  if (!data || data.list.length === 0) return null;
  const columns: Column<ScheduleAffair>[] = [
    { id: 'cause', header: t('fields.cause'), cell: (affair) => words.causeOf(contentOf(affair)) },
    {
      id: 'status',
      header: t('fields.difference'),
      phone: 'state',
      cell: ({ status }) => <AffairState status={status} />,
    },
    { id: 'ctime', header: t('fields.time'), cell: ({ ctime }) => <TableTime value={ctime} /> },
    { id: 'oper', header: t('fields.oper'), cell: ({ affairs_oper }) => word('words.affair_oper', affairs_oper) },
    { id: 'user_name', header: field('user_name'), cell: ({ user_name }) => user_name },
  ];
  return (
    <Panel
      title={t('history')}
      padded={false}
      className="mb-3"
      actions={
        data.total > data.list.length ? (
          <Link className="link text-12" href={`${AFFAIRS}?domain_id=${domain_id}`}>
            {t('affair.all')}
          </Link>
        ) : null
      }
    >
      <SimpleTable
        caption={t('history')}
        rows={data.list}
        rowId={({ affairs_id }) => affairs_id}
        rowHref={({ affairs_id }) => `${AFFAIRS}/${affairs_id}`}
        columns={columns}
      />
    </Panel>
  );
}
