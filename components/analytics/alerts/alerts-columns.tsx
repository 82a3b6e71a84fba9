'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import type { Column } from '@/components/data-table/columns/types';
import { usePermission } from '@/components/layout/account/session';
import { useIsPhone } from '@/components/layout/page/use-media-query';
import { TableTime } from '@/components/layout/preferences/time';
import { CutMiddle } from '@/components/ui/content/cut-middle';
import { State } from '@/components/ui/content/mark';
import { Link } from '@/components/ui/controls/link';
import type { Alert } from '@/lib/analytics/alerts/contract';
import { HANDLED } from '@/lib/analytics/alerts/vocabulary';
import { noteOf } from './note';

function AlertState({ status }: Pick<Alert, 'status'>) {
  const word = useWord()('words.alert_status', status);
  if (status !== HANDLED) return <State meaning="pending">{word}</State>;
  return (
    <State meaning="unaudited" shape="full" className="text-ink-2">
      {word}
    </State>
  );
}

/** What was found, and the sentence about it on as many lines as it usually needs. */
function AlertName(alert: Pick<Alert, 'title' | 'body' | 'domain'>) {
  const note = noteOf(alert);
  return (
    <span className="block sm:py-1.5 sm:whitespace-normal">
      {alert.title}
      <span title={note} className="line-clamp-2 text-12 font-normal text-ink-3 max-sm:hidden">
        {note}
      </span>
    </span>
  );
}

/** The domain, a link to its page where the reader may open it. */
function AlertedDomain({ domain, domain_id }: Pick<Alert, 'domain' | 'domain_id'>) {
  const can = usePermission();
  // A row of a phone is a button, which holds no link.
  const isPhone = useIsPhone();
  if (isPhone || !can('guard.domain.view')) return <CutMiddle text={domain} />;
  return (
    <Link href={`/guard/domains/${domain_id}`} className="hover:text-accent">
      <CutMiddle text={domain} />
    </Link>
  );
}

/** The columns of the list; ids are the fields of AlertVO (spec 2.12), which are also the head of the CSV. */
export function useAlertColumns(): Column<Alert>[] {
  const t = useTranslations('analytics.alerts.fields');
  const word = useWord();
  const dash = <span className="text-ink-3">—</span>;
  return [
    {
      id: 'title',
      header: t('title'),
      cut: 280,
      cell: (alert) => <AlertName {...alert} />,
    },
    { id: 'body', header: t('body'), hidden: true, cell: ({ body }) => body },
    {
      id: 'domain',
      header: t('domain'),
      phone: 'second',
      width: 216,
      cut: 150,
      cell: (alert) => <AlertedDomain {...alert} />,
    },
    {
      id: 'policy_type',
      header: t('policy_type'),
      width: 72,
      cell: ({ policy_type }) => <span className="text-ink-2">{word('words.alert_policy_type', policy_type)}</span>,
    },
    {
      id: 'status',
      header: t('status'),
      phone: 'state',
      width: 96,
      cell: ({ status }) => <AlertState status={status} />,
    },
    { id: 'ctime', header: t('ctime'), phone: 'second', width: 112, cell: ({ ctime }) => <TableTime value={ctime} /> },
    {
      id: 'last_update_timestamp',
      header: t('last_update_timestamp'),
      hidden: true,
      cell: ({ last_update_timestamp }) => <TableTime value={last_update_timestamp} />,
    },
    {
      id: 'process_time',
      header: t('process_time'),
      yields: 2,
      width: 112,
      cell: ({ process_time }) => (process_time === 0 ? dash : <TableTime value={process_time} />),
    },
    { id: 'process_uid', header: t('process_uid'), hidden: true, cell: ({ process_uid }) => process_uid || dash },
    {
      id: 'uuid',
      header: t('uuid'),
      hidden: true,
      cell: ({ uuid }) => <span className="font-mono text-12">{uuid}</span>,
    },
  ];
}
