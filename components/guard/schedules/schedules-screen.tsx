'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { Identity } from '@/components/data-table/columns/identity';
import type { Column } from '@/components/data-table/columns/types';
import { DataTable } from '@/components/data-table/data-table';
import { ListHeader } from '@/components/data-table/list-header';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { useSession } from '@/components/layout/account/session';
import { TableTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Mark } from '@/components/ui/content/mark';
import { Panel } from '@/components/ui/content/panel';
import { ButtonLink } from '@/components/ui/controls/button';
import { NothingYet } from '@/components/ui/states/empty-state';
import { type ScheduleDomain, schedules } from '@/lib/guard/schedules/contract';
import { NODE, SRC } from '@/lib/guard/schedules/vocabulary';
import { ConnectionNote, useIsConnected } from './connection-note';
import { DomainState, hasRecords, SHOWN } from './domain-state';
import { useScheduleBulk } from './use-schedule-bulk';

const LIST = '/guard/schedules';
const REFRESH_MS = 5_000;
const idOf = ({ domain_id }: ScheduleDomain) => domain_id;

/** The columns of the list; ids are the fields of ScheduleDomainVO (spec 2.10), which are also the head of the CSV. */
function useScheduleColumns(): Column<ScheduleDomain>[] {
  const t = useTranslations('guard.schedules.fields');
  const field = useTranslations('fields');
  const word = useWord();
  const format = useFormat();
  const isConnected = useIsConnected();
  return [
    { id: 'domain_name', header: t('domain'), cell: ({ domain_name }) => <Identity name={domain_name} cut /> },
    {
      id: 'dns_group_type',
      header: t('wanted'),
      phone: 'second',
      cell: (domain) => (hasRecords(domain) ? word('words.dns_mode', domain.dns_group_type) : '—'),
    },
    {
      id: 'parsing_state',
      header: t('answered'),
      cell: (domain) =>
        isConnected !== false && hasRecords(domain) ? word('words.dns_mode', domain.parsing_state) : '—',
    },
    {
      id: 'last_affair_status',
      header: t('difference'),
      phone: 'state',
      cell: (domain) => <DomainState domain={domain} />,
    },
    {
      id: 'src_count',
      header: t('src_count'),
      align: 'right',
      yields: 2,
      cell: ({ src_count }) => format.number(src_count),
    },
    {
      id: 'node_count',
      header: t('node_count'),
      align: 'right',
      yields: 2,
      cell: ({ node_count }) => format.number(node_count),
    },
    {
      id: 'last_affair_ctime',
      header: t('last_affair'),
      cell: ({ last_affair_ctime }) => (last_affair_ctime ? <TableTime value={last_affair_ctime} /> : '—'),
    },
    {
      id: 'user_name',
      header: field('user_name'),
      yields: 1,
      cell: ({ user_name }) => <span className="text-ink-2">{user_name}</span>,
    },
    {
      id: 'domain_id',
      header: t('domain_id'),
      hidden: true,
      cell: ({ domain_id }) => <code className="text-12">{domain_id}</code>,
    },
  ];
}

/** What the two views of a domain mean, and what their difference means. */
function Meaning() {
  const t = useTranslations('guard.schedules.meaning');
  return (
    <Panel title={t('title')} className="mt-3">
      <div className="flex max-w-180 flex-col gap-1.5 leading-(--lh-read) text-ink-2">
        <p>{t('wanted')}</p>
        <p>{t('answered')}</p>
        {(['settling', 'failed'] as const).map((state) => (
          <p key={state} className="flex items-baseline gap-2">
            <Mark {...SHOWN[state]} />
            {t(state)}
          </p>
        ))}
      </div>
    </Panel>
  );
}

/** Domains with who is to answer for them in DNS, and who does. */
export function SchedulesScreen() {
  const t = useTranslations('guard.schedules');
  const word = useWord();
  const { is_platform } = useSession();
  const list = useListScreen(schedules.domains, {
    columns: useScheduleColumns(),
    rowId: idOf,
    refreshEvery: REFRESH_MS,
    search: { param: 'keyword', placeholder: t('search') },
    filters: [
      {
        kind: 'segments',
        param: 'mode',
        label: t('fields.wanted'),
        options: [SRC, NODE].map((mode) => ({ value: String(mode), label: word('words.dns_mode', mode) })),
      },
      // Only those who see all tenants may choose between them (spec 4.11).
      ...(is_platform ? [{ kind: 'text' as const, param: 'user_id' as const, label: t('fields.user_id') }] : []),
    ],
  });
  const bulk = useScheduleBulk();
  const affairs = (
    <ButtonLink icon="history" href={`${LIST}/affairs`}>
      {t('affairs')}
    </ButtonLink>
  );
  return (
    <>
      <ListHeader list={list} title={t('title')} fileName="dns-scheduling" add={affairs} />
      <ConnectionNote />
      <DataTable
        list={list}
        caption={t('title')}
        bulk={bulk}
        rowName={({ domain_name }) => domain_name}
        rowHref={({ domain_id }) => `${LIST}/${domain_id}`}
        empty={
          <NothingYet
            owned
            title={t('empty.title')}
            action={<ButtonLink href="/guard/domains">{t('empty.action')}</ButtonLink>}
          >
            {t('empty.text')}
          </NothingYet>
        }
      />
      {list.isEmpty ? null : <Meaning />}
    </>
  );
}
