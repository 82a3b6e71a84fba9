'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import type { Column } from '@/components/data-table/columns/types';
import { TableTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Cut } from '@/components/ui/content/cut';
import { State } from '@/components/ui/content/mark';
import type { AlertChannel } from '@/lib/analytics/alert-channels/contract';
import { ChannelSwitch } from './channel-switch';
import { placeOf, useReasonWords } from './channel-words';

/** What became of the last attempt, and why. */
function LastDelivery({ last_outcome, last_error, last_time }: AlertChannel) {
  const word = useWord()('words.alert_delivery', last_outcome);
  const reason = useReasonWords();
  if (last_outcome === 'none') return <span className="text-ink-3">{word}</span>;
  const isSent = last_outcome === 'sent';
  return (
    <span className="flex min-w-0 items-center gap-2">
      <State meaning={isSent ? 'approved' : 'rejected'} shape={isSent ? 'full' : 'crossed'}>
        {word}
      </State>
      <span title={isSent ? undefined : reason(last_error)} className="min-w-0 truncate text-12 text-ink-3">
        <TableTime value={last_time} />
        {isSent ? null : ` · ${reason(last_error)}`}
      </span>
    </span>
  );
}

/** The columns of the list; ids are the fields of a channel, which are also the head of the CSV. */
export function useChannelColumns(): Column<AlertChannel>[] {
  const t = useTranslations('analytics.alert-channels.fields');
  const field = useTranslations('fields');
  const word = useWord();
  const format = useFormat();
  return [
    { id: 'name', header: field('name'), cut: 140, cell: ({ name }) => <Cut text={name} /> },
    {
      id: 'kind',
      header: t('kind'),
      phone: 'second',
      cell: ({ kind }) => <span className="text-ink-2">{word('words.alert_channel_kind', kind)}</span>,
    },
    {
      id: 'origin',
      header: t('origin'),
      phone: 'second',
      cell: ({ origin }) => <span className="break-all font-mono text-12">{placeOf(origin)}</span>,
    },
    {
      id: 'last_outcome',
      header: t('last_outcome'),
      phone: 'second',
      cut: 190,
      cell: (channel) => <LastDelivery {...channel} />,
    },
    { id: 'sent', header: t('sent'), align: 'right', cell: ({ sent }) => format.number(sent) },
    { id: 'failed', header: t('failed'), align: 'right', cell: ({ failed }) => format.number(failed) },
    {
      id: 'dropped',
      header: t('dropped'),
      align: 'right',
      hidden: true,
      cell: ({ dropped }) => format.number(dropped),
    },
    {
      id: 'status',
      header: t('status'),
      phone: 'state',
      onPhone: ({ status }) => word('words.origin_status', status),
      width: 88,
      cell: (channel) => <ChannelSwitch channel={channel} />,
    },
    {
      id: 'user_name',
      header: field('user_name'),
      hidden: true,
      cell: ({ user_name }) => <span className="text-ink-2">{user_name}</span>,
    },
    { id: 'last_error', header: t('last_error'), hidden: true, cell: ({ last_error }) => last_error },
    { id: 'utime', header: field('utime'), hidden: true, cell: ({ utime }) => <TableTime value={utime} /> },
  ];
}
