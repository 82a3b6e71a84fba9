'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { TableTime } from '@/components/layout/preferences/time';
import { State } from '@/components/ui/content/mark';
import { Panel } from '@/components/ui/content/panel';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import { type LoginRecord, loginRecords } from '@/lib/sys/login-records/contract';

const SHOWN = 10;
const SUCCESS = 1;

function Outcome({ record }: { record: LoginRecord }) {
  const word = useWord();
  const isIn = record.login_status === SUCCESS;
  return (
    <State meaning={isIn ? 'unaudited' : 'rejected'} shape={isIn ? 'full' : 'crossed'}>
      {word('words.login_status', record.login_status)}
    </State>
  );
}

/** A user's newest sign-ins and attempts at one, as the login records tell them. */
export function RecentSignIns({ user_id }: { user_id: string }) {
  const t = useTranslations('sys.activity.sign_ins');
  const { data, error, refetch } = useQuery(query(loginRecords.list, { query: { keyword: user_id, size: SHOWN } }));
  const records = data?.list.filter((record) => record.user_id === user_id);
  return (
    <Panel title={t('title')} source={t('newest', { count: SHOWN })} padded={false}>
      {!data && error ? (
        <ErrorState
          what="common.error.what.sign_ins"
          error={error}
          permission="sys.audit.view"
          onRetry={() => refetch()}
        />
      ) : null}
      {!data && !error ? <Skeleton lines={4} className="p-4" /> : null}
      {records?.length === 0 ? <EmptyFrame title={t('none')} /> : null}
      {records && records.length > 0 ? (
        <SimpleTable
          caption={t('title')}
          rows={records}
          rowId={(record) => String(record.id)}
          columns={[
            { id: 'ctime', header: t('time'), cell: (record) => <TableTime value={record.ctime} /> },
            {
              id: 'login_status',
              header: t('result'),
              phone: 'state',
              cell: (record) => <Outcome record={record} />,
            },
            { id: 'ip', header: t('ip'), cell: (record) => <code className="text-12">{record.ip}</code> },
            { id: 'user_agent', header: t('agent'), cell: (record) => record.user_agent || '—' },
          ]}
        />
      ) : null}
    </Panel>
  );
}
