'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { fetchPages } from '@/components/data-table/export/fetch-pages';
import { usePermission } from '@/components/layout/account/session';
import { Combobox } from '@/components/ui/controls/combobox';
import type { SelectProps } from '@/components/ui/controls/select';
import { type CertOverview, certs } from '@/lib/guard/certs/contract';
import { covers } from '@/lib/guard/certs/coverage';
import { useExpiryMark } from './cert-state';
import { CertType } from './cert-type';

/** What the picker answers where no certificate is wanted. */
export const NO_CERT = 0;
const OFFERED = 200;

/**
 * The certificates that cover all of these domains, in the order in which they expire; the ones of one
 * `certificate_type` where it is given.
 */
export function useCoveringCerts(domains: readonly string[], certificate_type?: number) {
  const isAllowed = usePermission()('guard.cert.list');
  const [domain, ...more] = domains;
  const { data, isPending } = useQuery({
    queryKey: [certs.expiring.path, 'covering', domain],
    queryFn: ({ signal }) => fetchPages(certs.expiring, { query: { domain: domain ?? '' } }, OFFERED, { signal }),
    enabled: isAllowed && domain !== undefined,
  });
  const isOffered = (cert: CertOverview) =>
    (certificate_type === undefined || cert.certificate_type === certificate_type) &&
    // Of one that lists only some of its names the server finds out.
    (cert.name_count > cert.names.length || more.every((each) => covers(cert.names, each)));
  return {
    isAllowed,
    isLoading: isAllowed && domain !== undefined && isPending,
    certs: (data?.list ?? []).filter(isOffered),
  };
}

/** What a certificate is, under its name in a list of choices. */
function CertHint({ cert }: { cert: CertOverview }) {
  const { left } = useExpiryMark()(cert.expired_at);
  return (
    <>
      {left} · {cert.common_name} · <CertType type={cert.certificate_type} />
    </>
  );
}

/**
 * Chooses a certificate, by its id, among those that cover the domains; `NO_CERT` represents none. Domains are lower
 * case names as Parapet stores them.
 */
export function CertPicker({
  domains,
  certificate_type,
  ...props
}: Omit<SelectProps<number>, 'options' | 'placeholder' | 'size'> & {
  domains: readonly string[];
  /** Offers only this one of STANDARD and SM2. */
  certificate_type?: number;
}) {
  const t = useTranslations('guard.certs.picker');
  const { certs: found, isAllowed, isLoading } = useCoveringCerts(domains, certificate_type);
  const isEmpty = found.length === 0;
  const placeholder = () => {
    if (!isAllowed) return t('not_allowed');
    if (domains.length === 0) return t('no_domain');
    if (isLoading) return t('looking');
    return isEmpty ? t('none_covers', { count: domains.length }) : t('choose');
  };
  return (
    <Combobox
      {...props}
      disabled={props.disabled || isEmpty}
      value={isEmpty ? null : props.value}
      placeholder={placeholder()}
      options={[
        { value: NO_CERT, label: t('none') },
        ...found.map((cert) => ({ value: cert.id, label: cert.name, hint: <CertHint cert={cert} /> })),
      ]}
    />
  );
}
