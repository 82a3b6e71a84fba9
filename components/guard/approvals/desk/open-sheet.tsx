'use client';

import { useTranslations } from 'next-intl';
import { CutMiddle } from '@/components/ui/content/cut-middle';
import { Drawer } from '@/components/ui/overlays/drawer';
import { ApproveEffect, DecisionButtons, StopNote } from '../decision/decision-panel';
import { UndoBar } from '../decision/undo-bar';
import { Checks } from '../dossier/checks';
import { Facts } from '../dossier/facts';
import { useDossier } from '../dossier/use-dossier';
import type { Open } from '../queue/use-queue';
import { AuditBadge, useMore } from './open-panels';
import type { Desk } from './use-desk';

/** On a phone: the dossier over the list, with the decision and what can be taken back always in reach at the foot. */
export function OpenSheet({ open, desk }: { open: Open; desk: Desk }) {
  const t = useTranslations('guard.approvals.more');
  const { queue } = desk;
  const known = useDossier(open.domain);
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
      title={<CutMiddle text={open.domain.domain} />}
      subtitle={open.domain.user_name}
      footer={
        <>
          <UndoBar desk={desk} className="basis-full" />
          <DecisionButtons open={open} desk={desk} />
        </>
      }
    >
      <span>
        <AuditBadge status={open.domain.audit_status} />
      </span>
      <StopNote open={open} stop={desk.stop} />
      <Checks domain={open.domain} known={known} />
      <Facts open={open} dossier={known.dossier.data} />
      <ApproveEffect open={open} />
      {useMore(known).map(({ key, content }) => (
        <section key={key}>
          <h3 className="mb-2 font-semibold">{t(key)}</h3>
          {content}
        </section>
      ))}
    </Drawer>
  );
}
