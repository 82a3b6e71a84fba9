'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { SimpleTable } from '@/components/data-table/simple-table';
import { AuditState } from '@/components/guard/domains/audit-state';
import { usePermission } from '@/components/layout/session';
import { Copyable } from '@/components/ui/copy-button';
import { useErrorText } from '@/components/ui/error-state';
import { State } from '@/components/ui/mark';
import { Panel } from '@/components/ui/panel';
import { query } from '@/lib/api/client';
import { APPROVED, domains, REJECTED } from '@/lib/guard/domains/contract';
import type { CreateResult } from './new-domains';

const POLL_MS = 5000;

/** A created domain as it stands now: asked again until somebody decided about it. */
function useCreated(domain_id: string) {
  const isAllowed = usePermission()('guard.domain.view');
  const { data } = useQuery({
    ...query(domains.view, { params: { id: domain_id } }),
    enabled: isAllowed,
    refetchInterval: ({ state }) =>
      state.data?.audit_status === APPROVED || state.data?.audit_status === REJECTED ? false : POLL_MS,
  });
  return data;
}

function Name({ result }: { result: CreateResult }) {
  return <span className="break-all">{result.domain}</span>;
}

function Cname({ domain_id }: { domain_id: string }) {
  const t = useTranslations('guard.domains.fields');
  const created = useCreated(domain_id);
  return created ? <Copyable text={created.cname} name={t('cname')} /> : <span className="text-ink-3">…</span>;
}

function Audit({ domain_id }: { domain_id: string }) {
  const created = useCreated(domain_id);
  return created ? <AuditState status={created.audit_status} /> : <span className="text-ink-3">…</span>;
}

/** What became of each domain: its CNAME and audit, live, or why it was refused. */
export function CreatedPanel({ results }: { results: readonly CreateResult[] }) {
  const t = useTranslations('guard.domains');
  const errorText = useErrorText();
  const created = results.filter((result) => result.domain_id !== undefined);
  const refused = results.filter((result) => result.domain_id === undefined);
  return (
    <div className="flex flex-col gap-3">
      {refused.length > 0 ? (
        <Panel title={t('created.refused', { count: refused.length })} padded={false}>
          <SimpleTable
            caption={t('created.refused', { count: refused.length })}
            rows={refused}
            rowId={(row) => row.domain}
            columns={[
              { id: 'domain', header: t('fields.domain'), cell: (row) => <Name result={row} /> },
              {
                id: 'reason',
                header: t('created.reason'),
                cell: (row) => (
                  <State meaning="rejected" shape="crossed" className="whitespace-normal! py-2.5">
                    {errorText(row.error)}
                  </State>
                ),
              },
            ]}
          />
        </Panel>
      ) : null}
      {created.length > 0 ? (
        <Panel title={t('created.table')} source={t('created.live')} padded={false}>
          <SimpleTable
            caption={t('created.table')}
            rows={created}
            rowId={(row) => row.domain}
            rowHref={(row) => `/guard/domains/${row.domain_id}`}
            columns={[
              { id: 'domain', header: t('fields.domain'), cell: (row) => <Name result={row} /> },
              { id: 'cname', header: t('fields.cname'), cell: (row) => <Cname domain_id={row.domain_id ?? ''} /> },
              {
                id: 'audit_status',
                header: t('fields.audit_status'),
                phone: 'state',
                width: 120,
                cell: (row) => <Audit domain_id={row.domain_id ?? ''} />,
              },
            ]}
          />
        </Panel>
      ) : null}
    </div>
  );
}
