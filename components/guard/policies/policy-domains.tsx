'use client';

import { useTranslations } from 'next-intl';
import { Identity } from '@/components/data-table/columns/identity';
import type { Column } from '@/components/data-table/columns/types';
import { DataTable } from '@/components/data-table/data-table';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { AuditState } from '@/components/guard/domains/audit-state';
import { usePermission } from '@/components/layout/account/session';
import { TableTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Panel } from '@/components/ui/content/panel';
import { ButtonLink } from '@/components/ui/controls/button';
import { Link } from '@/components/ui/controls/link';
import { EmptyFrame, NoPermission } from '@/components/ui/states/empty-state';
import { type ProtectedDomain, policies } from '@/lib/guard/policies/contract';

const idOf = ({ domain_id }: ProtectedDomain) => domain_id;

/** What the list needs beside the policy itself. */
const DOMAINS = 'guard.domain.list';

function useColumns(): Column<ProtectedDomain>[] {
  const t = useTranslations('guard.policies');
  const field = useTranslations('fields');
  const domain = useTranslations('guard.domains');
  const format = useFormat();
  return [
    {
      id: 'domain',
      header: domain('fields.domain'),
      cell: (row) => <Identity name={row.domain} note={row.asset_name} cut />,
    },
    {
      id: 'audit_status',
      header: domain('fields.audit_status'),
      phone: 'state',
      cell: (row) => <AuditState status={row.audit_status} />,
    },
    {
      id: 'brute_force_count',
      header: t('fields.brute_force'),
      align: 'right',
      cell: (row) =>
        row.brute_force_count === 0 ? (
          <span className="text-ink-3">—</span>
        ) : (
          <Link className="link" href={`/guard/domains/${row.domain_id}?tab=brute-force`}>
            {format.number(row.brute_force_count)}
          </Link>
        ),
    },
    {
      id: 'user_name',
      header: field('user_name'),
      phone: 'second',
      cell: (row) => <span className="text-ink-2">{row.user_name}</span>,
    },
    { id: 'utime', header: field('utime'), cell: (row) => <TableTime value={row.utime} /> },
  ];
}

function DomainList({ policy_id }: { policy_id: string }) {
  const t = useTranslations('guard.policies');
  const domain = useTranslations('guard.domains');
  const list = useListScreen(policies.domains, {
    columns: useColumns(),
    rowId: idOf,
    params: { id: policy_id },
    prefix: 'domains',
    search: { param: 'keyword', placeholder: domain('search') },
    filters: [
      {
        kind: 'segments',
        param: 'brute_force',
        label: t('fields.brute_force'),
        options: [{ value: 'true', label: t('with_brute_force') }],
      },
    ],
  });
  return (
    <DataTable
      list={list}
      caption={t('used_by')}
      rowName={(row) => row.domain}
      rowHref={(row) => `/guard/domains/${row.domain_id}`}
      empty={
        <EmptyFrame
          title={t('no_domains.title')}
          actions={<ButtonLink href="/guard/domains">{t('no_domains.action')}</ButtonLink>}
        >
          {t('no_domains.text')}
        </EmptyFrame>
      }
    />
  );
}

/** The domains that refer to a policy. */
export function PolicyDomains({ policy_id }: { policy_id: string }) {
  const isAllowed = usePermission()(DOMAINS);
  if (isAllowed) return <DomainList policy_id={policy_id} />;
  return (
    <Panel padded={false}>
      <NoPermission permission={DOMAINS} />
    </Panel>
  );
}
