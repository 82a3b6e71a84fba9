'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSentence } from '@/components/audit/said';
import { usePermission } from '@/components/layout/account/session';
import { useFormat } from '@/components/layout/preferences/use-format';
import { ButtonLink } from '@/components/ui/controls/button';
import { Drawer } from '@/components/ui/overlays/drawer';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Note } from '@/components/ui/states/note';
import { Skeleton } from '@/components/ui/states/skeleton';
import { ApiError, query } from '@/lib/api/client';
import { type AuditLog, auditLogs } from '@/lib/sys/audit-logs/contract';
import { DecisionStory } from './decision-story';
import { objectPageOf } from './object-page';
import { OperationChanges } from './operation-changes';
import { OperationFacts } from './operation-facts';

/** One operation beside the list: who, for whom, what changed, and who else can see it. */
export function OperationDrawer({
  id,
  known,
  onClose,
  onPrevious,
  onNext,
}: {
  id: string;
  /** The row as the list has it, shown until the rest arrives. */
  known: AuditLog | undefined;
  onClose: () => void;
  onPrevious?: () => void;
  onNext?: () => void;
}) {
  const t = useTranslations('sys.audit-logs.drawer');
  const kind = useTranslations('kind');
  const format = useFormat();
  const can = usePermission();
  const sentence = useSentence();
  const { data, error, refetch } = useQuery({ ...query(auditLogs.view, { params: { id } }), staleTime: Infinity });
  const log = data ?? known;
  const page = log ? objectPageOf(log) : null;
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Drawer
      open
      walks
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      title={log ? sentence(log, { why: false }) : isGone ? t('gone') : id}
      subtitle={log ? format.exactTime(log.ctime) : undefined}
      footer={
        page && can(page.permission) ? (
          <ButtonLink href={page.href}>{t('open', { kind: kind(`${page.kind}`, { count: 1 }) })}</ButtonLink>
        ) : undefined
      }
    >
      {log ? (
        <>
          {log.actor_type === 'staff' && log.on_behalf_user_name ? (
            <Note meaning="monitor" icon="user">
              {t.rich('acted_for', {
                actor: log.actor_name,
                owner: log.on_behalf_user_name,
                b: (chunks) => <b>{chunks}</b>,
              })}
            </Note>
          ) : null}
          <OperationFacts log={log} error={data?.error ?? ''} />
          <DecisionStory log={log} />
          <OperationChanges key={log.id} log={log} />
        </>
      ) : isGone ? (
        <EmptyFrame title={t('gone')}>{t('gone_text')}</EmptyFrame>
      ) : error ? (
        <ErrorState what="common.error.what.record" error={error} onRetry={() => refetch()} />
      ) : (
        <Skeleton lines={10} />
      )}
    </Drawer>
  );
}
