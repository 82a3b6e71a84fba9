'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import type { Column } from '@/components/data-table/columns/types';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { State } from '@/components/ui/content/mark';
import { Panel } from '@/components/ui/content/panel';
import { Checkbox } from '@/components/ui/controls/checkbox';
import type { Failover } from '@/lib/guard/failover/contract';
import type { Drift } from '@/lib/guard/schedules/contract';
import { ENABLED } from '@/lib/guard/schedules/vocabulary';
import { answeredOf, type DomainRecord } from './answered';

type Answered = ReturnType<typeof answeredOf>;

function Now({ answered }: { answered: Answered }) {
  const t = useTranslations('guard.schedules.now');
  if (answered === 'missing' || answered === 'extra') {
    return (
      <State meaning="pending" shape="half">
        {t(answered)}
      </State>
    );
  }
  return <span className="text-ink-2">{t(answered)}</span>;
}

/** The node that has a record's address, and whether it answers health checks where anything asks for them. */
function NodeOf({ nodes, value }: { nodes: Failover['nodes']; value: string }) {
  const t = useTranslations('guard.schedules.node');
  const node = nodes.find(({ ip_addr }) => ip_addr === value);
  if (!node) return <span className="text-ink-3">—</span>;
  const { name, checks, answering, reason } = node;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span title={node.node_id}>{name}</span>
      {checks === 0 ? null : (
        <State meaning={answering ? 'approved' : 'rejected'} shape={answering ? 'full' : 'crossed'}>
          <span title={reason || undefined}>{t(answering ? 'answering' : 'silent')}</span>
        </State>
      )}
    </span>
  );
}

/** The records of a domain's origins, or of its nodes, each to be chosen. */
export function RecordsPanel({
  kind,
  records,
  nodes,
  drift,
  chosen,
  onChoose,
}: {
  kind: 'src' | 'node';
  records: readonly DomainRecord[];
  /** The nodes of the domain, where records are theirs. */
  nodes?: Failover['nodes'];
  drift: Drift | undefined;
  chosen: ReadonlySet<string>;
  onChoose: (record_id: string, isChosen: boolean) => void;
}) {
  const t = useTranslations('guard.schedules');
  const word = useWord();
  const lineOf = (line: string) => (line === 'default' ? t('records.default_line') : line);
  const columns: Column<DomainRecord>[] = [
    {
      id: 'value',
      header: t('fields.value'),
      cell: ({ record_id, value }) => (
        <span className="flex items-center gap-2.5">
          <Checkbox
            name={t('records.select', { value })}
            checked={chosen.has(record_id)}
            onChange={(isChosen) => onChoose(record_id, isChosen)}
          />
          <code className="text-12 break-all">{value}</code>
        </span>
      ),
    },
    ...(nodes
      ? [
          {
            id: 'node',
            header: t('fields.node'),
            cell: ({ value }: DomainRecord) => <NodeOf nodes={nodes} value={value} />,
          },
        ]
      : []),
    {
      id: 'record_type',
      header: t('fields.type'),
      cell: ({ record_type }) => <code className="text-12">{word('words.dns_record_type', record_type)}</code>,
    },
    { id: 'record_line', header: t('fields.line'), isNamed: true, cell: ({ record_line }) => lineOf(record_line) },
    {
      id: 'status',
      header: t('fields.status'),
      phone: 'state',
      cell: ({ status }) => (
        <State meaning={status === ENABLED ? 'approved' : 'unaudited'} shape={status === ENABLED ? 'full' : 'hollow'}>
          {word('words.record_status', status)}
        </State>
      ),
    },
    {
      id: 'now',
      header: t('fields.now'),
      cell: (record) => <Now answered={drift ? answeredOf(record, drift) : 'unknown'} />,
    },
  ];
  const title = t('records.title', { kind });
  return (
    <Panel
      title={title}
      source={t('records.count', { count: records.length })}
      padded={records.length === 0}
      className="mb-3"
    >
      {records.length === 0 ? (
        <p className="text-ink-2">{t(kind === 'src' ? 'records.none_src' : 'records.none_node')}</p>
      ) : (
        <SimpleTable caption={title} rows={records} rowId={({ record_id }) => record_id} columns={columns} />
      )}
    </Panel>
  );
}
