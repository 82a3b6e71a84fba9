'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { curlOf } from '@/components/charts/export/curl';
import { DataTable } from '@/components/data-table/data-table';
import { ListHeader } from '@/components/data-table/list-header';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { Can, useMissingPermission } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { ButtonLink } from '@/components/ui/controls/button';
import { NothingYet } from '@/components/ui/states/empty-state';
import { whenOnline } from '@/components/ui/states/when-online';
import { type CertOverview, certs } from '@/lib/guard/certs/contract';
import { useCertColumns } from './list/certs-columns';

// Opened far less often than the list is loaded, or below what is read first.
const RenameDialog = latePart(() => import('./rename-dialog').then((m) => m.RenameDialog));
const DeleteCertDialog = latePart(() => import('./delete-cert-dialog').then((m) => m.DeleteCertDialog));
const ExpiryPanel = dynamic(
  whenOnline(() => import('./list/expiry-panel').then((m) => m.ExpiryPanel)),
  {
    ssr: false,
    loading: () => <div aria-hidden="true" className="mb-3 h-[147px] rounded-3 border border-line bg-panel" />,
  },
);

const idOf = (cert: CertOverview) => String(cert.id);

/** The certificates of the tenant: when they end, and the list, the first to end first. */
export function CertsScreen() {
  const t = useTranslations('guard.certs');
  const dialog = useDialogParam();
  const list = useListScreen(certs.expiring, {
    columns: useCertColumns(),
    rowId: idOf,
    search: { param: 'keyword', placeholder: t('search') },
    filters: [{ kind: 'time', from: 'start_time', to: 'end_time', label: t('fields.expired_at') }],
  });
  const cannotEdit = useMissingPermission('guard.cert.edit') ?? undefined;
  const cannotDelete = useMissingPermission('guard.cert.delete') ?? undefined;
  const renamed = dialog.rowOf('rename', list.rows, idOf);
  const deleted = dialog.rowOf('delete', list.rows, idOf);

  const upload = (
    <Can permission="guard.cert.create">
      <ButtonLink variant="primary" icon="upload" href="/guard/certs/new">
        {t('upload')}
      </ButtonLink>
    </Can>
  );
  return (
    <>
      <ListHeader list={list} title={t('title')} fileName="certificates" add={upload} />
      {list.isEmpty || list.isForbidden ? null : <ExpiryPanel list={list} />}
      <DataTable
        list={list}
        caption={t('title')}
        rowName={(cert) => cert.name}
        rowHref={(cert) => `/guard/certs/${cert.id}`}
        rowActions={(cert) => [
          {
            label: t('replace.menu'),
            icon: 'refresh',
            reason: cannotEdit,
            href: `/guard/certs/${cert.id}/replace`,
          },
          {
            label: t('rename.menu'),
            icon: 'edit',
            reason: cannotEdit,
            onSelect: () => dialog.open('rename', idOf(cert)),
          },
          {
            label: t('delete.menu'),
            icon: 'trash',
            danger: true,
            reason: cannotDelete,
            onSelect: () => dialog.open('delete', idOf(cert)),
          },
        ]}
        empty={
          <NothingYet
            owned
            title={t('empty.title')}
            action={upload}
            permission="guard.cert.create"
            curl={curlOf(globalThis.location?.origin ?? '', certs.create.path, {
              name: 'shop.example.com',
              cert: '-----BEGIN CERTIFICATE-----…',
              key: '-----BEGIN PRIVATE KEY-----…',
            })}
          >
            {t('empty.text')}
          </NothingYet>
        }
      />
      {renamed ? <RenameDialog key={renamed.id} cert={renamed} onClose={dialog.close} /> : null}
      {deleted ? <DeleteCertDialog key={deleted.id} cert={deleted} onClose={dialog.close} /> : null}
    </>
  );
}
