'use client';

import { useTranslations } from 'next-intl';
import type { Column } from '@/components/data-table/columns/types';
import { TableTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Address } from '@/components/ui/content/address';
import { State } from '@/components/ui/content/mark';
import type { ApiKeyLog } from '@/lib/sys/api-keys/contract';

/** An HTTP status as mark and figure: served, refused, failed. */
export function StatusMark({ status }: { status: number }) {
  const meaning = status < 400 ? 'unaudited' : status < 500 ? 'pending' : 'rejected';
  return (
    <State meaning={meaning} shape={status < 400 ? 'full' : 'crossed'} className="tabular-nums">
      {status}
    </State>
  );
}

const NONE = <span className="text-ink-3">—</span>;

/** Columns of the call log; ids are the fields of the record (spec 2.2). */
export function useCallColumns(): Column<ApiKeyLog>[] {
  const t = useTranslations('sys.api-keys.logs');
  return [
    { id: 'action', header: t('call'), cell: (log) => <code className="text-12 break-all">{log.action}</code> },
    { id: 'status_code', header: t('status'), phone: 'state', cell: (log) => <StatusMark status={log.status_code} /> },
    {
      id: 'biz_code',
      header: t('biz_code'),
      align: 'right',
      cell: (log) => (log.biz_code === 0 ? NONE : log.biz_code),
    },
    {
      id: 'client_ip',
      header: t('from'),
      width: 140,
      cut: 100,
      phone: 'second',
      cell: (log) => <Address ip={log.client_ip} />,
    },
    {
      id: 'user_agent',
      header: t('program'),
      cell: (log) => (
        <span className="block max-w-60 truncate text-ink-2" title={log.user_agent}>
          {log.user_agent || '—'}
        </span>
      ),
    },
    { id: 'ctime', header: t('time'), phone: 'state', cell: (log) => <TableTime value={log.ctime} /> },
  ];
}

type Extra = Partial<{
  before_expires_at: number;
  after_expires_at: number;
  affected: number;
  narrowed_from: string;
}>;

function extraOf({ extra }: ApiKeyLog): Extra {
  try {
    return JSON.parse(extra) as Extra;
  } catch {
    return {};
  }
}

/** What a row of the management log adds to its action, in words. */
function Detail({ log }: { log: ApiKeyLog }) {
  const t = useTranslations('sys.api-keys.logs');
  const format = useFormat();
  const { before_expires_at, after_expires_at, affected, narrowed_from } = extraOf(log);
  if (before_expires_at !== undefined && after_expires_at !== undefined) {
    return t('moved', { before: format.date(before_expires_at), after: format.date(after_expires_at) });
  }
  if (affected !== undefined) return t('affected', { count: affected });
  if (narrowed_from !== undefined) return t('narrowed');
  return NONE;
}

/** Columns of the management log: what was done, by whom, and how. `nameOf` says which key where rows are of many. */
export function useManageColumns(whoOf: (user_id: string) => string, nameOf?: (key_id: string) => string) {
  const t = useTranslations('sys.api-keys.logs');
  const word = (action: string) => (t.has(`actions.${action}`) ? t(`actions.${action}`) : action);
  const key: Column<ApiKeyLog> = {
    id: 'key_id',
    header: t('key'),
    phone: 'second',
    cell: (log) => (log.key_id === '' ? NONE : (nameOf?.(log.key_id) ?? log.key_id)),
  };
  const columns: Column<ApiKeyLog>[] = [
    { id: 'action', header: t('action'), cell: (log) => word(log.action) },
    ...(nameOf ? [key] : []),
    { id: 'extra', header: t('detail'), cell: (log) => <Detail log={log} /> },
    { id: 'user_id', header: t('who'), phone: 'second', cell: (log) => whoOf(log.user_id) },
    { id: 'auth_mode', header: t('how'), cell: (log) => t(log.auth_mode === 'apikey' ? 'by_key' : 'by_session') },
    { id: 'client_ip', header: t('from'), width: 140, cut: 100, cell: (log) => <Address ip={log.client_ip} /> },
    { id: 'ctime', header: t('time'), phone: 'state', cell: (log) => <TableTime value={log.ctime} /> },
  ];
  return columns;
}
