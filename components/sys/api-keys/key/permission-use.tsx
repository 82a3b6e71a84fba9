'use client';

import { useTranslations } from 'next-intl';
import type { Column } from '@/components/data-table/columns/types';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { usePermissionName } from '@/components/sys/permissions/use-permission-tree';
import { Panel } from '@/components/ui/content/panel';
import type { LeastPrivilege } from '@/lib/sys/api-key-usage/contract';
import { useUsedColumns } from './usage-panels';

type Row = LeastPrivilege['permissions'][number];

/** Permissions with how often and when each was used; of unused ones there is nothing more to say. */
export function PermissionUse({
  title,
  rows,
  none,
  note,
  isUnused,
}: {
  title: string;
  rows: readonly Row[];
  /** Said when there are none. */
  none: string;
  note?: string;
  isUnused?: boolean;
}) {
  const t = useTranslations('sys.api-keys.least');
  const nameOf = usePermissionName();
  const used = useUsedColumns<Row>();
  const columns: Column<Row>[] = [
    { id: 'name', header: t('permission'), cell: (row) => nameOf(row.permission) },
    {
      id: 'permission',
      header: t('key'),
      cell: (row) => <code className="text-12 break-all text-ink-2">{row.permission}</code>,
    },
    ...(isUnused ? [] : used),
  ];
  return (
    <Panel title={title} source={note} padded={rows.length === 0}>
      {rows.length === 0 ? (
        <p className="text-ink-3">{none}</p>
      ) : (
        <SimpleTable rows={rows} columns={columns} rowId={(row) => row.permission} caption={title} />
      )}
    </Panel>
  );
}
