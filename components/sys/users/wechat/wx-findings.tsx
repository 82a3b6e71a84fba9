'use client';

import { useTranslations } from 'next-intl';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { TableTime } from '@/components/layout/preferences/time';
import { useFormat, useList } from '@/components/layout/preferences/use-format';
import { Note } from '@/components/ui/states/note';
import type { CleanupResult } from '@/lib/sys/wx-zombies/contract';

function Accounts({ accounts }: { accounts: CleanupResult['accounts'] }) {
  const t = useTranslations('sys.users.wx');
  const format = useFormat();
  return (
    <SimpleTable
      caption={t('accounts')}
      rows={accounts}
      rowId={(account) => account.service_id}
      columns={[
        { id: 'service_id', header: t('account'), cell: (account) => account.service_id },
        {
          id: 'bindings',
          header: t('bindings'),
          align: 'right',
          cell: (account) => format.number(account.bindings),
        },
        {
          id: 'followers',
          header: t('followers'),
          align: 'right',
          phone: 'state',
          cell: (account) => `${format.number(account.followers)}${account.complete ? '' : '+'}`,
        },
      ]}
    />
  );
}

/** What the rehearsal found: the accounts read, those that could not be, and the bindings to go. */
export function WxFindings({ result }: { result: CleanupResult }) {
  const t = useTranslations('sys.users.wx');
  const list = useList();
  const { accounts, skipped, candidates, candidate_total } = result;
  const cut = accounts.filter((account) => !account.complete).map((account) => account.service_id);
  return (
    <div className="flex flex-col gap-3">
      {accounts.length > 0 ? <Accounts accounts={accounts} /> : <p className="text-ink-2">{t('no_accounts')}</p>}
      {skipped.length > 0 ? <Note meaning="unaudited">{t('skipped', { accounts: list(skipped) })}</Note> : null}
      {cut.length > 0 ? <Note meaning="pending">{t('cut', { accounts: list(cut) })}</Note> : null}
      {candidates.length > 0 ? (
        <SimpleTable
          caption={t('candidates')}
          rows={candidates}
          rowId={(row) => `${row.service_id} ${row.openid}`}
          rowHref={(row) => `/sys/users/${row.user_id}`}
          columns={[
            { id: 'user_name', header: t('user'), cell: (row) => row.user_name },
            { id: 'service_id', header: t('account'), cell: (row) => row.service_id },
            { id: 'openid', header: t('openid'), cell: (row) => <code className="text-12">{row.openid}</code> },
            { id: 'ctime', header: t('bound'), phone: 'state', cell: (row) => <TableTime value={row.ctime} /> },
          ]}
        />
      ) : null}
      {accounts.length > 0 && candidates.length === 0 ? <p className="text-ink-2">{t('none')}</p> : null}
      {candidate_total > candidates.length ? (
        <p className="text-12 text-ink-3">{t('more', { count: candidate_total - candidates.length })}</p>
      ) : null}
    </div>
  );
}
