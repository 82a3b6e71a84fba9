'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import type { Column } from '@/components/data-table/columns/types';
import { DataTable } from '@/components/data-table/data-table';
import { ListHeader } from '@/components/data-table/list-header';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { useSession } from '@/components/layout/account/session';
import { TableTime } from '@/components/layout/preferences/time';
import { ButtonLink } from '@/components/ui/controls/button';
import { NothingYet } from '@/components/ui/states/empty-state';
import { type ScheduleAffair, schedules } from '@/lib/guard/schedules/contract';
import { AFFAIR_STATUSES } from '@/lib/guard/schedules/vocabulary';
import { contentOf } from './affair-content';
import { resultsOf } from './affair-results';
import { AffairState } from './affair-state';
import { useAffairWords } from './use-affair-words';

const LIST = '/guard/schedules';
const REFRESH_MS = 5_000;
const idOf = ({ affairs_id }: ScheduleAffair) => affairs_id;

/** The columns of the list; ids are the fields of ScheduleAffairVO (spec 2.10), which are also the head of the CSV. */
function useAffairColumns(): Column<ScheduleAffair>[] {
  const t = useTranslations('guard.schedules');
  const field = useTranslations('fields');
  const word = useWord();
  const words = useAffairWords();
  return [
    { id: 'ctime', header: t('fields.time'), cell: ({ ctime }) => <TableTime value={ctime} /> },
    {
      id: 'json_content',
      header: t('fields.cause'),
      phone: 'second',
      value: (affair) => contentOf(affair).cause ?? '',
      cell: (affair) => words.causeOf(contentOf(affair)),
    },
    {
      id: 'status',
      header: t('fields.difference'),
      phone: 'state',
      cell: ({ status }) => <AffairState status={status} />,
    },
    {
      id: 'content',
      header: t('affair.of_domains'),
      phone: 'second',
      cell: (affair) => words.domainsOf(contentOf(affair)),
    },
    {
      id: 'message',
      header: t('fields.message'),
      yields: 1,
      value: (affair) => resultsOf(affair).map(words.resultOf).join('\n'),
      cell: (affair) => {
        const [first] = resultsOf(affair);
        return <span className="break-words text-ink-2">{first ? words.saidOf(first) : '—'}</span>;
      },
    },
    {
      id: 'affairs_oper',
      header: t('fields.oper'),
      cell: ({ affairs_oper }) => word('words.affair_oper', affairs_oper),
    },
    {
      id: 'user_name',
      header: field('user_name'),
      yields: 2,
      cell: ({ user_name }) => <span className="text-ink-2">{user_name}</span>,
    },
    {
      id: 'affairs_id',
      header: t('affair.id'),
      hidden: true,
      cell: ({ affairs_id }) => <code className="text-12">{affairs_id}</code>,
    },
  ];
}

/** What was done to DNS records, newest first. */
export function AffairsScreen() {
  const t = useTranslations('guard.schedules');
  const word = useWord();
  const { is_platform } = useSession();
  const list = useListScreen(schedules.affairs, {
    columns: useAffairColumns(),
    rowId: idOf,
    refreshEvery: REFRESH_MS,
    filters: [
      {
        kind: 'segments',
        param: 'status',
        label: t('fields.difference'),
        options: AFFAIR_STATUSES.map((value) => ({ value, label: word('words.affair_status', value) })),
      },
      { kind: 'time', from: 'ctime_from', to: 'ctime_to', label: t('fields.time') },
      { kind: 'text', param: 'domain_id', label: t('fields.domain_id') },
      // Only those who see all tenants may choose between them (spec 4.11).
      ...(is_platform ? [{ kind: 'text' as const, param: 'user_id' as const, label: t('fields.user_id') }] : []),
    ],
  });
  const back = <ButtonLink href={LIST}>{t('title')}</ButtonLink>;
  return (
    <>
      <ListHeader list={list} title={t('affairs')} fileName="dns-affairs" add={back} />
      <DataTable
        list={list}
        caption={t('affairs')}
        rowName={({ affairs_id }) => affairs_id}
        rowHref={({ affairs_id }) => `${LIST}/affairs/${affairs_id}`}
        empty={
          <NothingYet owned title={t('affair.empty_title')} action={back}>
            {t('affair.empty_text')}
          </NothingYet>
        }
      />
    </>
  );
}
