'use client';

import { useEffect, useMemo } from 'react';
import { focusChip } from '@/components/charts/filters/chip-focus';
import { narrow } from '@/components/charts/filters/narrow';
import type { DrillActions } from '@/components/charts/marks/mark-provider';
import type { RecordLead } from '@/components/charts/prepare/lead';
import { useMissingPermission } from '@/components/layout/account/can';
import { useLatePart } from '@/components/layout/preferences/late-part';
import { filterText } from '@/lib/analytics/filters/contract';
import type { DashboardState } from '../dashboard/range';
import type { Dashboard } from '../dashboard/use-dashboard';
import { EVENTS, hrefOf } from '../events/event-href';

const loadRules = () => import('@/components/guard/rules/from-mark/rule-choices');

type Window = { stime: number; etime: number };

/** The pages that list records, by the list they read, and the permission of each. */
const RECORD_PAGES: Readonly<Record<string, { page: string; permission: 'analytics.alert.list' | 'sys.audit.view' }>> =
  {
    '/api/analytics/alerts': { page: '/analytics/alerts', permission: 'analytics.alert.list' },
    '/api/sys/audit-logs': { page: '/sys/audit/operations', permission: 'sys.audit.view' },
    '/api/sys/login-records': { page: '/sys/audit/sign-ins', permission: 'sys.audit.view' },
  };

type Range = { from: number; to: number };

/** From marks to the records behind them, within the window in sight. */
function useRecordsPage(domain_id: string | null, window: Window | undefined): DrillActions['recordsPage'] {
  const alerts = useMissingPermission('analytics.alert.list');
  const audit = useMissingPermission('sys.audit.view');
  return useMemo(
    () => (list: RecordLead, range?: Range) => {
      const known = RECORD_PAGES[list.path];
      // A newer server may name a list that this page does not know yet.
      if (!known) return undefined;
      const { page, permission } = known;
      const query = new URLSearchParams(list.query);
      if (window) {
        query.set('start_time', String(Math.max(window.stime, range?.from ?? 0)));
        // The lists count what happens at their end, charts do not.
        query.set('end_time', String(Math.min(window.etime, range?.to ?? window.etime) - 1));
      }
      if (domain_id && permission === 'analytics.alert.list') query.set('domain_id', domain_id);
      return { href: `${page}?${query}`, refusal: permission === 'sys.audit.view' ? audit : alerts };
    },
    [domain_id, window, alerts, audit],
  );
}

/** Has a part loaded where it is to be. */
function Wanted({ show }: { show: () => Promise<void> }) {
  // Without a network nothing more is offered.
  useEffect(() => void show().catch(() => undefined), [show]);
  return null;
}

/**
 * From marks to the events behind them, and to rules about them; `window` is the one in sight, so that the list has what the
 * figure counted.
 */
export function useEventsDrill(state: DashboardState, window: Window | undefined): DrillActions {
  const { filters, domain_id } = state;
  const eventsRefusal = useMissingPermission('analytics.event.list');
  const recordsPage = useRecordsPage(domain_id, window);
  const { part, show } = useLatePart(loadRules);
  return useMemo(
    () => ({
      eventsHref: (more, range) => {
        const query = new URLSearchParams();
        if (window) {
          query.set('stime', String(Math.max(window.stime, range?.from ?? 0)));
          query.set('etime', String(Math.min(window.etime, range?.to ?? window.etime)));
        }
        if (domain_id) query.set('domain_id', domain_id);
        const all = narrow(filters, more);
        if (all.length > 0) query.set('filter', filterText(all));
        return `${EVENTS}?${query}`;
      },
      eventHref: (event_id) => hrefOf({ event_id }),
      eventsRefusal,
      recordsPage,
      more: (mark, onClose) =>
        part ? (
          <part.RuleChoices
            key={mark.key}
            label={mark.label}
            own={mark.lead.page}
            filters={narrow(filters, mark.lead.page)}
            domain_id={domain_id}
            onClose={onClose}
          />
        ) : (
          <Wanted show={show} />
        ),
    }),
    [filters, domain_id, window, eventsRefusal, recordsPage, part, show],
  );
}

/** As useEventsDrill, and marks narrow the dashboard they are on. */
export function useDrill(dashboard: Dashboard, window: Window | undefined): DrillActions {
  const { state, setFilters, setWindow } = dashboard;
  const events = useEventsDrill(state, window);
  return useMemo(
    () => ({
      ...events,
      filter: async (filters) => {
        const all = narrow(state.filters, filters);
        await setFilters(all);
        focusChip(all.findIndex((filter) => !state.filters.includes(filter)));
      },
      zoom: (from, to) => void setWindow(from, to),
    }),
    [events, state.filters, setFilters, setWindow],
  );
}
