'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { fetchPages } from '@/components/data-table/fetch-pages';
import { SimpleTable } from '@/components/data-table/simple-table';
import { useFormat, useNow } from '@/components/layout/use-format';
import { Panel } from '@/components/ui/panel';
import { Segmented } from '@/components/ui/segmented';
import { Skeleton } from '@/components/ui/skeleton';
import { type CertOverview, certs } from '@/lib/guard/certs/contract';
import { CertState } from '../cert-state';
import { expiryOf } from '../expiry';
import { ExpiryTimeline } from './expiry-timeline';
import { expirySlots } from './timeline-slots';

/** The axis shows the first of these to end; the list below has the rest. */
const SHOWN = 500;

/** The same as the axis, as rows. */
function ExpiryTable({ rows }: { rows: readonly CertOverview[] }) {
  const t = useTranslations('guard.certs');
  const field = useTranslations('fields');
  const format = useFormat();
  return (
    <div className="max-h-80 overflow-y-auto">
      <SimpleTable
        caption={t('timeline.title')}
        rows={rows}
        rowId={(cert) => String(cert.id)}
        rowHref={(cert) => `/guard/certs/${cert.id}`}
        columns={[
          { id: 'name', header: field('name'), cell: (cert) => cert.name },
          {
            id: 'names',
            header: t('fields.names'),
            cell: (cert) => <code className="text-12">{cert.names.slice(0, 3).join(', ')}</code>,
          },
          {
            id: 'domain_count',
            header: t('fields.domain_count'),
            align: 'right',
            cell: (cert) => format.number(cert.domain_count),
          },
          {
            id: 'expired_at',
            header: t('fields.expired_at'),
            phone: 'state',
            cell: (cert) => <CertState expired_at={cert.expired_at} />,
          },
        ]}
      />
    </div>
  );
}

/** When the caller's certificates end: how many need somebody now, the coming year as an axis or as a table. */
export function ExpiryPanel() {
  const t = useTranslations('guard.certs.timeline');
  const now = useNow();
  const [view, setView] = useState<'axis' | 'table'>('axis');
  const { data } = useQuery({
    queryKey: [certs.expiring.path, 'first', SHOWN],
    queryFn: ({ signal }) => fetchPages(certs.expiring, { query: {} }, SHOWN, { signal }),
  });
  const rows = data?.list ?? [];
  const count = (state: string) => rows.filter((cert) => expiryOf(cert.expired_at, now).state === state).length;
  const { later } = expirySlots(rows, now, 1);
  return (
    <Panel
      className="mb-3"
      title={t('title')}
      source={data ? t('summary', { expired: count('expired'), soon: count('soon'), later: later.length }) : null}
      padded={view === 'axis'}
      actions={
        <Segmented
          size="small"
          name={t('view')}
          value={view}
          onChange={setView}
          segments={[
            { value: 'axis', label: t('as_axis'), icon: 'clock' },
            { value: 'table', label: t('as_table'), icon: 'list' },
          ]}
        />
      }
    >
      {data === undefined ? <Skeleton lines={3} className="h-[68px]" /> : null}
      {data && view === 'axis' ? <ExpiryTimeline certs={rows} /> : null}
      {data && view === 'table' ? <ExpiryTable rows={rows} /> : null}
    </Panel>
  );
}
