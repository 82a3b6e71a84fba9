'use client';

import { useTranslations } from 'next-intl';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { lossOf } from '@/components/guard/certs/loss';
import { useMissingPermission } from '@/components/layout/account/can';
import { useNow } from '@/components/layout/preferences/use-format';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
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
  const { loss, left } = lossOf(domain.certs ?? [], cert.id, useNow());
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
        <li className={loss === 'bare' || loss === 'only_sm2' ? 'font-medium text-ink' : undefined}>
          {t(`unbind_loss.${loss}`, { count: left })}
        </li>
        {domain.audit_status === APPROVED ? <li>{t('unbind_delivers')}</li> : null}
        <li>{t('unbind_keeps')}</li>
      </ul>
    </ConfirmDialog>
  );
}
