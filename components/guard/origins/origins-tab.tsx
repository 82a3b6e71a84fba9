'use client';

import { GroupsPanel } from '@/components/guard/origin-groups/groups-panel';
import { useSettings } from '@/components/guard/settings/use-settings';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { Panel } from '@/components/ui/content/panel';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import type { DomainDetail } from '@/lib/guard/domains/contract';
import { OriginDialog } from './origin-dialog';
import { originRows, readOrigin } from './origin-setting';
import { OriginsPanel } from './origins-panel';
import { PeersNote } from './peers-note';
import { RemoveOriginDialog } from './remove-origin-dialog';

/** Where a domain's requests go: its origins, who shares them, and which nodes send to which. */
export function OriginsTab({ domain }: { domain: DomainDetail }) {
  const { domain_id } = domain;
  const { settings, error, refetch } = useSettings(domain_id);
  const dialog = useDialogParam();
  if (!settings) {
    return (
      <Panel padded={error === null}>
        {error ? (
          <ErrorState what="common.error.what.origins" error={error} permission="guard.domain.view" onRetry={refetch} />
        ) : (
          <Skeleton lines={6} />
        )}
      </Panel>
    );
  }
  const rows = originRows(readOrigin(settings));
  const edited = dialog.rowOf('origin', rows, (row) => row.key);
  const removed = dialog.rowOf('remove-origin', rows, (row) => row.key);
  return (
    <div className="flex flex-col gap-3">
      <PeersNote domain_id={domain_id} />
      <OriginsPanel domain_id={domain_id} domain={domain.domain} rows={rows} />
      <GroupsPanel domain_id={domain_id} />
      {dialog.isOpen('add-origin') ? <OriginDialog domain_id={domain_id} onClose={dialog.close} /> : null}
      {edited ? <OriginDialog key={edited.key} domain_id={domain_id} row={edited} onClose={dialog.close} /> : null}
      {removed ? <RemoveOriginDialog domain_id={domain_id} row={removed} rows={rows} onClose={dialog.close} /> : null}
    </div>
  );
}
