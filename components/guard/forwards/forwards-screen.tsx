'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { curlOf } from '@/components/charts/export/curl';
import { Identity } from '@/components/data-table/columns/identity';
import type { Column } from '@/components/data-table/columns/types';
import { DataTable } from '@/components/data-table/data-table';
import { ListHeader } from '@/components/data-table/list-header';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { DeleteDialog } from '@/components/form/delete-dialog';
import { Can, useMissingPermission } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { TableTime } from '@/components/layout/preferences/time';
import { PageHeader } from '@/components/ui/content/page-header';
import { Button } from '@/components/ui/controls/button';
import { Link } from '@/components/ui/controls/link';
import { NothingYet } from '@/components/ui/states/empty-state';
import { type Forward, forwards } from '@/lib/guard/forwards/contract';
import { DISABLED, ENABLED } from '@/lib/guard/forwards/vocabulary';
import { forwardName } from './forward-name';
import { ForwardSwitch } from './forward-switch';
import { FORWARDS } from './permissions';
import { useSourceColumns } from './use-forward-columns';

// Opened far less often than the list is loaded.
const ForwardForm = latePart(() => import('./forward-form').then((m) => m.ForwardForm));

const idOf = (forward: Forward) => String(forward.id);
const EXAMPLE = { domain: 'game.example.com', domain_id: '<domain_id>', schema: 3, port: 25_565 };

/** The columns of the list; ids are the fields of ForwardVO (spec 2.9), which are also the head of the CSV. */
function useForwardColumns(): Column<Forward>[] {
  const t = useTranslations('guard.forwards');
  const word = useWord();
  const field = useTranslations('fields');
  return [
    {
      id: 'port',
      header: t('fields.listens'),
      cell: (forward) => <Identity name={forwardName(forward)} note={forward.describe} />,
    },
    { id: 'describe', header: field('note'), hidden: true, phone: 'second', cell: ({ describe }) => describe },
    {
      id: 'domain',
      header: t('fields.domain'),
      phone: 'second',
      onPhone: ({ domain }) => domain,
      cell: ({ domain, domain_id }) => (
        <Link className="link break-all" href={`/guard/domains/${domain_id}?tab=forwards`}>
          {domain}
        </Link>
      ),
    },
    ...useSourceColumns(),
    {
      id: 'status',
      header: t('fields.status'),
      phone: 'state',
      onPhone: ({ status }) => word('words.origin_status', status),
      width: 88,
      cell: (forward) => <ForwardSwitch forward={forward} />,
    },
    {
      id: 'user_name',
      header: field('user_name'),
      cell: ({ user_name }) => <span className="text-ink-2">{user_name}</span>,
    },
    { id: 'utime', header: field('utime'), cell: ({ utime }) => <TableTime value={utime} /> },
    { id: 'schema', header: t('fields.schema'), hidden: true, cell: ({ schema }) => schema },
    {
      id: 'domain_id',
      header: t('fields.domain_id'),
      hidden: true,
      cell: ({ domain_id }) => <code className="text-12">{domain_id}</code>,
    },
    { id: 'ctime', header: field('ctime'), hidden: true, cell: ({ ctime }) => <TableTime value={ctime} /> },
  ];
}

/** The port forwards of the tenant, or for platform staff of the whole OEM. */
export function ForwardsScreen() {
  const t = useTranslations('guard.forwards');
  const dialog = useDialogParam();
  const list = useListScreen(forwards.list, {
    columns: useForwardColumns(),
    rowId: idOf,
    search: { param: 'keyword', placeholder: t('search') },
    filters: [
      {
        kind: 'segments',
        param: 'status',
        label: t('fields.status'),
        options: [
          { value: String(ENABLED), label: t('on') },
          { value: String(DISABLED), label: t('off') },
        ],
      },
      { kind: 'text', param: 'domain_id', label: t('fields.domain_id') },
      { kind: 'text', param: 'user_id', label: t('fields.user_id') },
    ],
  });
  const cannotEdit = useMissingPermission(FORWARDS.edit) ?? undefined;
  const cannotDelete = useMissingPermission(FORWARDS.remove) ?? undefined;
  const edited = dialog.rowOf('edit', list.rows, idOf);
  const deleted = dialog.rowOf('delete', list.rows, idOf);
  if (dialog.isOpen('create') || edited) {
    return (
      <>
        <PageHeader title={t('title')} />
        <ForwardForm key={edited && idOf(edited)} forward={edited} onClose={dialog.close} />
      </>
    );
  }
  const add = (
    <Can permission={FORWARDS.add}>
      <Button variant="primary" icon="plus" onClick={() => dialog.open('create')}>
        {t('create')}
      </Button>
    </Can>
  );
  return (
    <>
      <ListHeader list={list} title={t('title')} fileName="forwards" add={add} />
      <DataTable
        list={list}
        caption={t('title')}
        rowName={(forward) => `${forward.domain}, ${forwardName(forward)}`}
        onOpenRow={(forward) => dialog.open('edit', idOf(forward))}
        rowActions={(forward) => [
          {
            label: t('menu_edit'),
            icon: 'edit',
            reason: cannotEdit,
            onSelect: () => dialog.open('edit', idOf(forward)),
          },
          'separator',
          {
            label: t('menu_delete'),
            icon: 'trash',
            danger: true,
            reason: cannotDelete,
            onSelect: () => dialog.open('delete', idOf(forward)),
          },
        ]}
        empty={
          <NothingYet
            owned
            title={t('empty.title')}
            action={add}
            permission={FORWARDS.add}
            curl={curlOf(globalThis.location?.origin ?? '', forwards.create.path, EXAMPLE)}
          >
            {t('empty.text')}
          </NothingYet>
        }
      />
      {deleted ? (
        <DeleteDialog
          key={idOf(deleted)}
          endpoint={forwards.remove}
          id={idOf(deleted)}
          title={t('delete.title', { name: forwardName(deleted) })}
          action={t('delete.action')}
          notice={t('delete.done')}
          onClose={dialog.close}
        >
          {t(deleted.status === ENABLED ? 'delete.text' : 'delete.text_off', {
            name: forwardName(deleted),
            domain: deleted.domain,
          })}
        </DeleteDialog>
      ) : null}
    </>
  );
}
