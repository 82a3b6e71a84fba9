'use client';

import { useTranslations } from 'next-intl';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { State } from '@/components/ui/content/mark';
import { Panel } from '@/components/ui/content/panel';
import { Refusal } from '@/components/ui/states/refusal';
import { type Created, CreatedList } from './created-list';
import type { CreateResult } from './new-domains';

/** What became of each domain: what is left to do for it, live, or why it was refused. */
export function CreatedPanel({ results }: { results: readonly CreateResult[] }) {
  const t = useTranslations('guard.domains');
  const created = results.filter((result): result is CreateResult & Created => result.domain_id !== undefined);
  const refused = results.filter((result) => result.domain_id === undefined);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {refused.length > 0 ? (
        <Panel title={t('created.refused', { count: refused.length })} padded={false}>
          <SimpleTable
            caption={t('created.refused', { count: refused.length })}
            rows={refused}
            rowId={(row) => row.domain}
            columns={[
              {
                id: 'domain',
                header: t('fields.domain'),
                cell: (row) => <span className="break-all">{row.domain}</span>,
              },
              {
                id: 'reason',
                header: t('created.reason'),
                cell: (row) => (
                  <State meaning="rejected" shape="crossed" className="whitespace-normal! py-2.5">
                    <Refusal error={row.error} />
                  </State>
                ),
              },
            ]}
          />
        </Panel>
      ) : null}
      {created.length > 0 ? <CreatedList created={created} /> : null}
    </div>
  );
}
