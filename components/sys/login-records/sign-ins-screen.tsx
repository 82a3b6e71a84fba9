'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { DataTable } from '@/components/data-table/data-table';
import { DownloadButton } from '@/components/data-table/export/download-button';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { AuditTabs } from '@/components/sys/audit-logs/audit-tabs';
import { PageHeader } from '@/components/ui/content/page-header';
import { NothingYet } from '@/components/ui/states/empty-state';
import { loginRecords } from '@/lib/sys/login-records/contract';
import { useSignInColumns } from './sign-ins-columns';

/** Who signed in or tried to, with the reason where it failed. */
export function SignInsScreen() {
  const t = useTranslations('sys.login-records');
  const audit = useTranslations('sys.audit-logs');
  const word = useWord();
  const list = useListScreen(loginRecords.list, {
    columns: useSignInColumns(),
    rowId: (record) => String(record.id),
    search: { param: 'keyword', placeholder: t('search') },
    filters: [
      {
        kind: 'segments',
        param: 'status',
        label: t('status'),
        options: [
          { value: '1', label: word('words.login_status', 1) },
          { value: '2', label: word('words.login_status', 2) },
        ],
      },
      { kind: 'time', from: 'start_time', to: 'end_time', label: audit('time_range') },
    ],
  });
  return (
    <>
      <PageHeader
        title={audit('pages.sign_ins')}
        actions={
          list.isEmpty ? undefined : (
            <DownloadButton list={list} endpoint={loginRecords.export} fileName="login-records" />
          )
        }
      />
      <AuditTabs />
      <DataTable
        list={list}
        caption={audit('pages.sign_ins')}
        rowName={(record) => record.user_name}
        empty={<NothingYet title={t('empty.title')}>{t('empty.text')}</NothingYet>}
      />
    </>
  );
}
