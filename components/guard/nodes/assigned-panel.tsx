'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { useDelivery } from '@/components/guard/releases/use-releases';
import { useMissingPermission } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { State } from '@/components/ui/content/mark';
import { Panel } from '@/components/ui/content/panel';
import { Tag } from '@/components/ui/content/tag';
import { IconButton } from '@/components/ui/controls/button';
import { Menu } from '@/components/ui/overlays/menu';
import { notify } from '@/components/ui/overlays/toast';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { type AssignedNode, domainNodes } from '@/lib/guard/nodes/contract';
import { LOCKED, NORMAL } from './lock-status';
import { NODE_PERMISSION } from './permission';

/** Who a node is, where it is and how it is reached; the same columns for assigned and assignable ones. */
export function useNodeColumns() {
  const t = useTranslations('guard.nodes');
  return [
    {
      id: 'name',
      header: t('fields.name'),
      cell: (node: Omit<AssignedNode, 'lock_status'>) => (
        <>
          {node.name} <code className="ml-1 text-12 font-normal text-ink-3">{node.node_id}</code>
        </>
      ),
    },
    {
      id: 'machine_room',
      header: t('fields.machine_room'),
      cell: (node: Omit<AssignedNode, 'lock_status'>) => node.machine_room,
    },
    {
      id: 'ip_addr',
      header: t('fields.ip_addr'),
      cell: (node: Omit<AssignedNode, 'lock_status'>) => (
        <span className="inline-flex items-center gap-1.5">
          <code className="text-12 break-all">{node.ip_addr}</code>
          {node.ipv6 ? <Tag>IPv6</Tag> : null}
        </span>
      ),
    },
    {
      id: 'line',
      header: t('fields.line'),
      cell: (node: Omit<AssignedNode, 'lock_status'>) => t('line', { line: node.line }),
    },
  ];
}

/** Locks a node or unlocks it: the binding stays, so it is done at once. */
function useLock(domain_id: string) {
  const t = useTranslations('guard.nodes');
  const lock = useEndpointAction(domainNodes.lock, { inRow: true });
  return async ({ node_id, name, lock_status }: AssignedNode) => {
    const next = lock_status === NORMAL ? LOCKED : NORMAL;
    try {
      await lock({ params: { id: domain_id, node_id }, body: { lock_status: next } });
      notify({ kind: 'done', title: t(next === LOCKED ? 'locked_done' : 'unlocked_done', { name }) });
    } catch (error) {
      notify({ kind: 'failed', title: t('lock_failed', { name }), error });
    }
  };
}

const RUNS = {
  running: { meaning: 'approved', shape: 'full' },
  failed: { meaning: 'rejected', shape: 'crossed' },
  waiting: { meaning: 'pending', shape: 'half' },
} as const;

/** Locked, or what the node says of the domain; assigned alone is nothing yet. */
function NodeState({ node, state }: { node: AssignedNode; state: keyof typeof RUNS | undefined }) {
  const word = useWord();
  const t = useTranslations('guard.nodes');
  if (node.lock_status === LOCKED) return <State {...RUNS.waiting}>{word('words.node_lock', LOCKED)}</State>;
  if (state) return <State {...RUNS[state]}>{word('words.node_run', state)}</State>;
  return (
    <State meaning="unaudited" shape="hollow">
      {t('assigned')}
    </State>
  );
}

/** The nodes a domain has. */
export function AssignedPanel({ domain_id, nodes }: { domain_id: string; nodes: readonly AssignedNode[] }) {
  const t = useTranslations('guard.nodes');
  const common = useTranslations('common.table');
  const dialog = useDialogParam();
  const lock = useLock(domain_id);
  const missing = useMissingPermission(NODE_PERMISSION) ?? undefined;
  const columns = useNodeColumns();
  const delivery = useDelivery(domain_id);
  const stateOf = (node_id: string) => delivery?.nodes.find((node) => node.node_id === node_id)?.state;
  return (
    <Panel title={t('assigned')} padded={false}>
      {nodes.length === 0 ? (
        <EmptyFrame title={t('none')}>{t('none_text')}</EmptyFrame>
      ) : (
        <SimpleTable
          caption={t('assigned')}
          rows={nodes}
          rowId={(node) => node.node_id}
          columns={[
            ...columns,
            {
              id: 'lock_status',
              header: t('fields.state'),
              phone: 'state',
              cell: (node) => <NodeState node={node} state={stateOf(node.node_id)} />,
            },
          ]}
          end={(node) => (
            <Menu
              trigger={<IconButton icon="more" size="small" name={common('row_actions', { name: node.name })} />}
              entries={[
                {
                  label: t(node.lock_status === NORMAL ? 'lock' : 'unlock'),
                  icon: 'lock',
                  reason: missing,
                  onSelect: () => lock(node),
                },
                'separator',
                {
                  label: t('menu_remove'),
                  icon: 'trash',
                  danger: true,
                  reason: missing,
                  onSelect: () => dialog.open('remove-node', node.node_id),
                },
              ]}
            />
          )}
        />
      )}
    </Panel>
  );
}
