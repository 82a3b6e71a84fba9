'use client';

import { useTranslations } from 'next-intl';
import { ChangedFields, Said, useSentence } from '@/components/audit/said';
import { objectName } from '@/components/audit/sentence';
import { useWord } from '@/components/audit/word';
import type { Column } from '@/components/data-table/columns/types';
import { TableTime } from '@/components/layout/preferences/time';
import { Address } from '@/components/ui/content/address';
import { CutMiddle } from '@/components/ui/content/cut-middle';
import type { AuditLog } from '@/lib/sys/audit-logs/contract';
import { OperationResult } from './operation-result';

/** A log is read by time; on a phone what happened names the row, and the time is under it. */
function Identity({ log }: { log: AuditLog }) {
  const sentence = useSentence();
  return (
    <>
      <span className="font-normal max-sm:hidden">
        <TableTime value={log.ctime} seconds />
        <span className="sr-only">{` ${sentence(log)}`}</span>
      </span>
      <span className="sm:hidden">
        <Said log={log} why={false} />
      </span>
    </>
  );
}

/** The columns of the list; ids are the fields of the operation log (spec 2.16). */
export function useOperationColumns(): Column<AuditLog>[] {
  const t = useTranslations('sys.audit-logs');
  const between = useTranslations('common')('between');
  const word = useWord();
  return [
    { id: 'ctime', header: t('fields.ctime'), width: 140, cell: (log) => <Identity log={log} /> },
    {
      id: 'actor_name',
      header: t('fields.actor_name'),
      phone: 'second',
      cell: (log) => (
        <>
          {log.actor_name || '—'}
          <span className="ml-1.5 text-12 text-ink-3 max-sm:hidden">{word('words.actor_type', log.actor_type)}</span>
          <span className="sm:hidden">
            {' · '}
            <TableTime value={log.ctime} seconds />
          </span>
        </>
      ),
    },
    {
      id: 'message',
      header: t('fields.message'),
      cell: (log) => (
        <span className="block py-1.5 break-words whitespace-normal">
          <Said log={log} why={false} />
          <ChangedFields log={log} />
        </span>
      ),
    },
    {
      id: 'resource_label',
      header: t('fields.resource_label'),
      width: 240,
      cut: 110,
      // What happened names it too.
      yields: 1,
      cell: (log) => <CutMiddle text={objectName(log, between) || '—'} className="text-ink-2" />,
    },
    {
      id: 'remote_ip',
      header: t('fields.remote_ip'),
      width: 140,
      cut: 100,
      folds: { into: 'actor_name', place: 'below' },
      cell: (log) => <Address ip={log.remote_ip} />,
    },
    { id: 'status', header: t('fields.status'), phone: 'state', cell: (log) => <OperationResult log={log} /> },
    {
      id: 'action',
      header: t('fields.action'),
      hidden: true,
      cell: (log) => <code className="text-12 text-ink-2">{log.action}</code>,
    },
    {
      id: 'request_id',
      header: t('fields.request_id'),
      hidden: true,
      cell: (log) => <code className="text-12 text-ink-2">{log.request_id}</code>,
    },
  ];
}
