'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import type { Column } from '@/components/data-table/columns/types';
import type { Forward } from '@/lib/guard/forwards/contract';
import { BALANCES } from '@/lib/guard/forwards/vocabulary';

/** Where connections go, and how they are spread, as far as that is said. */
export function useSourceColumns(): Column<Forward>[] {
  const t = useTranslations('guard.forwards');
  const word = useWord();
  const balanceOf = ({ src_setting: { balance } }: Forward) => BALANCES.find((one) => one === balance);
  return [
    {
      id: 'node_ipaddrs',
      header: t('fields.node_ipaddrs'),
      phone: 'second',
      cell: (forward) => {
        const { port } = forward.src_setting;
        const balance = balanceOf(forward);
        const addresses = forward.node_ipaddrs.split(',').join(', ');
        return (
          <span className="text-ink-2">
            {addresses ? <code className="text-12 break-all">{addresses}</code> : t('no_addresses')}
            {typeof port === 'number' ? ` ${t('to_port', { port: String(port) })}` : null}
            {balance ? ` · ${word('words.forward_balance', balance)}` : null}
          </span>
        );
      },
    },
  ];
}
