import { time } from '../../declare';
import {
  alerts,
  counts,
  handled,
  handledShare,
  isByRule,
  latest,
  metric,
  ofAlerts,
  pending,
  policyType,
  state,
  top,
} from '../../records/alert-figures';
import type { RecordChart } from '../../records/record-chart';

/** What alerts are about, where, and what is still to be handled. */
export const charts: readonly RecordChart[] = [
  ofAlerts({ key: 'alerts_total', render_hint: 'kpi', dimensions: [], measures: [alerts, handled, handledShare] }),
  ofAlerts({ key: 'alerts_pending', render_hint: 'kpi', dimensions: [], measures: [pending] }),
  ofAlerts({
    key: 'alerted_domains',
    render_hint: 'kpi',
    dimensions: [],
    measures: [{ ...counts('alerted_domains', { distinct: 'domain_id' }), unit: 'domains' }],
  }),
  ofAlerts({
    key: 'alerts_over_time',
    render_hint: 'categorical_distribution_over_time',
    dimensions: [time, metric],
    measures: [alerts],
  }),
  ofAlerts({
    key: 'alerts_by_metric',
    render_hint: 'categorical_distribution',
    dimensions: [metric],
    measures: [alerts],
  }),
  ofAlerts({
    key: 'alerts_by_type',
    render_hint: 'categorical_distribution',
    dimensions: [policyType, state],
    measures: [alerts],
  }),
  ofAlerts({
    key: 'alerts_by_type_over_time',
    render_hint: 'time_series_multi',
    dimensions: [time, policyType],
    measures: [alerts],
  }),
  ofAlerts({
    key: 'pending_over_time',
    render_hint: 'time_series_single',
    dimensions: [time],
    measures: [pending],
  }),
  top('top_alerted_domains', 'domain', [alerts, pending]),
  top('top_alert_rules', 'rule', [alerts, pending], [isByRule]),
  latest('latest_alerts'),
];
