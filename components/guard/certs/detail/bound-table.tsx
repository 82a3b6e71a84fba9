'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Column } from '@/components/data-table/columns/types';
import { LocalPager, useLocalPages } from '@/components/data-table/pages/local-pager';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { AuditState } from '@/components/guard/domains/audit-state';
import { useMissingPermission } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { TableTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { CutMiddle } from '@/components/ui/content/cut-middle';
import { Button } from '@/components/ui/controls/button';
import { Input } from '@/components/ui/controls/input';
import { NoMatch } from '@/components/ui/states/empty-state';
import type { CertDomain } from '@/lib/guard/certs/contract';
import { type BoundDomain, othersLeft, useBindingStates } from '../use-bound-domains';
import { UnbindDialog } from './unbind-dialog';

/** Each row is asked for on its own, so a page is short. */
const PAGE = 10;

function useColumns(): Column<BoundDomain>[] {
  const t = useTranslations('guard.certs.bound');
  const domain = useTranslations('guard.domains');
  const format = useFormat();
  return [
    {
      id: 'domain',
      header: domain('fields.domain'),
      cell: (row) => <CutMiddle text={row.domain} className="sm:max-w-[clamp(200px,33vw-204px,340px)]" />,
    },
    {
      id: 'audit_status',
      header: domain('fields.audit_status'),
      phone: 'state',
      cell: (row) => (row.detail ? <AuditState status={row.detail.audit_status} /> : '—'),
    },
    { id: 'ctime', header: t('since'), cell: (row) => <TableTime value={row.ctime} /> },
    {
      id: 'others',
      header: t('others'),
      align: 'right',
      cell: (row) => format.number(othersLeft(row)),
    },
  ];
}

/** Finds a domain by a part of its name; there may be thousands of them. */
function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslations('guard.certs.bound');
  return (
    <div className="border-b border-line px-(--panel-pad) py-2">
      <Input
        icon="search"
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        boxClassName="w-55! max-sm:w-full!"
      />
    </div>
  );
}

/** The domains a certificate is bound to, page by page, each with the way to undo its binding. */
export function BoundTable({ bindings }: { bindings: readonly CertDomain[] }) {
  const t = useTranslations('guard.certs.bound');
  const dialog = useDialogParam();
  const cannotEdit = useMissingPermission('guard.cert.edit') ?? undefined;
  const columns = useColumns();
  const [searched, search] = useState('');
  const part = searched.trim().toLowerCase();
  const pages = useLocalPages(
    bindings.filter((each) => each.domain.includes(part)),
    PAGE,
  );
  const { bound } = useBindingStates(pages.shown);
  const leaving = dialog.rowOf('unbind', bindings, (each) => each.domain_id);
  return (
    <>
      {bindings.length > PAGE ? (
        <Search
          value={searched}
          onChange={(value) => {
            search(value);
            pages.setPage(1);
          }}
        />
      ) : null}
      {bound.length === 0 ? (
        <NoMatch query={part} filters={[]} onClear={() => search('')} />
      ) : (
        <SimpleTable
          caption={t('title')}
          rows={bound}
          rowId={(row) => row.domain_id}
          rowHref={(row) => `/guard/domains/${row.domain_id}`}
          columns={columns}
          end={(row) => (
            <Button
              variant="quiet"
              size="small"
              reason={cannotEdit}
              aria-label={t('unbind_named', { domain: row.domain })}
              onClick={() => dialog.open('unbind', row.domain_id)}
            >
              {t('unbind')}
            </Button>
          )}
        />
      )}
      <LocalPager pages={pages} />
      {leaving ? <UnbindDialog binding={leaving} onClose={dialog.close} /> : null}
    </>
  );
}
