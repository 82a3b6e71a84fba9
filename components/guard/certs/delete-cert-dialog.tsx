'use client';

import { useTranslations } from 'next-intl';
import { DeleteDialog } from '@/components/form/delete-dialog';
import { type Cert, certs } from '@/lib/guard/certs/contract';
import { domains } from '@/lib/guard/domains/contract';
import { DomainLosses } from './domain-losses';
import { mayServe, useBoundDomains } from './use-bound-domains';

type Bound = ReturnType<typeof useBoundDomains>;

/** Which domains lose the certificate. */
function Impact({ found: { isAllowed, bound, error } }: { found: Bound }) {
  const t = useTranslations('guard.certs.delete');
  if (!isAllowed || error) return t('unknown');
  if (!bound) return t('looking');
  if (bound.length === 0) return t('unused');
  return (
    <>
      {t('used', { count: bound.length })}
      <DomainLosses bound={bound} />
      {t(bound.some(mayServe) ? 'anew' : 'key_too')}
    </>
  );
}

/** Asks before a certificate is deleted. Where a domain may be served with it, its name is typed. */
export function DeleteCertDialog({
  cert,
  onClose,
  onDeleted,
}: {
  cert: Cert;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const t = useTranslations('guard.certs.delete');
  const found = useBoundDomains(cert.id);
  const isUnknown = !found.isAllowed || found.error !== null;
  const isLoading = !isUnknown && (found.bound === undefined || found.isLoading);
  const isGrave = isUnknown || (found.bound ?? []).some(mayServe);
  return (
    <DeleteDialog
      endpoint={certs.remove}
      id={String(cert.id)}
      title={t('title', { name: cert.name })}
      action={t('action')}
      notice={t('done')}
      invalidates={[domains.list.path]}
      refuse={isLoading ? t('looking') : undefined}
      typeName={!isLoading && isGrave ? cert.name : undefined}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <Impact found={found} />
    </DeleteDialog>
  );
}
