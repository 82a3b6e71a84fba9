'use client';

import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { APPROVED, type Domain } from '@/lib/guard/domains/contract';

/** The one question a rejection asks. A refusal of the server is shown inside. */
export function RejectDialog({
  domain,
  onReject,
  onKeep,
}: {
  domain: Domain;
  onReject: () => Promise<void>;
  onKeep: () => void;
}) {
  const t = useTranslations('guard.approvals');
  const common = useTranslations('common');
  const text = domain.audit_status === APPROVED ? 'reject_text_running' : 'reject_text';
  return (
    <ConfirmDialog
      open
      onClose={onKeep}
      title={t('reject_title', { domain: domain.domain })}
      action={t('reject_action')}
      keep={common('cancel')}
      onConfirm={onReject}
    >
      {t(text, { owner: domain.user_name })}
    </ConfirmDialog>
  );
}
