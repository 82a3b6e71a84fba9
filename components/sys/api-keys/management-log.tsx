'use client';

import { useTranslations } from 'next-intl';
import { DataTable } from '@/components/data-table/data-table';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { apiKeys } from '@/lib/sys/api-keys/contract';
import { useManageColumns } from './log-columns';
import { useKeyNames, useWho } from './use-names';

/** What was done to keys: for platform staff in their OEM, for everybody else by themselves. */
export function ManagementLog() {
  const t = useTranslations('sys.api-keys.logs');
  const list = useListScreen(apiKeys.audit, {
    columns: useManageColumns(useWho(), useKeyNames()),
    rowId: (log) => String(log.id),
    prefix: 'log',
  });
  return (
    <DataTable
      list={list}
      caption={t('manage_title')}
      rowName={(log) => `${log.action} ${log.id}`}
      empty={<EmptyFrame title={t('nothing_done')} />}
    />
  );
}
