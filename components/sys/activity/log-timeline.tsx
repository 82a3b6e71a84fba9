'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Words } from '@/components/audit/diff-text';
import { FieldDiff } from '@/components/audit/field-diff';
import { Said } from '@/components/audit/said';
import { leavesFieldsOpen } from '@/components/audit/sentence';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Panel } from '@/components/ui/content/panel';
import { Timeline } from '@/components/ui/content/timeline';
import { Link } from '@/components/ui/controls/link';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import { type AuditLog, auditLogs } from '@/lib/sys/audit-logs/contract';

const SHOWN = 50;

/** Who did what in a sentence, the fields it changed where that leaves them open, and the way to the record. */
function Entry({ log, words }: { log: AuditLog; words: Words | undefined }) {
  const t = useTranslations('sys.activity');
  return (
    <>
      <Said log={log} who />
      <Link href={`/sys/audit/operations?row=${log.id}`} className="link ml-2 text-12">
        {t('record')}
      </Link>
      {leavesFieldsOpen(log) ? (
        <div className="my-1.5 max-w-180">
          <FieldDiff type={log.resource_type} changes={log.detail.changes} words={words} />
        </div>
      ) : null}
    </>
  );
}

/** What the audit log says of something, newest first; of what the keyword finds only the rows that are `about` it. */
export function LogTimeline({
  keyword,
  about,
  title,
  words,
}: {
  keyword: string;
  about: (log: AuditLog) => boolean;
  title: string;
  /** What values of changed fields are called. */
  words?: Words;
}) {
  const t = useTranslations('sys.activity');
  const format = useFormat();
  const { data, error, refetch } = useQuery(query(auditLogs.list, { query: { keyword, size: SHOWN } }));
  if (error && !data) {
    return (
      <Panel padded={false}>
        <ErrorState
          what="common.error.what.history"
          error={error}
          permission="sys.audit.view"
          onRetry={() => refetch()}
        />
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
      <Panel title={title} padded={false}>
        <EmptyFrame title={t('none')} />
      </Panel>
    );
  }
  return (
    <Panel title={title} source={data.total > SHOWN ? t('newest', { count: SHOWN }) : undefined}>
      <Timeline
        entries={logs.map((log) => ({
          key: String(log.id),
          meaning: log.status === 1 ? 'unaudited' : 'rejected',
          children: <Entry log={log} words={words} />,
          time: format.exactTime(log.ctime),
        }))}
      />
    </Panel>
  );
}
