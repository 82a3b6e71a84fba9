'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Column } from '@/components/data-table/columns/types';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { TableTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Panel } from '@/components/ui/content/panel';
import type { KeyUsage } from '@/lib/sys/api-key-usage/contract';
import { StatusMark } from '../log-columns';

type Used = { count: number; last_used_at: number };

/** The columns every table of use ends with. */
export function useUsedColumns<Row extends Used>(): Column<Row>[] {
  const t = useTranslations('sys.api-keys.usage');
  const format = useFormat();
  return [
    { id: 'count', header: t('calls'), align: 'right', phone: 'state', cell: (row) => format.number(row.count) },
    { id: 'last_used_at', header: t('last'), cell: (row) => <TableTime value={row.last_used_at} /> },
  ];
}

function UsedPanel({
  title,
  source,
  isEmpty,
  children,
}: {
  title: string;
  source?: string;
  isEmpty: boolean;
  children: ReactNode;
}) {
  const t = useTranslations('sys.api-keys.usage');
  return (
    <Panel title={title} source={source} padded={isEmpty}>
      {isEmpty ? <p className="text-ink-3">{t('none')}</p> : children}
    </Panel>
  );
}

/** The endpoints called most. */
export function EndpointsPanel({ rows, whole }: { rows: KeyUsage['endpoints']; whole: number }) {
  const t = useTranslations('sys.api-keys.usage');
  const format = useFormat();
  const [count, last] = useUsedColumns<KeyUsage['endpoints'][number]>();
  const columns: Column<KeyUsage['endpoints'][number]>[] = [
    { id: 'action', header: t('endpoint'), cell: (row) => <code className="text-12 break-all">{row.action}</code> },
    ...(count ? [count] : []),
    {
      id: 'share',
      header: t('share'),
      align: 'right',
      cell: (row) => format.percent(whole === 0 ? null : (row.count / whole) * 100),
    },
    ...(last ? [last] : []),
  ];
  return (
    <UsedPanel title={t('endpoints')} isEmpty={rows.length === 0}>
      <SimpleTable rows={rows} columns={columns} rowId={(row) => row.action} caption={t('endpoints')} />
    </UsedPanel>
  );
}

/** Refused and failed calls by status and code. */
export function FailuresPanel({ rows }: { rows: KeyUsage['failures'] }) {
  const t = useTranslations('sys.api-keys.usage');
  const columns: Column<KeyUsage['failures'][number]>[] = [
    { id: 'status_code', header: t('status'), cell: (row) => <StatusMark status={row.status_code} /> },
    { id: 'biz_code', header: t('biz_code'), cell: (row) => <code className="text-12">{row.biz_code}</code> },
    ...useUsedColumns<KeyUsage['failures'][number]>(),
  ];
  return (
    <UsedPanel title={t('failures')} isEmpty={rows.length === 0}>
      <SimpleTable
        rows={rows}
        columns={columns}
        rowId={(row) => `${row.status_code} ${row.biz_code}`}
        caption={t('failures')}
      />
    </UsedPanel>
  );
}

/** The addresses that called, the latest first. */
export function AddressesPanel({ rows, count }: { rows: KeyUsage['addresses']; count: number }) {
  const t = useTranslations('sys.api-keys.usage');
  const columns: Column<KeyUsage['addresses'][number]>[] = [
    { id: 'client_ip', header: t('address'), cell: (row) => <code className="text-12">{row.client_ip}</code> },
    ...useUsedColumns<KeyUsage['addresses'][number]>(),
  ];
  const source = count > rows.length ? t('latest_of', { shown: rows.length, count }) : undefined;
  return (
    <UsedPanel title={t('addresses')} source={source} isEmpty={rows.length === 0}>
      <SimpleTable rows={rows} columns={columns} rowId={(row) => row.client_ip} caption={t('addresses')} />
    </UsedPanel>
  );
}
