'use client';

import { useTranslations } from 'next-intl';
import { State } from '@/components/ui/content/mark';
import type { AuditLog } from '@/lib/sys/audit-logs/contract';

/** How an operation ended: quiet when done, marked when refused or failed. */
export function OperationResult({ log }: { log: AuditLog }) {
  const t = useTranslations('sys.audit-logs');
  if (log.status === 1) return <span className="text-ink-2">{t('done')}</span>;
  return (
    <State meaning="rejected" shape="crossed">
      {t(log.http_status >= 500 ? 'failed' : 'refused')}
      <span className="text-ink-3 tabular-nums">{log.http_status}</span>
    </State>
  );
}
