'use client';

import { useTranslations } from 'next-intl';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { APPROVED, type DomainDetail } from '@/lib/guard/domains/contract';
import { type AssignedNode, domainNodes } from '@/lib/guard/nodes/contract';
import { NORMAL } from './lock-status';

/** Asks before a node leaves a domain, and says what still serves it then. */
export function RemoveNodeDialog({
  domain,
  node,
  nodes,
  onClose,
}: {
  domain: DomainDetail;
  node: AssignedNode;
  nodes: readonly AssignedNode[];
  onClose: () => void;
}) {
  const t = useTranslations('guard.nodes.remove');
  const remove = useEndpointAction(domainNodes.remove, { notice: t('done', { name: node.name }) });
  const left = nodes.filter((one) => one !== node && one.lock_status === NORMAL).length;
  const isApproved = domain.audit_status === APPROVED;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('title', { name: node.name })}
      action={t('action')}
      refuse={isApproved && left === 0 ? t('last') : undefined}
      onConfirm={() => remove({ params: { id: domain.domain_id, node_id: node.node_id } })}
    >
      <ul className="list-[square] pl-5">
        <li>{isApproved ? t('left', { count: left }) : t('not_approved')}</li>
        <li>{t('groups')}</li>
        <li>{t('again')}</li>
      </ul>
    </ConfirmDialog>
  );
}
