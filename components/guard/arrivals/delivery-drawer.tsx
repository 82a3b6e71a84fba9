'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { TableTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { CodeBlock } from '@/components/ui/content/code-block';
import { KeyValueList } from '@/components/ui/content/key-value-list';
import { State } from '@/components/ui/content/mark';
import { Link } from '@/components/ui/controls/link';
import { Drawer } from '@/components/ui/overlays/drawer';
import type { Arrival } from '@/lib/guard/arrivals/contract';

type Node = Arrival['nodes'][number];

const MEANINGS = { running: 'approved', failed: 'rejected', waiting: 'pending' } as const;

/** Each node that should run it, and since when it does. */
function Nodes({ nodes }: { nodes: readonly Node[] }) {
  const t = useTranslations('guard.arrivals.drawer');
  const word = useWord();
  if (nodes.length === 0) return <p className="text-ink-2">{t('no_nodes')}</p>;
  return (
    <div className="rounded-2 border border-line">
      <SimpleTable
        caption={t('nodes')}
        rows={nodes}
        rowId={(node) => node.node_id}
        columns={[
          { id: 'node_id', header: t('node'), cell: (node) => node.node_id },
          {
            id: 'state',
            header: t('state'),
            cell: ({ state }) => <State meaning={MEANINGS[state]}>{word('words.node_run', state)}</State>,
          },
          {
            id: 'since',
            header: t('since'),
            phone: 'state',
            cell: ({ since }) => (since > 0 ? <TableTime value={since} /> : '—'),
          },
        ]}
      />
    </div>
  );
}

/** What was saved, the files it became, and what each node runs. */
export function DeliveryDrawer({
  arrival: { number, changed_at, pending, nodes, failures },
  files,
  onClose,
}: {
  arrival: Arrival;
  /** Where the files are, and in which words. */
  files: { href: string; label: string } | undefined;
  onClose: () => void;
}) {
  const t = useTranslations('guard.arrivals.drawer');
  const format = useFormat();
  const version =
    number === 0
      ? t('none')
      : changed_at > 0
        ? t('version', { number, time: format.exactTime(changed_at) })
        : t('undated', { number });
  return (
    <Drawer open title={t('title')} onClose={onClose}>
      <KeyValueList
        labelWidth={80}
        facts={[
          { label: t('saved'), value: version },
          { label: '', key: 'pending', value: t('pending', { count: pending }) },
          ...(files
            ? [
                {
                  label: t('rendered'),
                  value: (
                    <Link className="link" href={files.href}>
                      {files.label}
                    </Link>
                  ),
                },
              ]
            : []),
        ]}
      />
      <section className="flex flex-col gap-2">
        <h3>{t('running')}</h3>
        <Nodes nodes={nodes} />
      </section>
      {failures.length > 0 ? (
        <section className="flex flex-col gap-2">
          <h3>{t('failures')}</h3>
          {failures.map(({ node_id, domain_id, domain, message }) => (
            <CodeBlock
              key={`${node_id} ${domain_id}`}
              code={message}
              caption={domain ? `${node_id} · ${domain}` : node_id}
            />
          ))}
        </section>
      ) : null}
    </Drawer>
  );
}
