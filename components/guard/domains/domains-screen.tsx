'use client';

import { useTranslations } from 'next-intl';
import { curlOf } from '@/components/charts/export/curl';
import { DataTable } from '@/components/data-table/data-table';
import { ListHeader } from '@/components/data-table/list-header';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { Can, useMissingPermission } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { ButtonLink } from '@/components/ui/controls/button';
import { copyText } from '@/components/ui/controls/copy-button';
import { notify } from '@/components/ui/overlays/toast';
import { NothingYet } from '@/components/ui/states/empty-state';
import { type Domain, domains } from '@/lib/guard/domains/contract';
import { AUDIT_STATES, useAuditMark } from './audit-state';
import { useDomainColumns } from './domains-columns';
import { PageTraffic } from './traffic/page-traffic';
import { useDomainBulk } from './use-domain-bulk';

// Opened far less often than the list is loaded.
const EditDomainDialog = latePart(() => import('./edit-domain-dialog').then((m) => m.EditDomainDialog));
const DeleteDomainDialog = latePart(() => import('./delete-domain-dialog').then((m) => m.DeleteDomainDialog));

const EXAMPLE = {
  domain: 'shop.example.com',
  policy_id: '<policy_id>',
  src_sites: [{ addr: '203.0.113.24', port: 443, protocol: 'https' }],
};
const idOf = (domain: Domain) => domain.domain_id;

/** The domains of the tenant, or for platform staff of the whole OEM. */
export function DomainsScreen() {
  const t = useTranslations('guard.domains');
  const dialog = useDialogParam();
  const auditMark = useAuditMark();
  const list = useListScreen(domains.list, {
    columns: useDomainColumns(),
    rowId: idOf,
    search: { param: 'keyword', placeholder: t('search') },
    filters: [
      {
        kind: 'segments',
        param: 'audit_status',
        label: t('fields.audit_status'),
        options: AUDIT_STATES.map((status) => ({ value: String(status), label: auditMark(status).word })),
      },
    ],
  });
  const cannotEdit = useMissingPermission('guard.domain.edit') ?? undefined;
  const cannotDelete = useMissingPermission('guard.domain.delete') ?? undefined;
  const bulk = useDomainBulk();
  const edited = dialog.rowOf('edit', list.rows, idOf);
  const deleted = dialog.rowOf('delete', list.rows, idOf);

  const copyCname = async ({ cname }: Domain) => {
    if (await copyText(cname)) notify({ kind: 'done', title: t('cname_copied'), description: cname });
  };
  const add = (
    <Can permission="guard.domain.create">
      <ButtonLink variant="primary" icon="plus" href="/guard/domains/new">
        {t('add')}
      </ButtonLink>
    </Can>
  );
  return (
    <>
      <ListHeader list={list} title={t('title')} fileName="domains" add={add} />
      <PageTraffic list={list}>
        <DataTable
          list={list}
          caption={t('title')}
          rowName={(row) => row.domain}
          rowHref={(row) => `/guard/domains/${row.domain_id}`}
          bulk={bulk}
          rowActions={(row) => [
            { label: t('copy_cname'), icon: 'copy', onSelect: () => copyCname(row) },
            { label: t('menu_edit'), icon: 'edit', reason: cannotEdit, onSelect: () => dialog.open('edit', idOf(row)) },
            'separator',
            {
              label: t('menu_delete'),
              icon: 'trash',
              danger: true,
              reason: cannotDelete,
              onSelect: () => dialog.open('delete', idOf(row)),
            },
          ]}
          empty={
            <NothingYet
              owned
              title={t('empty.title')}
              action={add}
              permission="guard.domain.create"
              curl={curlOf(globalThis.location?.origin ?? '', domains.create.path, EXAMPLE)}
            >
              {t('empty.text')}
            </NothingYet>
          }
        />
      </PageTraffic>
      {edited ? <EditDomainDialog key={idOf(edited)} domain={edited} onClose={dialog.close} /> : null}
      {deleted ? <DeleteDomainDialog key={idOf(deleted)} domain={deleted} onClose={dialog.close} /> : null}
    </>
  );
}
