'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/layout/use-format';
import { EmptyFrame } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Timeline } from '@/components/ui/timeline';
import { query } from '@/lib/api/client';
import { type AuditLog, auditLogs } from '@/lib/sys/audit-logs/contract';

const SHOWN = 50;
/** More changed fields than this are a new object rather than a change to read. */
const FIELDS_SHOWN = 6;

/** A value of a change as one short word. */
export type ChangeText = (path: string, value: unknown) => string;

/** Null, undefined and empty text are a dash, text stands as it is, the rest as JSON. */
export function plainChange(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Who did what, in the words of the permission it needed, and which fields it changed. */
function Entry({ log, changeText, withObject }: { log: AuditLog; changeText: ChangeText; withObject: boolean }) {
  const t = useTranslations();
  const key = `permission.${log.action}`;
  const group = `permission.${log.action.split('.').slice(0, 2).join('.')}.name`;
  const changes = Object.entries(log.detail.changes);
  const word = t.has(key) ? t(key) : log.message;
  return (
    <>
      <b className="font-medium">{log.actor_name}</b>{' '}
      {withObject && t.has(key) && t.has(group) ? `${t(group)}: ${word}` : word}
      {withObject && log.resource_label ? ` “${log.resource_label}”` : null}
      {log.status === 1 ? null : ` (${log.http_status})`}
      {changes.length > 0 && changes.length <= FIELDS_SHOWN ? (
        <ul className="font-mono text-12 text-ink-2">
          {changes.map(([path, change]) => (
            <li key={path} className="break-all">
              {`${path}: ${changeText(path, change.old)} → ${changeText(path, change.new)}`}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** What the audit log says of something, newest first; of what the keyword finds only the rows that are `about` it. */
export function LogTimeline({
  keyword,
  about,
  title,
  changeText = (_, value) => plainChange(value),
  withObject = false,
}: {
  keyword: string;
  about: (log: AuditLog) => boolean;
  title: string;
  changeText?: ChangeText;
  /** Names what was acted on, where that differs from row to row. */
  withObject?: boolean;
}) {
  const t = useTranslations('sys.activity');
  const format = useFormat();
  const { data, error, refetch } = useQuery(query(auditLogs.list, { query: { keyword, size: SHOWN } }));
  if (error && !data) {
    return (
      <Panel padded={false}>
        <ErrorState error={error} permission="sys.audit.view" onRetry={() => void refetch()} />
      </Panel>
    );
  }
  if (!data) {
    return (
      <Panel>
        <Skeleton lines={8} />
      </Panel>
    );
  }
  const logs = data.list.filter(about);
  if (logs.length === 0) {
    return (
      <Panel padded={false}>
        <EmptyFrame title={t('none')} />
      </Panel>
    );
  }
  return (
    <Panel title={title} source={data.total > SHOWN ? t('newest', { count: SHOWN }) : undefined}>
      <Timeline
        entries={logs.map((log) => ({
          key: String(log.id),
          meaning: log.status === 1 ? 'approved' : 'rejected',
          children: <Entry log={log} changeText={changeText} withObject={withObject} />,
          time: format.exactTime(log.ctime),
        }))}
      />
    </Panel>
  );
}
