'use client';

import { useTranslations } from 'next-intl';
import { AlertTabs } from '@/components/analytics/alerts/alert-tabs';
import { curlOf } from '@/components/charts/export/curl';
import { DataTable } from '@/components/data-table/data-table';
import { ListHeader } from '@/components/data-table/list-header';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { Can, useMissingPermission } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { Button } from '@/components/ui/controls/button';
import { NothingYet } from '@/components/ui/states/empty-state';
import { type AlertChannel, alertChannels } from '@/lib/analytics/alert-channels/contract';
import { useChannelColumns } from './channels-columns';

// Opened far less often than the list is loaded.
const ChannelDialog = latePart(() => import('./channel-dialog').then((m) => m.ChannelDialog));
const TestDialog = latePart(() => import('./test-dialog').then((m) => m.TestDialog));
const DeleteChannelDialog = latePart(() => import('./delete-channel-dialog').then((m) => m.DeleteChannelDialog));

const EXAMPLE = {
  name: 'On call',
  kind: 'webhook',
  url: 'https://hooks.example.com/alerts',
  secret: '<16 characters or more>',
};
const idOf = (channel: AlertChannel) => String(channel.id);

/** Where alerts are sent. */
export function ChannelsScreen() {
  const t = useTranslations('analytics.alert-channels');
  const dialog = useDialogParam();
  const list = useListScreen(alertChannels.list, {
    columns: useChannelColumns(),
    rowId: idOf,
    search: { param: 'keyword', placeholder: t('search') },
  });
  const cannotEdit = useMissingPermission('analytics.alertchannel.edit') ?? undefined;
  const cannotTest = useMissingPermission('analytics.alertchannel.test') ?? undefined;
  const cannotDelete = useMissingPermission('analytics.alertchannel.delete') ?? undefined;
  const cannotAudit = useMissingPermission('sys.audit.view') ?? undefined;
  const edited = dialog.rowOf('edit', list.rows, idOf);
  const tested = dialog.rowOf('test', list.rows, idOf);
  const deleted = dialog.rowOf('delete', list.rows, idOf);
  const add = (
    <Can permission="analytics.alertchannel.create">
      <Button variant="primary" icon="plus" onClick={() => dialog.open('create')}>
        {t('create')}
      </Button>
    </Can>
  );
  return (
    <>
      <ListHeader list={list} title={t('title')} fileName="alert-channels" add={add} />
      <AlertTabs />
      <DataTable
        list={list}
        caption={t('title')}
        rowName={({ name }) => name}
        onOpenRow={(channel) => dialog.open('edit', idOf(channel))}
        rowActions={(channel) => [
          {
            label: t('menu_test'),
            icon: 'play',
            reason: cannotTest,
            onSelect: () => dialog.open('test', idOf(channel)),
          },
          {
            label: t('menu_edit'),
            icon: 'edit',
            reason: cannotEdit,
            onSelect: () => dialog.open('edit', idOf(channel)),
          },
          { label: t('menu_rules'), icon: 'list', href: `/analytics/alerts/rules?channel_id=${channel.id}` },
          {
            label: t('menu_audit'),
            icon: 'audit',
            reason: cannotAudit,
            href: `/sys/audit/operations?${new URLSearchParams({ keyword: channel.name })}`,
          },
          'separator',
          {
            label: t('menu_delete'),
            icon: 'trash',
            danger: true,
            reason: cannotDelete,
            onSelect: () => dialog.open('delete', idOf(channel)),
          },
        ]}
        empty={
          <NothingYet
            owned
            title={t('empty.title')}
            action={add}
            permission="analytics.alertchannel.create"
            curl={curlOf(globalThis.location?.origin ?? '', alertChannels.create.path, EXAMPLE)}
          >
            {t('empty.text')}
          </NothingYet>
        }
      />
      {dialog.isOpen('create') ? <ChannelDialog onClose={dialog.close} /> : null}
      {edited ? <ChannelDialog key={edited.id} channel={edited} onClose={dialog.close} /> : null}
      {tested ? <TestDialog key={tested.id} channel={tested} onClose={dialog.close} /> : null}
      {deleted ? <DeleteChannelDialog key={deleted.id} channel={deleted} onClose={dialog.close} /> : null}
    </>
  );
}
