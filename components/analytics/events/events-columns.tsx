'use client';

import { useTranslations } from 'next-intl';
import { useColumnsInSight } from '@/components/data-table/columns/fold';
import type { Column } from '@/components/data-table/columns/types';
import type { ListScreen } from '@/components/data-table/pages/use-list-screen';
import { useIsPhone } from '@/components/layout/page/use-media-query';
import { TableTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Address } from '@/components/ui/content/address';
import { CutMiddle } from '@/components/ui/content/cut-middle';
import type { EventVO } from '@/lib/analytics/search/contract';
import { Verdict } from './verdict';

/** The path with its query, as the client asked for it. */
export const targetOf = ({ path, query }: EventVO): string => (query === '' ? path : `${path}?${query}`);

/** An event is read by its time; on a phone what was asked for names the row. */
function Identity({ event }: { event: EventVO }) {
  return (
    <>
      <span className="font-normal max-sm:hidden">
        <TableTime value={event.time} seconds />
      </span>
      <span className="sm:hidden">
        <Target event={event} withMethod />
      </span>
    </>
  );
}

function Target({ event, withMethod }: { event: EventVO; withMethod?: boolean }) {
  return (
    <span dir="ltr" className="flex gap-1.5 font-mono text-12">
      {withMethod ? <span className="text-ink-2">{event.method}</span> : null}
      <CutMiddle text={targetOf(event)} className="min-w-0" />
    </span>
  );
}

/** A phone's row says here too when it was. */
function Host({ event }: { event: EventVO }) {
  return (
    <span className="flex gap-1 text-ink-2">
      <CutMiddle text={event.host} className="min-w-0" />
      <span className="flex-none sm:hidden">
        {event.host === '' ? null : '· '}
        <TableTime value={event.time} seconds />
      </span>
    </span>
  );
}

function Client({ event }: { event: EventVO }) {
  return (
    <span className="flex items-baseline gap-1">
      <Address ip={event.client_ip} />
      <span className="flex-none text-12 text-ink-3">{event.country}</span>
    </span>
  );
}

/** Of the list's columns those that a row shows here: a phone has room for few. */
export function useEventsInSight(
  list: Pick<ListScreen<EventVO>, 'columns' | 'visibleColumns' | 'yielded'>,
): readonly Column<EventVO>[] {
  const isPhone = useIsPhone();
  const inSight = useColumnsInSight(list);
  return isPhone ? list.visibleColumns.filter(({ phone }, i) => i === 0 || phone !== undefined) : inSight;
}

/** The columns of the list; ids are the fields of an event. */
export function useEventColumns(): Column<EventVO>[] {
  const t = useTranslations('analytics.events.fields');
  const format = useFormat();
  const mono = (text: string) => (text === '' ? '—' : <span className="font-mono text-12">{text}</span>);
  return [
    { id: 'time', header: t('time'), width: 132, cell: (event) => <Identity event={event} /> },
    {
      id: 'action',
      header: t('action'),
      width: 104,
      folds: { into: 'time', place: 'below' },
      phone: 'state',
      cell: (event) => <Verdict action={event.action} />,
    },
    {
      id: 'method',
      header: t('method'),
      width: 76,
      yields: 1,
      folds: { into: 'path', place: 'before' },
      cell: (event) => mono(event.method),
    },
    { id: 'path', header: t('path'), cut: 160, cell: (event) => <Target event={event} /> },
    {
      id: 'host',
      header: t('host'),
      width: 168,
      cut: 120,
      folds: { into: 'path', place: 'below' },
      phone: 'second',
      cell: (event) => (event.host === '' ? '—' : <Host event={event} />),
      onPhone: (event) => <Host event={event} />,
    },
    {
      id: 'client_ip',
      header: t('client_ip'),
      width: 160,
      cut: 120,
      folds: { into: 'path', place: 'below' },
      cell: (event) => (event.client_ip === '' ? '—' : <Client event={event} />),
    },
    { id: 'status', header: t('status'), width: 76, align: 'right', cell: (event) => event.status },
    {
      id: 'rule_id',
      header: t('rule_id'),
      yields: 2,
      folds: { into: 'status', place: 'below' },
      width: 88,
      cell: (event) => (event.rule_id === 0 ? '—' : mono(String(event.rule_id))),
    },
    {
      id: 'latency_ms',
      header: t('latency_ms'),
      yields: 1,
      width: 88,
      align: 'right',
      cell: (event) => (event.latency_ms === null ? '—' : format.number(event.latency_ms)),
    },
    { id: 'user_agent', header: t('user_agent'), hidden: true, cell: (event) => event.user_agent || '—' },
    { id: 'request_id', header: t('request_id'), hidden: true, cell: (event) => mono(event.request_id) },
  ];
}
