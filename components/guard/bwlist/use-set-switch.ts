'use client';

import { useTranslations } from 'next-intl';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { notify } from '@/components/ui/overlays/toast';
import { bwlist, DISABLED, ENABLED, type IpSet } from '@/lib/guard/bwlist/contract';

/** Enables a list that is disabled, or the reverse, and says how that went. */
export function useSetSwitch(): (set: IpSet) => Promise<void> {
  const t = useTranslations('guard.bwlist');
  const edit = useEndpointAction(bwlist.edit, { invalidates: [bwlist.search.path], inRow: true });
  return async ({ id, name, status }) => {
    const isOn = status === ENABLED;
    try {
      await edit({ params: { id: String(id) }, body: { status: isOn ? DISABLED : ENABLED } });
      notify({ kind: 'done', title: t(isOn ? 'disabled' : 'enabled', { name }) });
    } catch (error) {
      notify({ kind: 'failed', title: t(isOn ? 'stays_on' : 'stays_off', { name }), error });
    }
  };
}
