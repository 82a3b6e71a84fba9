'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { notify } from '@/components/ui/overlays/toast';
import type { Page } from '@/lib/api/fields';
import { bwlist, type Ip } from '@/lib/guard/bwlist/contract';

/** What changes with an address: its list's pages and counts, and what searches say. */
export const WITH_ADDRESSES = [bwlist.list.path, bwlist.search.path];

/** Switches an address at once on screen, and back with the server's reason where it is refused. */
export function useIpSwitch(): (ip: Ip) => Promise<void> {
  const t = useTranslations('guard.bwlist.ips');
  const queries = useQueryClient();
  const save = useEndpointAction(bwlist.setStatus, { invalidates: WITH_ADDRESSES, inRow: true });
  const show = (id: number, status: boolean) =>
    queries.setQueriesData<Page<Ip>>(
      { queryKey: [bwlist.ips.path] },
      (page) => page && { ...page, list: page.list.map((one) => (one.id === id ? { ...one, status } : one)) },
    );
  return async ({ id, ip_addr, status }) => {
    await queries.cancelQueries({ queryKey: [bwlist.ips.path] });
    show(id, !status);
    try {
      await save({ params: { id: String(id) }, body: { status: !status } });
    } catch (error) {
      show(id, status);
      const title = t(status ? 'stays_on' : 'stays_off', { ip_addr });
      notify({ kind: 'failed', title, error });
    }
  };
}
