'use client';

import { useTranslations } from 'next-intl';
import type { Column } from '@/components/data-table/columns/types';
import { Ago, TableTime } from '@/components/layout/preferences/time';
import { useFormat, useList } from '@/components/layout/preferences/use-format';
import { Address } from '@/components/ui/content/address';
import type { ApiKey } from '@/lib/sys/api-keys/contract';
import { KeyStateMark } from './key-state';

/** The public part of a key and the end of its secret: enough to tell it from others, not to use it. */
export function KeyText({ apiKey }: { apiKey: Pick<ApiKey, 'prefix' | 'last4'> }) {
  return (
    <code className="text-12 whitespace-nowrap">
      {apiKey.prefix} <span className="text-ink-3">…{apiKey.last4}</span>
    </code>
  );
}

/** When a key was last used, in words; never is a fact, not a gap. */
export function LastUsed({ at }: { at: number }) {
  const t = useTranslations('sys.api-keys');
  return at === 0 ? <span className="text-ink-3">{t('never_used')}</span> : <Ago value={at} />;
}

const NONE = <span className="text-ink-3">—</span>;

/** The columns of the list; ids are the fields of the key (spec 2.2), which are also the head of the CSV. */
export function useKeyColumns(holderOf?: (user_id: string) => string): Column<ApiKey>[] {
  const t = useTranslations('sys.api-keys');
  const field = useTranslations('fields');
  const format = useFormat();
  const list = useList();
  const holder: Column<ApiKey> = {
    id: 'user_id',
    header: t('fields.holder'),
    hidden: holderOf === undefined,
    phone: holderOf ? 'second' : undefined,
    cell: (key) => holderOf?.(key.user_id) ?? <code className="text-12">{key.user_id}</code>,
  };
  return [
    { id: 'name', header: field('name'), cell: (key) => key.name },
    { id: 'prefix', header: t('fields.prefix'), phone: 'second', cell: (key) => <KeyText apiKey={key} /> },
    holder,
    {
      id: 'scopes',
      header: t('fields.scopes'),
      cell: (key) => (key.scopes.length === 0 ? t('all_scopes') : t('scope_count', { count: key.scopes.length })),
    },
    { id: 'last_used_at', header: t('fields.last_used'), cell: (key) => <LastUsed at={key.last_used_at} /> },
    {
      id: 'last_used_ip',
      header: t('fields.from'),
      yields: 2,
      width: 140,
      cut: 100,
      cell: (key) => (key.last_used_ip ? <Address ip={key.last_used_ip} /> : NONE),
    },
    { id: 'status', header: t('fields.state'), phone: 'state', cell: (key) => <KeyStateMark apiKey={key} /> },
    {
      id: 'expires_at',
      header: t('fields.expires'),
      cell: (key) => <span className="text-ink-2 tabular-nums">{format.date(key.expires_at)}</span>,
    },
    {
      id: 'allowed_ip_cidrs',
      header: t('fields.works_from'),
      hidden: true,
      cell: (key) => (key.allowed_ip_cidrs.length === 0 ? t('anywhere') : list(key.allowed_ip_cidrs)),
    },
    { id: 'ctime', header: t('fields.issued'), hidden: true, cell: (key) => <TableTime value={key.ctime} /> },
    {
      id: 'key_id',
      header: t('fields.key_id'),
      hidden: true,
      cell: (key) => <code className="text-12">{key.key_id}</code>,
    },
  ];
}
