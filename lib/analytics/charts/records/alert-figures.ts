import { ALERT_TYPES, SUBJECTS } from '@/lib/analytics/alerts/vocabulary';
import type { Dimension, Filter } from '../chart';
import { named, time } from '../declare';
import type { Counted, RecordChart, RecordMeasure } from './record-chart';

/** What charts of alerts are made of, whichever page shows them. */

export const policyType: Dimension = { name: 'policy_type', type: 'enum', values: ALERT_TYPES };
export const metric: Dimension = { name: 'metric', type: 'enum', values: SUBJECTS };
export const state: Dimension = { name: 'state', type: 'enum', values: ['handled', 'pending'] };

export const isHandled: Filter = { column: 'state', in: ['handled'] };
export const isByRule: Filter = { column: 'source', in: ['rule'] };
export const isPending: Filter = { column: 'state', in: ['pending'] };

export const those = (...count: readonly Filter[]): Counted => ({ count });

export function counts(name: string, value: RecordMeasure['value']): RecordMeasure {
  return { name, type: 'integer', unit: 'alerts', format: 'short', value };
}

export const alerts = counts('alerts', those());
export const handled = counts('alerts_handled', those(isHandled));
export const pending = counts('alerts_pending', those(isPending));
export const handledShare: RecordMeasure = {
  name: 'alerts_handled_share',
  type: 'percent',
  unit: '%',
  format: 'short',
  value: { share: [those(isHandled), those()] },
};
/** From firing to being handled. */
export const handlingTime: RecordMeasure = {
  name: 'handling_time',
  type: 'integer',
  unit: 'ms',
  format: 'short',
  value: { mean: 'handling_ms' },
};

type Drawn = Omit<RecordChart, 'records'>;

export const ofAlerts = (chart: Drawn): RecordChart => ({ records: 'alerts', ...chart });

/** The values of a dimension with the most of the first measure, highest first. */
export function top(key: string, dimension: string, measures: readonly RecordMeasure[], filters?: readonly Filter[]) {
  const narrowed = filters ? { filters } : {};
  return ofAlerts({ key, render_hint: 'topn', dimensions: [named(dimension)], measures, ranked: true, ...narrowed });
}

/** Single alerts, newest first. */
export function latest(key: string, filters: readonly Filter[] = []): RecordChart {
  const rule = counts('rule_id', those());
  return ofAlerts({
    key,
    render_hint: 'table',
    dimensions: [time, state, policyType, metric, named('domain'), named('rule')],
    measures: [{ ...rule, unit: '' }],
    filters,
    events: { measures: ['rule_id'] },
  });
}
