'use client';

import { useTranslations } from 'next-intl';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { useMissingPermission } from '@/components/layout/can';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { certs } from '@/lib/guard/certs/contract';
import { domains } from '@/lib/guard/domains/contract';
import { DomainLosses } from '../domain-losses';
import { type BoundDomain, mayServe } from '../use-bound-domains';

/** Asks before a certificate is taken from a domain, with what is left there. */
export function UnbindDialog({ bound, onClose }: { bound: BoundDomain; onClose: () => void }) {
  const t = useTranslations('guard.certs.unbind');
  const missing = useMissingPermission('guard.cert.edit') ?? undefined;
  const unbind = useEndpointAction(certs.unbind, { notice: t('done'), invalidates: [domains.list.path] });
  const params = { id: String(bound.cert_id), domainId: bound.domain_id };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('title', { domain: bound.domain })}
      action={t('action')}
      refuse={missing}
      onConfirm={() => unbind({ params })}
    >
      <DomainLosses bound={[bound]} />
      {t(mayServe(bound) ? 'anew' : 'kept')}
    </ConfirmDialog>
  );
}
