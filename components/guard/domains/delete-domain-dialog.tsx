'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { DeleteDialog } from '@/components/form/delete-dialog';
import { usePermission } from '@/components/layout/session';
import { query } from '@/lib/api/client';
import { APPROVED, type Domain, domains } from '@/lib/guard/domains/contract';
import { useTraffic } from './use-traffic';

/** What goes with the domain, as far as the caller may know it, measured now. */
function Impact({ domain }: { domain: Domain }) {
  const t = useTranslations('guard.domains.delete');
  const { requests } = useTraffic(domain.domain_id);
  const isAllowed = usePermission()('guard.domain.view');
  const { data } = useQuery({ ...query(domains.view, { params: { id: domain.domain_id } }), enabled: isAllowed });
  const served = data ? t('nodes', { count: data.nodes.length }) : t('approved');
  const facts = [
    domain.audit_status === APPROVED ? served : t('not_approved'),
    requests === null ? null : t('requests', { count: requests }),
    t('settings'),
  ];
  return <ul className="list-[square] pl-5">{facts.map((fact) => (fact ? <li key={fact}>{fact}</li> : null))}</ul>;
}

/** Asks before a domain is deleted. One that is approved may be serving traffic, so its name is typed. */
export function DeleteDomainDialog({
  domain,
  onClose,
  onDeleted,
}: {
  domain: Domain;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const t = useTranslations('guard.domains');
  return (
    <DeleteDialog
      endpoint={domains.remove}
      id={domain.domain_id}
      title={t('delete.title', { name: domain.domain })}
      action={t('delete.action')}
      notice={t('delete.done')}
      typeName={domain.audit_status === APPROVED ? domain.domain : undefined}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <Impact domain={domain} />
    </DeleteDialog>
  );
}
