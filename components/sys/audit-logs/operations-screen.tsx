'use client';

import { useTranslations } from 'next-intl';
import { parseAsString, useQueryState } from 'nuqs';
import { useSentence } from '@/components/audit/said';
import { useWord } from '@/components/audit/word';
import { DataTable } from '@/components/data-table/data-table';
import { DownloadButton } from '@/components/data-table/export/download-button';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { walker } from '@/components/data-table/rows/walker';
import { latePart } from '@/components/layout/preferences/late-part';
import { PageHeader } from '@/components/ui/content/page-header';
import { NothingYet } from '@/components/ui/states/empty-state';
import { type AuditLog, auditLogs, CHANNELS } from '@/lib/sys/audit-logs/contract';
import { AuditTabs } from './audit-tabs';
import { useOperationColumns } from './operations-columns';

// Opened far less often than the list is loaded.
const OperationDrawer = latePart(() => import('./operation-drawer').then((m) => m.OperationDrawer));

const RESULTS = ['1', '2'] as const;
const idOf = (log: AuditLog) => String(log.id);

/** What was done: a list to filter, each row opening beside it. */
export function OperationsScreen() {
  const t = useTranslations('sys.audit-logs');
  const sentence = useSentence();
  const word = useWord();
  const [openId, setOpenId] = useQueryState('row', parseAsString);
  const list = useListScreen(auditLogs.list, {
    columns: useOperationColumns(),
    rowId: idOf,
    search: { param: 'keyword', placeholder: t('search') },
    filters: [
      {
        kind: 'choice',
        param: 'channel',
        label: t('channel'),
        options: CHANNELS.map((value) => ({ value, label: word('words.actor_type', value) })),
      },
      { kind: 'text', param: 'actor_name', label: t('actor') },
      {
        kind: 'choice',
        param: 'status',
        label: t('result'),
        options: RESULTS.map((value) => ({ value, label: word('words.operation_result', value) })),
      },
      { kind: 'time', from: 'start_time', to: 'end_time', label: t('time_range') },
    ],
  });
  const at = list.rows.findIndex((log) => idOf(log) === openId);
  const walk = walker(list, openId, (next) => void setOpenId(next, { history: 'replace' }));
  return (
    <>
      <PageHeader
        title={t('pages.operations')}
        actions={
          list.isEmpty ? undefined : <DownloadButton list={list} endpoint={auditLogs.export} fileName="audit-logs" />
        }
      />
      <AuditTabs />
      <DataTable
        list={list}
        caption={t('pages.operations')}
        rowName={(log) => sentence(log, { who: true })}
        openRowId={openId}
        onOpenRow={(log) => void setOpenId(idOf(log), { history: 'push' })}
        empty={<NothingYet title={t('empty.title')}>{t('empty.text')}</NothingYet>}
      />
      {openId && !list.isForbidden ? (
        <OperationDrawer
          id={openId}
          known={list.rows[at]}
          onClose={() => void setOpenId(null, { history: 'replace' })}
          onPrevious={walk(-1)}
          onNext={walk(1)}
        />
      ) : null}
    </>
  );
}
