'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { DeleteDialog } from '@/components/form/delete-dialog';
import { originRows, readOrigin } from '@/components/guard/origins/origin-setting';
import { usePermission } from '@/components/layout/account/session';
import { query } from '@/lib/api/client';
import { bruteForce } from '@/lib/guard/brute-force/contract';
import { APPROVED, type Domain, domains } from '@/lib/guard/domains/contract';
import { originGroups } from '@/lib/guard/origin-groups/contract';
import { releases } from '@/lib/guard/releases/contract';
import { domainSettings } from '@/lib/guard/settings/contract';
import { useTraffic } from './use-traffic';

/** How many parts the domain has, each only where the caller may know. */
function useParts(domain_id: string) {
  const can = usePermission();
  const input = { params: { id: domain_id } };
  const mayView = can('guard.domain.view');
  const { data: detail } = useQuery({ ...query(domains.view, input), enabled: mayView });
  const { data: stored } = useQuery({ ...query(domainSettings.view, input), enabled: mayView });
  const { data: released } = useQuery({
    ...query(releases.list, { ...input, query: { size: 1 } }),
    enabled: mayView,
  });
  const { data: grouped } = useQuery({
    ...query(originGroups.list, input),
    enabled: can('guard.domain.origin_group'),
  });
  const { data: guarded } = useQuery({ ...query(bruteForce.list, input), enabled: can('guard.domain.bruteforce') });
  return {
    nodes: detail?.nodes.length,
    origins: stored && originRows(readOrigin(stored.settings)).length,
    groups: grouped?.list.filter((group) => !group.is_default).length,
    certs: detail && (detail.certs?.length ?? 0),
    rules: guarded?.list.length,
    releases: released?.total,
  };
}

/** What goes with the domain, as far as the caller may know it, measured now. */
function Impact({ domain }: { domain: Domain }) {
  const t = useTranslations('guard.domains.delete');
  const { requests } = useTraffic(domain.domain_id);
  const parts = useParts(domain.domain_id);
  const served = parts.nodes === undefined ? t('approved') : t('nodes', { count: parts.nodes });
  const counted = (key: 'origins' | 'groups' | 'rules' | 'certs' | 'releases') => {
    const count = parts[key];
    return count === undefined || (count === 0 && key !== 'origins') ? null : t(`parts.${key}`, { count });
  };
  const facts = [
    domain.audit_status === APPROVED ? served : t('not_approved'),
    requests === null ? null : t('requests', { count: requests }),
    counted('origins'),
    counted('groups'),
    counted('rules'),
    counted('certs'),
    counted('releases'),
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
