'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Said } from '@/components/audit/said';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Timeline } from '@/components/ui/content/timeline';
import { Link } from '@/components/ui/controls/link';
import { query } from '@/lib/api/client';
import { type AuditLog, auditLogs } from '@/lib/sys/audit-logs/contract';
import { OPERATIONS } from './audit-tabs';

const JUDGING = 'guard.domain.audit';
/** A decision is on hold for seconds; a job brings it into effect a little later where the machine is busy. */
const AROUND_MS = 60_000;

/** A decision, that it was undone or that it took effect: records of their own, read together. */
export function DecisionStory({ log }: { log: AuditLog }) {
  const t = useTranslations('sys.audit-logs.story');
  const format = useFormat();
  const isDecision = log.action === JUDGING && log.status === 1;
  const { data } = useQuery({
    ...query(auditLogs.list, {
      query: {
        keyword: log.resource_id,
        status: '1',
        start_time: log.ctime - AROUND_MS,
        end_time: log.ctime + AROUND_MS,
        size: 20,
      },
    }),
    enabled: isDecision,
  });
  const parts = data?.list.filter((one) => one.action === JUDGING && one.resource_id === log.resource_id) ?? [];
  if (!isDecision || parts.length < 2) return null;
  return (
    <section>
      <h3 className="mb-2">{t('title')}</h3>
      <Timeline
        entries={parts.reverse().map((one) => ({
          key: String(one.id),
          meaning: 'unaudited',
          children: (
            <>
              <Said log={one} who />{' '}
              {one.id === log.id ? (
                <span className="text-12 text-ink-3">{t('here')}</span>
              ) : (
                <Link href={`${OPERATIONS}?row=${one.id}`} className="link text-12">
                  {t('open')}
                </Link>
              )}
            </>
          ),
          time: format.exactTime(one.ctime),
        }))}
      />
    </section>
  );
}
