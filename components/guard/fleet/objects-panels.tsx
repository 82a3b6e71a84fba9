'use client';

import { useTranslations } from 'next-intl';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { TableTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { State } from '@/components/ui/content/mark';
import { Panel } from '@/components/ui/content/panel';
import { Link } from '@/components/ui/controls/link';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import type { NodeDetail } from '@/lib/guard/fleet/contract';
import { ObjectName } from './object-name';

type Failure = NodeDetail['failures'][number];
type Taken = NodeDetail['acknowledged'][number];
type Bound = NodeDetail['bound'][number];

const keyOf = ({ kind, object_id }: Taken) => `${kind} ${object_id}`;

/** What failed on a node, in nginx's own words; nothing where nothing did. */
export function FailuresPanel({ failures }: { failures: readonly Failure[] }) {
  const t = useTranslations('guard.fleet');
  if (failures.length === 0) return null;
  return (
    <Panel title={t('failures')} padded={false} className="mb-3">
      <ul aria-label={t('failures')} className="divide-y divide-line">
        {failures.map((failure) => (
          <li key={keyOf(failure)} className="flex flex-col gap-1 px-4 py-2.5">
            <span className="flex flex-wrap items-center gap-x-3">
              <State meaning="rejected" className="min-w-0 font-medium whitespace-normal!">
                <ObjectName object={failure} />
              </State>
              <span className="text-ink-2">{t('version', { number: failure.number })}</span>
              <TableTime value={failure.since} />
            </span>
            <code className="text-12 break-words whitespace-pre-wrap text-ink-2">{failure.message}</code>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What a node took over last. */
export function AcknowledgedPanel({ acknowledged }: { acknowledged: readonly Taken[] }) {
  const t = useTranslations('guard.fleet');
  const format = useFormat();
  return (
    <Panel title={t('acknowledged')} padded={false} className="mb-3">
      {acknowledged.length === 0 ? (
        <EmptyFrame title={t('nothing_yet')}>{t('nothing_yet_text')}</EmptyFrame>
      ) : (
        <SimpleTable
          caption={t('acknowledged')}
          rows={acknowledged}
          rowId={keyOf}
          columns={[
            { id: 'label', header: t('fields.object'), cell: (one) => <ObjectName object={one} /> },
            {
              id: 'number',
              header: t('fields.version'),
              align: 'right',
              cell: ({ number }) => format.number(number),
            },
            { id: 'since', header: t('fields.since'), isNamed: true, cell: ({ since }) => <TableTime value={since} /> },
          ]}
        />
      )}
    </Panel>
  );
}

/** The domains that have a node. */
export function BoundPanel({ bound, total }: { bound: readonly Bound[]; total: number }) {
  const t = useTranslations('guard.fleet');
  return (
    <Panel title={t('fields.domains')} padded={false} className="mb-3">
      {bound.length === 0 ? (
        <EmptyFrame title={t('no_domains')}>{t('no_domains_text')}</EmptyFrame>
      ) : (
        <SimpleTable
          caption={t('fields.domains')}
          rows={bound}
          rowId={({ domain_id }) => domain_id}
          columns={[
            {
              id: 'domain',
              header: t('kinds.domain'),
              cell: ({ domain_id, domain, is_own }) =>
                is_own ? (
                  <Link className="link break-all" href={`/guard/domains/${domain_id}?tab=nodes`}>
                    {domain}
                  </Link>
                ) : (
                  <span className="break-all">{domain}</span>
                ),
            },
            {
              id: 'left_alone',
              header: t('fields.others'),
              phone: 'state',
              cell: ({ left_alone }) => t(left_alone ? 'alone' : 'others'),
            },
          ]}
        />
      )}
      {total > bound.length ? (
        <p className="border-t border-line px-4 py-2 text-12 text-ink-2">
          {t('more_domains', { shown: bound.length, total })}
        </p>
      ) : null}
    </Panel>
  );
}
