'use client';

import { useGuardedPush } from '@/components/layout/page/dirty-guard';
import { notify } from '@/components/ui/overlays/toast';
import { type Alert, type AlertWindow, alerts } from '@/lib/analytics/alerts/contract';
import { call } from '@/lib/api/client';

const AROUND_MS = 30 * 60_000;

/** The requests of a domain in a window and in the half hours before and after it. */
const requestsOf = (domain_id: string, { from, until }: AlertWindow) =>
  `/analytics/events?${new URLSearchParams({
    domain_id,
    stime: String(from - AROUND_MS),
    etime: String(until + AROUND_MS),
  })}`;

/** Goes to the requests around what an alert is about; a window that cannot be read is said in a notice. */
export function useShowRequests(): (alert: Alert) => Promise<void> {
  const push = useGuardedPush();
  return async ({ id, domain_id, title }) => {
    try {
      push(requestsOf(domain_id, await call(alerts.window, { params: { id: String(id) } })));
    } catch (error) {
      notify({ kind: 'failed', title, error });
    }
  };
}
