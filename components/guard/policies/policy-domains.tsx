'use client';

import { useTranslations } from 'next-intl';
import { Identity } from '@/components/data-table/columns/identity';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { AuditState } from '@/components/guard/domains/audit-state';
import { DOMAINS_SEARCHED } from '@/components/guard/domains/use-domains';
import { TableTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { ButtonLink } from '@/components/ui/button';
import { EmptyFrame, NoPermission } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Note } from '@/components/ui/note';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { usePolicyDomains } from './use-policy-domains';

/** The domains that refer to a policy. */
export function PolicyDomains({ policy_id }: { policy_id: string }) {
  const t = useTranslations('guard.policies');
  const field = useTranslations('fields');
  const domain = useTranslations('guard.domains');
  const format = useFormat();
  const used = usePolicyDomains(policy_id);
  const cut =
    used.domains && !used.isWhole ? (
      <Note meaning="unaudited" className="m-2">
        {t('cut', { count: format.number(DOMAINS_SEARCHED) })}
      </Note>
    ) : null;
  if (!used.isAllowed)
    return (
      <Framed>
        <NoPermission permission="guard.domain.list" />
      </Framed>
    );
  if (used.error)
    return (
      <Framed>
        <ErrorState error={used.error} onRetry={() => void used.refetch()} />
      </Framed>
    );
  if (!used.domains)
    return (
      <Panel>
        <Skeleton lines={6} />
      </Panel>
    );
  if (used.domains.length === 0) {
    return (
      <Framed>
        <EmptyFrame
          title={t('no_domains.title')}
          actions={<ButtonLink href="/guard/domains">{t('no_domains.action')}</ButtonLink>}
        >
          {t('no_domains.text')}
        </EmptyFrame>
        {cut}
      </Framed>
    );
  }
  return (
    <Framed>
      <SimpleTable
        caption={t('used_by')}
        rows={used.domains}
        rowId={(row) => row.domain_id}
        rowHref={(row) => `/guard/domains/${row.domain_id}`}
        columns={[
          {
            id: 'domain',
            header: domain('fields.domain'),
            cell: (row) => <Identity name={row.domain} note={row.asset_name} />,
          },
          {
            id: 'audit_status',
            header: domain('fields.audit_status'),
            phone: 'state',
            cell: (row) => <AuditState status={row.audit_status} />,
          },
          {
            id: 'user_name',
            header: field('user_name'),
            cell: (row) => <span className="text-ink-2">{row.user_name}</span>,
          },
          { id: 'utime', header: field('utime'), cell: (row) => <TableTime value={row.utime} /> },
        ]}
      />
      {cut}
    </Framed>
  );
}

function Framed({ children }: { children: React.ReactNode }) {
  return <Panel padded={false}>{children}</Panel>;
}
