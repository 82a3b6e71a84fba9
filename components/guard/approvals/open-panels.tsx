'use client';

import { useTranslations } from 'next-intl';
import { useAuditLook } from '@/components/guard/domains/audit-state';
import { Badge } from '@/components/ui/badge';
import { Panel } from '@/components/ui/panel';
import { ApproveEffect, DecisionButtons, StopNote } from './decision-panel';
import { Facts } from './facts';
import type { Desk } from './use-desk';
import type { Open, Queue } from './use-queue';

/** The state of the open domain, in a header. */
export function AuditBadge({ status }: { status: number }) {
  const { meaning, shape, word } = useAuditLook()(status);
  return (
    <Badge meaning={meaning} shape={shape}>
      {word}
    </Badge>
  );
}

/** Facts and decision beside the queue. */
export function OpenPanels({ open, queue, desk }: { open: Open; queue: Queue; desk: Desk }) {
  const t = useTranslations('guard.approvals');
  return (
    <>
      <Panel title={open.domain.domain} actions={<AuditBadge status={open.domain.audit_status} />}>
        <Facts open={open} queue={queue} />
      </Panel>
      <Panel title={t('decision')}>
        <div className="flex flex-col gap-3">
          <StopNote open={open} stop={desk.stop} />
          <div className="flex flex-wrap items-center gap-2">
            <DecisionButtons open={open} desk={desk} />
            <span className="flex-1" />
            <ApproveEffect open={open} />
          </div>
        </div>
      </Panel>
    </>
  );
}
