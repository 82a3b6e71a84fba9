'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Can } from '@/components/layout/account/can';
import { usePermission } from '@/components/layout/account/session';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { NoPermission } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import type { DomainDetail } from '@/lib/guard/domains/contract';
import { domainNodes } from '@/lib/guard/nodes/contract';
import { AssignedPanel } from './assigned-panel';
import { AvailablePanel } from './available-panel';
import { NODE_PERMISSION } from './permission';
import { RemoveNodeDialog } from './remove-node-dialog';
import { SyncDialog } from './sync-dialog';

/** The nodes that serve a domain, those that could, and how to bring both in line with what is allotted. */
export function NodesTab({ domain }: { domain: DomainDetail }) {
  const t = useTranslations('guard.nodes');
  const dialog = useDialogParam();
  const isAllowed = usePermission()(NODE_PERMISSION);
  const { domain_id } = domain;
  const { data, error, refetch } = useQuery({
    ...query(domainNodes.list, { params: { id: domain_id } }),
    enabled: isAllowed,
  });
  if (!data) {
    return (
      <Panel padded={isAllowed && error === null}>
        {isAllowed ? null : <NoPermission permission={NODE_PERMISSION} />}
        {error ? (
          <ErrorState
            what="common.error.what.nodes"
            error={error}
            permission={NODE_PERMISSION}
            onRetry={() => refetch()}
          />
        ) : null}
        {isAllowed && !error ? <Skeleton lines={6} /> : null}
      </Panel>
    );
  }
  const removed = dialog.rowOf('remove-node', data.list, (node) => node.node_id);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-180 text-ink-2">{t('text')}</p>
        <Can permission="guard.domain.edit">
          <Button icon="refresh" onClick={() => dialog.open('sync-nodes')}>
            {t('sync.open')}
          </Button>
        </Can>
      </div>
      <AssignedPanel domain_id={domain_id} nodes={data.list} />
      <AvailablePanel domain_id={domain_id} assigned={data.list.length} />
      {removed ? (
        <RemoveNodeDialog
          key={removed.node_id}
          domain={domain}
          node={removed}
          nodes={data.list}
          onClose={dialog.close}
        />
      ) : null}
      {dialog.isOpen('sync-nodes') ? <SyncDialog domain={domain} onClose={dialog.close} /> : null}
    </div>
  );
}
