import { SPANS } from '@/lib/analytics/alerts/vocabulary';
import type { Dimension } from '../../chart';
import { time } from '../../declare';
import {
  alerts,
  handled,
  handledShare,
  handlingTime,
  isHandled,
  isPending,
  latest,
  ofAlerts,
  pending,
  policyType,
  state,
  top,
} from '../../records/alert-figures';
import type { RecordChart } from '../../records/record-chart';

const span = (name: string): Dimension => ({ name, type: 'enum', values: SPANS });

/** How alerts of a time came to their end: whether and how soon they were handled, by whom, and how long others are open. */
export const charts: readonly RecordChart[] = [
  ofAlerts({ key: 'closure_total', render_hint: 'kpi', dimensions: [], measures: [handledShare, handled, alerts] }),
  ofAlerts({
    key: 'time_to_handle',
    render_hint: 'kpi',
    dimensions: [],
    measures: [handlingTime],
    filters: [isHandled],
  }),
  ofAlerts({ key: 'open_alerts', render_hint: 'kpi', dimensions: [], measures: [pending] }),
  ofAlerts({
    key: 'closure_over_time',
    render_hint: 'categorical_distribution_over_time',
    dimensions: [time, state],
    measures: [alerts],
  }),
  ofAlerts({
    key: 'time_to_handle_over_time',
    render_hint: 'time_series_single',
    dimensions: [time],
    measures: [handlingTime],
    filters: [isHandled],
  }),
  ofAlerts({
    key: 'handled_within',
    render_hint: 'categorical_distribution',
    dimensions: [span('handled_within')],
    measures: [handled],
    filters: [isHandled],
  }),
  ofAlerts({
    key: 'open_by_age',
    render_hint: 'categorical_distribution',
    dimensions: [span('open_for')],
    measures: [pending],
    filters: [isPending],
  }),
  ofAlerts({
    key: 'closure_by_type',
    render_hint: 'time_series_multi',
    dimensions: [time, policyType],
    measures: [handled],
  }),
  top('top_handlers', 'handler', [handled, handlingTime], [isHandled]),
  top('top_open_domains', 'domain', [pending, alerts], [isPending]),
  latest('latest_open_alerts', [isPending]),
];
