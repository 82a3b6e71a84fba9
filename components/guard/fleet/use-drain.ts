'use client';

import { useTranslations } from 'next-intl';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { notify } from '@/components/ui/overlays/toast';
import { fleet, type Node } from '@/lib/guard/fleet/contract';

/** Has a node take no new domains, or take them again: nothing that is served changes, so it is done at once. */
export function useDrain() {
  const t = useTranslations('guard.fleet');
  const drain = useEndpointAction(fleet.drain, { inRow: true });
  return async ({ node_id, name, draining }: Pick<Node, 'node_id' | 'name' | 'draining'>) => {
    try {
      await drain({ params: { id: node_id }, body: { draining: !draining } });
      notify({ kind: 'done', title: t(draining ? 'undrained' : 'drained', { name }) });
    } catch (error) {
      notify({ kind: 'failed', title: t('drain_failed', { name }), error });
    }
  };
}
