'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { CertPicker, NO_CERT } from '@/components/guard/certs/cert-picker';
import { useMissingPermission } from '@/components/layout/account/can';
import { Field } from '@/components/ui/controls/field';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { certs } from '@/lib/guard/certs/contract';
import type { DomainDetail } from '@/lib/guard/domains/contract';

/** Binds one of the certificates that cover the domain. */
export function BindDialog({ domain, onClose }: { domain: DomainDetail; onClose: () => void }) {
  const t = useTranslations('guard.domains.certificates');
  const common = useTranslations('common');
  const [cert_id, choose] = useState<number>(NO_CERT);
  const missing = useMissingPermission('guard.cert.edit') ?? undefined;
  const bind = useEndpointAction(certs.bind, { notice: t('bound'), invalidates: ['/api/guard/domains'] });
  const isBound = domain.certs?.some((cert) => cert.id === cert_id) ?? false;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('bind_title', { name: domain.domain })}
      action={t('bind')}
      tone="primary"
      keep={common('cancel')}
      refuse={missing ?? (cert_id === NO_CERT ? t('bind_first') : isBound ? t('bind_again') : undefined)}
      onConfirm={() => bind({ params: { id: String(cert_id) }, body: { domain_id: domain.domain_id } })}
    >
      <Field label={t('cert_name')} hint={t('bind_hint')}>
        {(aria) => <CertPicker {...aria} domains={[domain.domain]} value={cert_id} onChange={choose} />}
      </Field>
    </ConfirmDialog>
  );
}
