'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { Can } from '@/components/layout/account/can';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { notify } from '@/components/ui/overlays/toast';
import { ErrorState } from '@/components/ui/states/error-state';
import { RefusalNote } from '@/components/ui/states/refusal';
import { Skeleton } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import { type AvailableNode, domainNodes } from '@/lib/guard/nodes/contract';
import { useNodeColumns } from './assigned-panel';
import { NODE_PERMISSION } from './permission';

function Choose({ domain_id, nodes }: { domain_id: string; nodes: readonly AvailableNode[] }) {
  const t = useTranslations('guard.nodes');
  const common = useTranslations('common.table');
  const columns = useNodeColumns();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const assign = useEndpointAction(domainNodes.assign);
  const chosen = nodes.filter((node) => ticked.has(node.node_id));
  const tick = (node_ids: readonly string[], on: boolean) => {
    const next = new Set(ticked);
    for (const node_id of node_ids) on ? next.add(node_id) : next.delete(node_id);
    setTicked(next);
  };
  const submit = async () => {
    setPending(true);
    setRefusal(null);
    try {
      const body = { node_ids: chosen.map((node) => node.node_id), enable_parse: false };
      const { added } = await assign({ params: { id: domain_id }, body });
      setTicked(new Set());
      notify({ kind: 'done', title: t('assigned_done', { count: added }) });
    } catch (error) {
      setRefusal(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <SimpleTable
        caption={t('available')}
        rows={nodes}
        rowId={(node) => node.node_id}
        columns={columns.map((column, i) =>
          i > 0
            ? column
            : {
                ...column,
                cell: (node: AvailableNode) => (
                  <span className="inline-flex items-center gap-2.5">
                    <Checkbox
                      name={common('select_row', { name: node.name })}
                      checked={ticked.has(node.node_id)}
                      onChange={(on) => tick([node.node_id], on)}
                    />
                    <span>{column.cell({ ...node })}</span>
                  </span>
                ),
              },
        )}
      />
      <div className="flex flex-wrap items-center gap-3 border-t border-line px-(--panel-pad) py-2.5">
        <Checkbox
          label={t('all')}
          checked={chosen.length === nodes.length}
          mixed={chosen.length > 0 && chosen.length < nodes.length}
          onChange={(on) =>
            tick(
              nodes.map((node) => node.node_id),
              on,
            )
          }
        />
        <Can permission={NODE_PERMISSION}>
          <Button
            variant="primary"
            size="small"
            pending={isPending}
            reason={chosen.length === 0 ? t('choose_first') : undefined}
            onClick={submit}
          >
            {t('assign', { count: chosen.length })}
          </Button>
        </Can>
        <RefusalNote error={refusal} className="w-full" />
      </div>
    </>
  );
}

/** The nodes of the account that the domain does not have yet, to be assigned. */
export function AvailablePanel({ domain_id, assigned }: { domain_id: string; assigned: number }) {
  const t = useTranslations('guard.nodes');
  const { data, error, refetch } = useQuery(query(domainNodes.available, { params: { id: domain_id } }));
  const body = () => {
    if (error && !data)
      return (
        <ErrorState
          what="common.error.what.free_nodes"
          error={error}
          permission={NODE_PERMISSION}
          onRetry={() => refetch()}
        />
      );
    if (!data) return <Skeleton lines={4} className="p-4" />;
    if (data.list.length === 0)
      return <p className="p-(--panel-pad) text-ink-2">{t('none_available', { assigned })}</p>;
    return <Choose domain_id={domain_id} nodes={data.list} />;
  };
  return (
    <Panel title={t('available')} source={t('available_text')} padded={false}>
      {body()}
    </Panel>
  );
}
