'use client';

import { useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import { useWord } from '@/components/audit/word';
import { DataTable } from '@/components/data-table/data-table';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { Segmented } from '@/components/ui/controls/segmented';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { apiKeys } from '@/lib/sys/api-keys/contract';
import { useCallColumns, useManageColumns } from '../log-columns';
import { useWho } from '../use-names';

const EVENTS = ['call', 'manage'] as const;
const POLL_MS = 10_000;

/** The calls made with a key, or what was done to it. */
export function LogsTab({ key_id }: { key_id: string }) {
  const t = useTranslations('sys.api-keys.logs');
  const word = useWord();
  const [event, setEvent] = useQueryState('event', parseAsStringLiteral(EVENTS).withDefault('call'));
  return (
    <>
      <div className="mb-3">
        <Segmented
          name={t('kind')}
          value={event}
          onChange={(kind) => void setEvent(kind)}
          segments={EVENTS.map((kind) => ({ value: kind, label: word('words.key_event', kind) }))}
        />
      </div>
      {event === 'call' ? <Calls key_id={key_id} /> : <Management key_id={key_id} />}
    </>
  );
}

const rowId = ({ id }: { id: number }) => String(id);

function Calls({ key_id }: { key_id: string }): ReactNode {
  const t = useTranslations('sys.api-keys.logs');
  const list = useListScreen(apiKeys.logs, {
    columns: useCallColumns(),
    rowId,
    params: { id: key_id },
    fixed: { event: 'call' },
    prefix: 'call',
    refreshEvery: POLL_MS,
  });
  return (
    <DataTable
      list={list}
      caption={t('calls_title')}
      rowName={(log) => log.action}
      empty={<EmptyFrame title={t('no_calls')}>{t('no_calls_text')}</EmptyFrame>}
    />
  );
}

function Management({ key_id }: { key_id: string }): ReactNode {
  const t = useTranslations('sys.api-keys.logs');
  const list = useListScreen(apiKeys.logs, {
    columns: useManageColumns(useWho()),
    rowId,
    params: { id: key_id },
    fixed: { event: 'manage' },
    prefix: 'manage',
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
