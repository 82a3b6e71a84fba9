'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ChangedFields, Said } from '@/components/audit/said';
import { TableTime } from '@/components/layout/preferences/time';
import { Panel } from '@/components/ui/content/panel';
import { Timeline } from '@/components/ui/content/timeline';
import { Link } from '@/components/ui/controls/link';
import { Refusal } from '@/components/ui/states/refusal';
import { Skeleton } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import { type AuditLog, type AuditOverview, auditLogs } from '@/lib/sys/audit-logs/contract';
import { OPERATIONS } from '../audit-tabs';
import { operationsSince } from './links';

const LATEST = 10;
const KEYS = 5;

/** The newest operations of the range that match. */
function useLatest({ start_time }: AuditOverview, size: number, keyword?: string) {
  const result = useQuery({
    ...query(auditLogs.list, { query: { start_time: String(start_time), size, keyword } }),
    placeholderData: keepPreviousData,
  });
  return { ...result, rows: result.data?.list };
}

type Latest = ReturnType<typeof useLatest>;

/** Sentences, newest first, each the way to its record. */
function Sentences({ latest, none, isShort }: { latest: Latest; none: string; isShort?: true }) {
  if (!latest.rows)
    return latest.error ? (
      <p>
        <Refusal error={latest.error} />
      </p>
    ) : (
      <Skeleton growing={isShort} lines={isShort ? 3 : 8} />
    );
  if (latest.rows.length === 0) return <p className="text-ink-2">{none}</p>;
  return (
    <Timeline
      entries={latest.rows.map((log: AuditLog) => ({
        key: String(log.id),
        meaning: log.status === 1 ? 'unaudited' : 'rejected',
        children: (
          <Link href={`${OPERATIONS}?row=${log.id}`} className="hover:text-accent">
            <Said log={log} who />
            {isShort ? null : <ChangedFields log={log} />}
          </Link>
        ),
        time: <TableTime value={log.ctime} seconds />,
      }))}
    />
  );
}

/** What changed lately, in sentences. */
export function LatestPanel({ overview }: { overview: AuditOverview }) {
  const t = useTranslations('sys.audit-logs.overview');
  const latest = useLatest(overview, LATEST);
  return (
    <Panel
      title={t('latest')}
      actions={
        <Link href={operationsSince(overview)} className="link">
          {t('all')}
        </Link>
      }
    >
      <Sentences latest={latest} none={t('none')} />
    </Panel>
  );
}

/** Who issued keys. */
export function NewKeysPanel({ overview }: { overview: AuditOverview }) {
  const t = useTranslations('sys.audit-logs.overview');
  const latest = useLatest(overview, KEYS, 'sys.apikey.create');
  return (
    <Panel title={t('keys')}>
      <Sentences latest={latest} none={t('keys_none')} isShort />
    </Panel>
  );
}
