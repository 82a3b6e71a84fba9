'use client';

import { useTranslations } from 'next-intl';
import { Identity } from '@/components/data-table/columns/identity';
import type { Column } from '@/components/data-table/columns/types';
import { DataTable } from '@/components/data-table/data-table';
import { ListHeader } from '@/components/data-table/list-header';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { useMissingPermission } from '@/components/layout/account/can';
import { usePermission } from '@/components/layout/account/session';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { Ago, TableTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { fleet, type Node } from '@/lib/guard/fleet/contract';
import { Concerns, NodeState } from './node-state';
import { useDrain } from './use-drain';

const EnrolDialog = latePart(() => import('./enrol-dialog').then((m) => m.EnrolDialog));
const RemoveDialog = latePart(() => import('./remove-dialog').then((m) => m.RemoveDialog));

const LIST = '/guard/nodes';
const PERMISSION = 'guard.node.list';
const REFRESH_MS = 5_000;
const idOf = ({ node_id }: Node) => node_id;

/** The columns of the list; ids are fields of a node, which are also the head of the CSV. */
function useNodeColumns(): Column<Node>[] {
  const t = useTranslations('guard.fleet.fields');
  const format = useFormat();
  return [
    { id: 'name', header: t('name'), cell: ({ name, node_id }) => <Identity name={name} note={node_id} /> },
    { id: 'state', header: t('state'), phone: 'state', cell: (node) => <NodeState node={node} /> },
    {
      id: 'reported_revision',
      header: t('revision'),
      align: 'right',
      cell: ({ revision, reported_revision }) =>
        t('revision_of', { running: format.number(reported_revision), wanted: format.number(revision) }),
    },
    {
      id: 'failed',
      header: t('failed'),
      align: 'right',
      cell: ({ failed }) => format.number(failed),
    },
    {
      id: 'load',
      header: t('load'),
      align: 'right',
      yields: 1,
      cell: ({ load }) => (load === null ? '—' : format.number(load, 2)),
    },
    { id: 'concerns', header: t('concerns'), cell: ({ concerns }) => <Concerns concerns={concerns} /> },
    { id: 'domains', header: t('domains'), align: 'right', cell: ({ domains }) => format.number(domains) },
    {
      id: 'seen_at',
      header: t('seen_at'),
      phone: 'second',
      cell: ({ seen_at }) => (seen_at > 0 ? <Ago value={seen_at} /> : '—'),
    },
    {
      id: 'ip_addr',
      header: t('ip_addr'),
      yields: 1,
      cell: ({ ip_addr }) => <code className="text-12">{ip_addr}</code>,
    },
    { id: 'machine_room', header: t('machine_room'), yields: 2, cell: ({ machine_room }) => machine_room },
    {
      id: 'key_expires_at',
      header: t('key_expires_at'),
      yields: 2,
      cell: ({ key_expires_at }) => (key_expires_at > 0 ? <TableTime value={key_expires_at} /> : '—'),
    },
    {
      id: 'node_id',
      header: t('node_id'),
      hidden: true,
      cell: ({ node_id }) => <code className="text-12">{node_id}</code>,
    },
  ];
}

/** The nodes of the operator: what each should run, runs, and since when nothing came from it. */
export function NodesScreen() {
  const t = useTranslations('guard.fleet');
  const can = usePermission();
  if (can(PERMISSION)) return <Nodes />;
  return (
    <>
      <PageHeader title={t('title')} />
      <Panel padded={false}>
        <EmptyFrame title={t('operator_only.title')}>
          {t.rich('operator_only.text', { key: () => <code className="text-12">{PERMISSION}</code> })}
        </EmptyFrame>
      </Panel>
    </>
  );
}

function Nodes() {
  const t = useTranslations('guard.fleet');
  const dialog = useDialogParam();
  const drain = useDrain();
  const list = useListScreen(fleet.list, {
    columns: useNodeColumns(),
    rowId: idOf,
    refreshEvery: REFRESH_MS,
    search: { param: 'keyword', placeholder: t('search') },
  });
  const cannotEnrol = useMissingPermission('guard.node.enrol') ?? undefined;
  const cannotDrain = useMissingPermission('guard.node.drain') ?? undefined;
  const cannotRemove = useMissingPermission('guard.node.delete') ?? undefined;
  const enrolled = dialog.rowOf('enrol', list.rows, idOf);
  const removed = dialog.rowOf('remove', list.rows, idOf);
  return (
    <>
      <ListHeader list={list} title={t('title')} fileName="nodes" add={null} />
      <DataTable
        list={list}
        caption={t('title')}
        rowName={({ name }) => name}
        rowHref={({ node_id }) => `${LIST}/${encodeURIComponent(node_id)}`}
        rowActions={(node) => [
          {
            label: t('menu_enrol'),
            icon: 'key',
            reason: cannotEnrol,
            onSelect: () => dialog.open('enrol', node.node_id),
          },
          {
            label: t(node.draining ? 'undrain' : 'drain'),
            icon: node.draining ? 'play' : 'pause',
            reason: cannotDrain,
            onSelect: () => drain(node),
          },
          'separator',
          {
            label: t('menu_remove'),
            icon: 'trash',
            danger: true,
            reason: cannotRemove,
            onSelect: () => dialog.open('remove', node.node_id),
          },
        ]}
        empty={<EmptyFrame title={t('empty.title')}>{t('empty.text')}</EmptyFrame>}
      />
      {enrolled ? <EnrolDialog key={enrolled.node_id} node={enrolled} onClose={dialog.close} /> : null}
      {removed ? <RemoveDialog key={removed.node_id} node={removed} onClose={dialog.close} /> : null}
    </>
  );
}
