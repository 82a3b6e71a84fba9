'use client';

import { useTranslations } from 'next-intl';
import { SimpleTable } from '@/components/data-table/simple-table';
import { AuditState } from '@/components/guard/domains/audit-state';
import { Can, useMissingPermission } from '@/components/layout/can';
import { TableTime } from '@/components/layout/time';
import { useDialogParam } from '@/components/layout/use-dialog-param';
import { useFormat } from '@/components/layout/use-format';
import { Button } from '@/components/ui/button';
import { EmptyFrame } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import type { CertDetail } from '@/lib/guard/certs/contract';
import { othersLeft, useBoundDomains } from '../use-bound-domains';
import { BindDialog } from './bind-dialog';
import { UnbindDialog } from './unbind-dialog';

/** Where the certificate is bound; each binding can be undone, and another domain bound. */
export function BoundPanel({ cert }: { cert: CertDetail }) {
  const t = useTranslations('guard.certs.bound');
  const domain = useTranslations('guard.domains');
  const format = useFormat();
  const dialog = useDialogParam();
  const cannotEdit = useMissingPermission('guard.cert.edit') ?? undefined;
  const { bound, error, refetch } = useBoundDomains(cert.id);
  const leaving = dialog.rowOf('unbind', bound ?? [], (each) => each.domain_id);
  const content = () => {
    if (error && !bound) return <ErrorState error={error} onRetry={() => void refetch()} />;
    if (!bound) return <Skeleton lines={3} className="p-(--panel-pad)" />;
    if (bound.length === 0) return <EmptyFrame title={t('none')}>{t('none_text')}</EmptyFrame>;
    return (
      <SimpleTable
        caption={t('title')}
        rows={bound}
        rowId={(row) => row.domain_id}
        rowHref={(row) => `/guard/domains/${row.domain_id}`}
        columns={[
          { id: 'domain', header: domain('fields.domain'), cell: (row) => row.domain },
          {
            id: 'audit_status',
            header: domain('fields.audit_status'),
            phone: 'state',
            cell: (row) => (row.detail ? <AuditState status={row.detail.audit_status} /> : '—'),
          },
          { id: 'ctime', header: t('since'), cell: (row) => <TableTime value={row.ctime} /> },
          {
            id: 'others',
            header: t('others'),
            align: 'right',
            cell: (row) => <span className="max-sm:hidden">{format.number(othersLeft(row))}</span>,
          },
        ]}
        end={(row) => (
          <Button
            variant="quiet"
            size="small"
            reason={cannotEdit}
            aria-label={t('unbind_named', { domain: row.domain })}
            onClick={() => dialog.open('unbind', row.domain_id)}
          >
            {t('unbind')}
          </Button>
        )}
      />
    );
  };
  return (
    <Panel
      title={t('title')}
      padded={false}
      actions={
        <Can permission="guard.cert.edit">
          <Button size="small" icon="plus" onClick={() => dialog.open('bind')}>
            {t('bind')}
          </Button>
        </Can>
      }
    >
      {content()}
      {dialog.isOpen('bind') ? <BindDialog cert={cert} bound={bound ?? []} onClose={dialog.close} /> : null}
      {leaving ? <UnbindDialog bound={leaving} onClose={dialog.close} /> : null}
    </Panel>
  );
}
