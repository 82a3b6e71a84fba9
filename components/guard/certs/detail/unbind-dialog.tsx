'use client';

import { useTranslations } from 'next-intl';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { useMissingPermission } from '@/components/layout/account/can';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { type CertDomain, certs } from '@/lib/guard/certs/contract';
import { domains } from '@/lib/guard/domains/contract';
import { DomainLosses } from '../domain-losses';
import { mayServe, useBindingStates } from '../use-bound-domains';

/** Asks before a certificate is taken from a domain, with what is left there. */
export function UnbindDialog({ binding, onClose }: { binding: CertDomain; onClose: () => void }) {
  const t = useTranslations('guard.certs.unbind');
  const missing = useMissingPermission('guard.cert.edit') ?? undefined;
  const unbind = useEndpointAction(certs.unbind, { notice: t('done'), invalidates: [domains.list.path] });
  const { bound } = useBindingStates([binding]);
  const params = { id: String(binding.cert_id), domainId: binding.domain_id };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('title', { domain: binding.domain })}
      action={t('action')}
      refuse={missing}
      onConfirm={() => unbind({ params })}
    >
      <DomainLosses bound={bound} />
      {t(bound.some(mayServe) ? 'anew' : 'kept')}
    </ConfirmDialog>
  );
}
