'use client';

import { useQueries, useQuery } from '@tanstack/react-query';
import { usePermission } from '@/components/layout/account/session';
import { query } from '@/lib/api/client';
import { type CertDomain, certs } from '@/lib/guard/certs/contract';
import { APPROVED, type DomainDetail, domains } from '@/lib/guard/domains/contract';

/** More bound domains than this are listed without their state. */
const LOOKED_AT = 20;

export type BoundDomain = CertDomain & {
  /** Undefined while it is not known, or where the caller may not see it. */
  detail: DomainDetail | undefined;
};

/** The domains a certificate is bound to, as far as the caller may know. There may be thousands. */
export function useBindings(cert_id: number) {
  const isAllowed = usePermission()('guard.cert.view');
  const { data, error, refetch } = useQuery({
    ...query(certs.domains, { params: { id: String(cert_id) } }),
    enabled: isAllowed,
  });
  return { isAllowed, bindings: data, error, refetch };
}

/** The states of these bound domains; each of them is asked for. */
export function useBindingStates(bindings: readonly CertDomain[]) {
  const can = usePermission();
  const views = useQueries({
    queries: bindings.map(({ domain_id }) => ({
      ...query(domains.view, { params: { id: domain_id } }),
      enabled: can('guard.domain.view'),
    })),
  });
  const bound = bindings.map((domain, i): BoundDomain => ({ ...domain, detail: views[i]?.data }));
  return { bound, isLoading: views.some((view) => view.isLoading) };
}

/** The domains a certificate is bound to, the first of them with their states. */
export function useBoundDomains(cert_id: number) {
  const { bindings, ...found } = useBindings(cert_id);
  const { bound, isLoading } = useBindingStates((bindings ?? []).slice(0, LOOKED_AT));
  const rest = (bindings ?? []).slice(LOOKED_AT).map((domain): BoundDomain => ({ ...domain, detail: undefined }));
  return { ...found, bound: bindings && [...bound, ...rest], isLoading };
}

/** Whether traffic may depend on it; what is not known counts as if it did. */
export const mayServe = ({ detail }: BoundDomain) => detail === undefined || detail.audit_status === APPROVED;

/** How many certificates would be left without this one; undefined where that is not known. */
export function othersLeft({ detail, cert_id }: BoundDomain): number | undefined {
  return detail?.certs?.filter((cert) => cert.id !== cert_id).length;
}
