'use client';

import { Drawer } from '@/components/ui/drawer';
import { ApproveEffect, DecisionButtons, StopNote } from './decision-panel';
import { Facts } from './facts';
import { AuditBadge } from './open-panels';
import type { Desk } from './use-desk';
import type { Open, Queue } from './use-queue';

/** On a phone: the facts over the list, with the decision always in reach at the foot. */
export function OpenSheet({ open, queue, desk }: { open: Open; queue: Queue; desk: Desk }) {
  const step = (by: number) => {
    const row = queue.rows[queue.at + by];
    return row ? () => queue.select(row.domain_id) : undefined;
  };
  return (
    <Drawer
      open
      walks
      onClose={() => queue.select(null)}
      onPrevious={step(-1)}
      onNext={step(1)}
      title={open.domain.domain}
      subtitle={open.domain.user_name}
      footer={<DecisionButtons open={open} desk={desk} />}
    >
      <span>
        <AuditBadge status={open.domain.audit_status} />
      </span>
      <StopNote open={open} stop={desk.stop} />
      <Facts open={open} queue={queue} />
      <ApproveEffect open={open} />
    </Drawer>
  );
}
