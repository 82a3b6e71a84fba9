'use client';

import { useTranslations } from 'next-intl';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { useMissingPermission } from '@/components/layout/can';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { certs } from '@/lib/guard/certs/contract';
import { APPROVED, type DomainCert, type DomainDetail } from '@/lib/guard/domains/contract';

/** Asks before a certificate leaves a domain, and says what https is served with then. */
export function UnbindDialog({
  domain,
  cert,
  onClose,
}: {
  domain: DomainDetail;
  cert: DomainCert;
  onClose: () => void;
}) {
  const t = useTranslations('guard.domains.certificates');
  const missing = useMissingPermission('guard.cert.edit') ?? undefined;
  const unbind = useEndpointAction(certs.unbind, { notice: t('unbound'), invalidates: ['/api/guard/domains'] });
  const left = (domain.certs?.length ?? 1) - 1;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('unbind_title', { name: cert.name })}
      action={t('unbind')}
      refuse={missing}
      onConfirm={() => unbind({ params: { id: String(cert.id), domainId: domain.domain_id } })}
    >
      <ul className="list-[square] pl-5">
        <li>{t('unbind_left', { count: left })}</li>
        {domain.audit_status === APPROVED ? <li>{t('unbind_delivers')}</li> : null}
        <li>{t('unbind_keeps')}</li>
      </ul>
    </ConfirmDialog>
  );
}
