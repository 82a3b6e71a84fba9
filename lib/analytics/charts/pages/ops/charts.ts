import { ACTOR_TYPES } from '@/lib/audit/vocabulary';
import type { Dimension, Filter } from '../../chart';
import { named, time } from '../../declare';
import type { Counted, RecordChart, RecordMeasure } from '../../records/record-chart';

const outcome: Dimension = { name: 'outcome', type: 'enum', values: ['ok', 'failed'] };
const actorType: Dimension = { name: 'actor_type', type: 'enum', values: ACTOR_TYPES };
const channel: Dimension = { name: 'auth_channel', type: 'enum', values: ['password', 'apikey', 'oauth', 'staff'] };
const isFailed: Filter = { column: 'outcome', in: ['failed'] };

const records = (...count: readonly Filter[]): Counted => ({ count });
const counts = (name: string, value: RecordMeasure['value']): RecordMeasure => {
  return { name, type: 'integer', unit: 'operations', format: 'short', value };
};
const people = (name: string, value: RecordMeasure['value']): RecordMeasure => ({
  ...counts(name, value),
  unit: 'users',
});
const failedShare = (name: string): RecordMeasure => {
  return { name, type: 'percent', unit: '%', format: 'short', value: { share: [records(isFailed), records()] } };
};

const operations = counts('operations', records());
const operationsFailed = counts('operations_failed', records(isFailed));
const signIns = counts('sign_ins', records());
const signInsFailed = counts('sign_ins_failed', records(isFailed));

/** What people and programs did to the configuration, and who signed in. */
export const charts: readonly RecordChart[] = [
  {
    key: 'operations_total',
    records: 'audit_logs',
    render_hint: 'kpi',
    dimensions: [],
    measures: [operations, operationsFailed, failedShare('operations_failed_share')],
  },
  {
    key: 'active_users',
    records: 'audit_logs',
    render_hint: 'kpi',
    dimensions: [],
    measures: [people('active_users', { distinct: 'user_id' })],
  },
  {
    key: 'sign_ins_total',
    records: 'login_records',
    render_hint: 'kpi',
    dimensions: [],
    measures: [signIns, signInsFailed, failedShare('sign_ins_failed_share')],
  },
  {
    key: 'operations_over_time',
    records: 'audit_logs',
    render_hint: 'categorical_distribution_over_time',
    dimensions: [time, outcome],
    measures: [operations],
  },
  {
    key: 'operations_by_actor',
    records: 'audit_logs',
    render_hint: 'categorical_distribution',
    dimensions: [actorType],
    measures: [operations],
  },
  {
    key: 'top_actions',
    records: 'audit_logs',
    render_hint: 'topn',
    dimensions: [named('operation')],
    measures: [operations, operationsFailed],
    ranked: true,
  },
  {
    key: 'top_resources',
    records: 'audit_logs',
    render_hint: 'topn',
    dimensions: [named('resource_type')],
    measures: [operations, operationsFailed],
    ranked: true,
  },
  {
    key: 'top_actors',
    records: 'audit_logs',
    render_hint: 'topn',
    dimensions: [named('actor_name')],
    measures: [operations, operationsFailed],
    ranked: true,
  },
  {
    key: 'sign_ins_over_time',
    records: 'login_records',
    render_hint: 'time_series_multi',
    dimensions: [time, outcome],
    measures: [signIns],
  },
  {
    key: 'sign_ins_by_channel',
    records: 'login_records',
    render_hint: 'categorical_distribution',
    dimensions: [channel, outcome],
    measures: [signIns],
  },
  {
    key: 'failed_sign_in_addresses',
    records: 'login_records',
    render_hint: 'topn',
    dimensions: [named('ip')],
    measures: [signInsFailed, signIns],
    ranked: true,
  },
  {
    key: 'failed_sign_ins_over_time',
    records: 'login_records',
    render_hint: 'time_series_single',
    dimensions: [time],
    measures: [signInsFailed],
  },
  {
    key: 'latest_operations',
    records: 'audit_logs',
    render_hint: 'table',
    dimensions: [
      time,
      named('operation'),
      outcome,
      named('resource_type'),
      named('resource_label'),
      named('actor_name'),
      actorType,
      named('remote_ip'),
    ],
    measures: [{ name: 'http_status', type: 'integer', unit: '', format: 'short', value: records() }],
    events: { measures: ['http_status'] },
  },
];
