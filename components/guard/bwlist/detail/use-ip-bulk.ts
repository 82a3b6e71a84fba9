'use client';

import { useTranslations } from 'next-intl';
import type { BulkAction } from '@/components/data-table/columns/types';
import { call } from '@/lib/api/client';
import { bwlist, type Ip } from '@/lib/guard/bwlist/contract';

const idsOf = (rows: readonly Ip[]) => rows.map(({ id }) => id);

/** What a selection of addresses can do: all of it in one call, so that nodes get one change. */
export function useIpBulk(ipset_id: number): BulkAction<Ip>[] {
  const t = useTranslations('guard.bwlist.ips');
  const params = { id: String(ipset_id) };
  const turn = (status: boolean): BulkAction<Ip> => ({
    label: t(status ? 'enable' : 'disable'),
    done: (count) => t(status ? 'enabled_all' : 'disabled_all', { count }),
    permission: 'guard.bwlist.edit',
    refuse: (rows) => (rows.every((row) => row.status === status) ? t(status ? 'all_on' : 'all_off') : null),
    runAll: (rows) => call(bwlist.setStatuses, { params, body: { ip_ids: idsOf(rows), status } }),
  });
  return [
    turn(true),
    turn(false),
    {
      label: t('delete'),
      done: (count) => t('deleted_all', { count }),
      danger: true,
      permission: 'guard.bwlist.ip_delete',
      confirm: (rows) => ({
        title: t('delete_title', { count: rows.length }),
        action: t('delete_action', { count: rows.length }),
        body: t('delete_text', { enabled: rows.filter((row) => row.status).length }),
      }),
      runAll: (rows) => call(bwlist.removeBatch, { params, body: { ip_ids: idsOf(rows) } }),
    },
  ];
}
