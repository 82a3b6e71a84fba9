'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { curlOf } from '@/components/charts/export/curl';
import { DataTable } from '@/components/data-table/data-table';
import { ListHeader } from '@/components/data-table/list-header';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { Can, useMissingPermission } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { Button } from '@/components/ui/controls/button';
import { NothingYet } from '@/components/ui/states/empty-state';
import { bwlist, ENABLED, type IpSet } from '@/lib/guard/bwlist/contract';
import { LookupPanel } from './lookup/lookup-panel';
import { SET_TYPES, useSetType } from './set-type';
import { useSetColumns } from './sets-columns';
import { useSetSwitch } from './use-set-switch';

// Opened far less often than the list is loaded.
const CreateSetDialog = latePart(() => import('./set-dialogs').then((m) => m.CreateSetDialog));
const EditSetDialog = latePart(() => import('./set-dialogs').then((m) => m.EditSetDialog));
const BindSetDialog = latePart(() => import('./set-dialogs').then((m) => m.BindSetDialog));
const DeleteSetDialog = latePart(() => import('./delete-set-dialog').then((m) => m.DeleteSetDialog));

const EXAMPLE = { name: 'Scanners', ip_set_type: 1, policy_id: '<policy_id>' };
const idOf = (set: IpSet) => String(set.id);
const pageOf = (set: IpSet) => `/guard/bwlist/${set.id}`;

/** The black and white lists of the tenant, and which of them have an address. */
export function SetsScreen() {
  const t = useTranslations('guard.bwlist');
  const router = useRouter();
  const dialog = useDialogParam();
  const typeOf = useSetType();
  const flip = useSetSwitch();
  const list = useListScreen(bwlist.list, {
    columns: useSetColumns(),
    rowId: idOf,
    search: { param: 'keyword', placeholder: t('search') },
    filters: [
      {
        kind: 'segments',
        param: 'ip_set_type',
        label: t('fields.ip_set_type'),
        options: SET_TYPES.map((type) => ({ value: String(type), label: typeOf(type).word })),
      },
    ],
  });
  const cannotAdd = useMissingPermission('guard.bwlist.ip_add') ?? undefined;
  const cannotEdit = useMissingPermission('guard.bwlist.edit') ?? undefined;
  const cannotDelete = useMissingPermission('guard.bwlist.delete') ?? undefined;
  const edited = dialog.rowOf('edit', list.rows, idOf);
  const bound = dialog.rowOf('bind', list.rows, idOf);
  const deleted = dialog.rowOf('delete', list.rows, idOf);

  const create = (
    <Can permission="guard.bwlist.create">
      <Button variant="primary" icon="plus" onClick={() => dialog.open('create')}>
        {t('create')}
      </Button>
    </Can>
  );
  return (
    <>
      <ListHeader list={list} title={t('title')} fileName="ip-lists" add={create} />
      {list.isEmpty || list.isForbidden ? null : <LookupPanel />}
      <DataTable
        list={list}
        caption={t('title')}
        rowName={(set) => set.name}
        rowHref={pageOf}
        rowActions={(set) => [
          { label: t('import.menu'), icon: 'upload', reason: cannotAdd, href: `${pageOf(set)}/import` },
          { label: t('menu_edit'), icon: 'edit', reason: cannotEdit, onSelect: () => dialog.open('edit', idOf(set)) },
          {
            label: t('bind.menu'),
            icon: 'policy',
            reason: cannotEdit,
            onSelect: () => dialog.open('bind', idOf(set)),
          },
          {
            label: t(set.status === ENABLED ? 'disable' : 'enable'),
            icon: set.status === ENABLED ? 'pause' : 'play',
            reason: cannotEdit,
            onSelect: () => flip(set),
          },
          'separator',
          {
            label: t('menu_delete'),
            icon: 'trash',
            danger: true,
            reason: cannotDelete,
            onSelect: () => dialog.open('delete', idOf(set)),
          },
        ]}
        empty={
          <NothingYet
            owned
            title={t('empty.title')}
            action={create}
            permission="guard.bwlist.create"
            curl={curlOf(globalThis.location?.origin ?? '', bwlist.create.path, EXAMPLE)}
          >
            {t('empty.text')}
          </NothingYet>
        }
      />
      {dialog.isOpen('create') ? (
        <CreateSetDialog onClose={dialog.close} onSaved={(set) => router.push(pageOf(set))} />
      ) : null}
      {edited ? <EditSetDialog key={edited.id} set={edited} onClose={dialog.close} /> : null}
      {bound ? <BindSetDialog key={bound.id} set={bound} onClose={dialog.close} /> : null}
      {deleted ? <DeleteSetDialog key={deleted.id} set={deleted} onClose={dialog.close} /> : null}
    </>
  );
}
