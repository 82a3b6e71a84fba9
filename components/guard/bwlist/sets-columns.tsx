'use client';

import { useTranslations } from 'next-intl';
import { Identity } from '@/components/data-table/columns/identity';
import type { Column } from '@/components/data-table/columns/types';
import { PolicyName } from '@/components/guard/policies/policy-name';
import { TableTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Tag } from '@/components/ui/content/tag';
import { DISABLED, type IpSet } from '@/lib/guard/bwlist/contract';
import { SetType } from './set-type';

/** The columns of the list; ids are the fields of IPSetVO (spec 2.8), which are also the head of the CSV. */
export function useSetColumns(): Column<IpSet>[] {
  const t = useTranslations('guard.bwlist');
  const field = useTranslations('fields');
  const format = useFormat();
  return [
    {
      id: 'name',
      header: field('name'),
      cell: (set) => (
        <>
          <Identity name={set.name} note={set.describe} />
          {set.status === DISABLED ? (
            <span className="ml-2">
              <Tag off>{t('off')}</Tag>
            </span>
          ) : null}
        </>
      ),
    },
    { id: 'describe', header: field('note'), hidden: true, phone: 'second', cell: (set) => set.describe },
    {
      id: 'ip_set_type',
      header: t('fields.ip_set_type'),
      phone: 'second',
      cell: (set) => <SetType ip_set_type={set.ip_set_type} />,
    },
    {
      id: 'policy_id',
      header: t('fields.policy'),
      phone: 'second',
      cell: (set) =>
        set.policy_id === '' ? (
          <span className="text-ink-3">{t('not_bound')}</span>
        ) : (
          <span className="text-ink-2">
            <PolicyName policy_id={set.policy_id} />
          </span>
        ),
    },
    {
      id: 'enable_count',
      header: t('fields.enable_count'),
      align: 'right',
      phone: 'state',
      cell: (set) => format.number(set.enable_count),
    },
    {
      id: 'unable_count',
      header: t('fields.unable_count'),
      align: 'right',
      cell: (set) => format.number(set.unable_count),
    },
    { id: 'count', header: t('fields.count'), hidden: true, align: 'right', cell: (set) => format.number(set.count) },
    {
      id: 'user_name',
      header: field('user_name'),
      cell: (set) => <span className="text-ink-2">{set.user_name}</span>,
    },
    { id: 'utime', header: t('fields.changed'), cell: (set) => <TableTime value={set.utime} /> },
    { id: 'id', header: t('fields.id'), hidden: true, cell: (set) => <code className="text-12">{set.id}</code> },
    { id: 'ctime', header: field('ctime'), hidden: true, cell: (set) => <TableTime value={set.ctime} /> },
  ];
}
