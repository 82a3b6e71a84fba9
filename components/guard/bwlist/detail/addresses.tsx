'use client';

import { useTranslations } from 'next-intl';
import { curlOf } from '@/components/charts/export/curl';
import type { Column } from '@/components/data-table/columns/types';
import { DataTable } from '@/components/data-table/data-table';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { Can, useMissingPermission } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { TableTime } from '@/components/layout/preferences/time';
import { Tag } from '@/components/ui/content/tag';
import { ButtonLink } from '@/components/ui/controls/button';
import { Switch } from '@/components/ui/controls/switch';
import { NothingYet } from '@/components/ui/states/empty-state';
import { bwlist, type Ip, type IpSet } from '@/lib/guard/bwlist/contract';
import { useIpBulk } from './use-ip-bulk';
import { useIpSwitch } from './use-ip-switch';

const DeleteIpDialog = latePart(() => import('./delete-ip-dialog').then((m) => m.DeleteIpDialog));

const idOf = (ip: Ip) => String(ip.id);

function useIpColumns(): Column<Ip>[] {
  const t = useTranslations('guard.bwlist.ips');
  const field = useTranslations('fields');
  const flip = useIpSwitch();
  return [
    {
      id: 'ip_addr',
      header: t('ip_addr'),
      cell: (ip) => (
        <>
          <code className="text-12 break-all">{ip.ip_addr}</code>
          {ip.status ? null : (
            <span className="ml-2">
              <Tag off>{t('off')}</Tag>
            </span>
          )}
        </>
      ),
    },
    {
      id: 'status',
      header: t('enabled'),
      width: 120,
      cell: (ip) => (
        <Can permission="guard.bwlist.edit">
          <Switch name={t('switch', { ip_addr: ip.ip_addr })} checked={ip.status} onChange={() => flip(ip)} />
        </Can>
      ),
    },
    { id: 'ctime', header: t('ctime'), phone: 'second', width: 160, cell: (ip) => <TableTime value={ip.ctime} /> },
    { id: 'utime', header: field('utime'), hidden: true, cell: (ip) => <TableTime value={ip.utime} /> },
    { id: 'id', header: t('id'), hidden: true, cell: (ip) => <code className="text-12">{ip.id}</code> },
  ];
}

/** The addresses of a list, paged by the server. */
export function Addresses({ set }: { set: IpSet }) {
  const t = useTranslations('guard.bwlist.ips');
  const dialog = useDialogParam();
  const list = useListScreen(bwlist.ips, {
    params: { id: String(set.id) },
    columns: useIpColumns(),
    rowId: idOf,
    search: { param: 'keyword', placeholder: t('search') },
    filters: [
      {
        kind: 'segments',
        param: 'status',
        label: t('status'),
        options: [
          { value: 'true', label: t('on') },
          { value: 'false', label: t('off') },
        ],
      },
    ],
  });
  const bulk = useIpBulk(set.id);
  const cannotDelete = useMissingPermission('guard.bwlist.ip_delete') ?? undefined;
  const deleted = dialog.rowOf('delete-ip', list.rows, idOf);
  const add = (
    <Can permission="guard.bwlist.ip_add">
      <ButtonLink icon="upload" href={`/guard/bwlist/${set.id}/import`}>
        {t('import')}
      </ButtonLink>
    </Can>
  );
  const path = bwlist.addBatch.path.replace('{id}', String(set.id));
  const example = { ips: [{ ip_addr: '198.51.100.0/24' }] };
  return (
    <>
      <DataTable
        list={list}
        caption={t('title')}
        rowName={(ip) => ip.ip_addr}
        bulk={bulk}
        rowActions={(ip) => [
          {
            label: t('menu_delete'),
            icon: 'trash',
            danger: true,
            reason: cannotDelete,
            onSelect: () => dialog.open('delete-ip', idOf(ip)),
          },
        ]}
        empty={
          <NothingYet
            title={t('empty.title')}
            action={add}
            permission="guard.bwlist.ip_add"
            curl={curlOf(globalThis.location?.origin ?? '', path, example)}
          >
            {t('empty.text')}
          </NothingYet>
        }
      />
      {deleted ? <DeleteIpDialog key={deleted.id} ip={deleted} onClose={dialog.close} /> : null}
    </>
  );
}
