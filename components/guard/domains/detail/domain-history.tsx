'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { usePolicies } from '@/components/guard/policies/use-policies';
import { useFormat } from '@/components/layout/use-format';
import { EmptyFrame } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Timeline } from '@/components/ui/timeline';
import { query } from '@/lib/api/client';
import { type AuditLog, auditLogs } from '@/lib/sys/audit-logs/contract';
import { useAuditLook } from '../audit-state';

const SHOWN = 50;

/** A value of a change as one short word. */
function useChangeText(): (path: string, value: unknown) => string {
  const audit = useAuditLook();
  const { nameOf } = usePolicies();
  return (path, value) => {
    if (value === null || value === undefined || value === '') return '—';
    if (path === 'audit_status' && typeof value === 'number') return audit(value).word;
    if (path === 'policy_id' && typeof value === 'string') return nameOf(value) ?? value;
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
}

/** Who did what, in the words of the permission it needed, and which fields it changed. */
function Entry({ log }: { log: AuditLog }) {
  const t = useTranslations();
  const short = useChangeText();
  const key = `permission.${log.action}`;
  const changes = Object.entries(log.detail.changes);
  return (
    <>
      <b className="font-medium">{log.actor_name}</b> {t.has(key) ? t(key) : log.message}
      {log.status === 1 ? null : ` (${log.http_status})`}
      {changes.length > 0 && changes.length <= 6 ? (
        <ul className="font-mono text-12 text-ink-2">
          {changes.map(([path, change]) => (
            <li key={path} className="break-all">
              {`${path}: ${short(path, change.old)} → ${short(path, change.new)}`}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** What was done to the domain, newest first, from the audit log. */
export function DomainHistory({ domain_id }: { domain_id: string }) {
  const t = useTranslations('guard.domains.history');
  const format = useFormat();
  const { data, error, refetch } = useQuery(query(auditLogs.list, { query: { keyword: domain_id, size: SHOWN } }));
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
  const logs = data.list.filter((log) => log.resource_id === domain_id);
  if (logs.length === 0) {
    return (
      <Panel padded={false}>
        <EmptyFrame title={t('none')} />
      </Panel>
    );
  }
  return (
    <Panel title={t('title')} source={data.total > SHOWN ? t('newest', { count: SHOWN }) : undefined}>
      <Timeline
        entries={logs.map((log) => ({
          key: String(log.id),
          meaning: log.status === 1 ? 'approved' : 'rejected',
          children: <Entry log={log} />,
          time: format.exactTime(log.ctime),
        }))}
      />
    </Panel>
  );
}
