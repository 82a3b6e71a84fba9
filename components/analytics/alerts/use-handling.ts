'use client';

import { useTranslations } from 'next-intl';
import type { BulkAction } from '@/components/data-table/columns/types';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { notify } from '@/components/ui/overlays/toast';
import { type Alert, alerts } from '@/lib/analytics/alerts/contract';
import { HANDLED, PENDING } from '@/lib/analytics/alerts/vocabulary';
import { call } from '@/lib/api/client';

type Status = typeof HANDLED | typeof PENDING;

const inputOf = ({ id }: Alert, status: Status) => ({ params: { id: String(id) }, body: { status } });

/** Marks an alert as handled, or takes that back; what is refused is said in a notice. */
export function useHandling(): (alert: Alert, status: Status) => Promise<void> {
  const t = useTranslations('analytics.alerts');
  const change = useEndpointAction(alerts.status, { inRow: true });
  return async (alert, status) => {
    const title = t(status === HANDLED ? 'handled' : 'reopened');
    try {
      await change(inputOf(alert, status));
      notify({ kind: 'done', title });
    } catch (error) {
      notify({ kind: 'failed', title: alert.title, error });
    }
  };
}

/** What a selection of alerts can do. */
export function useAlertBulk(): BulkAction<Alert>[] {
  const t = useTranslations('analytics.alerts');
  const turn = (status: Status): BulkAction<Alert> => ({
    label: t(status === HANDLED ? 'handle' : 'reopen'),
    done: (count) => t(status === HANDLED ? 'handled_all' : 'reopened_all', { count }),
    permission: 'analytics.alert.status',
    refuse: (rows) =>
      rows.every((row) => row.status === status) ? t(status === HANDLED ? 'all_handled' : 'all_pending') : null,
    run: (row) => call(alerts.status, inputOf(row, status)),
  });
  return [turn(HANDLED), turn(PENDING)];
}
