import type { Chart, Dimension } from '../charts/chart';
import { columnSql } from '../charts/compile';
import { type Scope, scopeSql } from '../charts/conditions';
import { action, requests, time } from '../charts/declare';
import { EVENT_COLUMNS } from '../store/columns';
import type { AnalyticsStore } from '../store/store';
import { EventVO } from './contract';

const names = Object.keys(EventVO.shape);
const isNumber = (name: string) =>
  EVENT_COLUMNS.some((column) => column.name === name && (column.type === 'i32' || column.type === 'i64'));
const dimension = (name: string): Dimension =>
  name === 'time' ? { name, type: 'timestamp', unit: 'ms' } : { name, type: 'string' };

/** A list of events is a chart like any other, so that tenant, window and filters are compiled in one place. */
export const EVENTS: Chart = {
  key: 'events',
  render_hint: 'table',
  dimensions: names.filter((name) => name === 'time' || !isNumber(name)).map(dimension),
  measures: [],
  events: { measures: names.filter((name) => name !== 'time' && isNumber(name)) },
};

/** How many there are of what EVENTS lists. */
export const COUNT: Chart = {
  key: 'events_counted',
  render_hint: 'kpi',
  dimensions: [],
  measures: [{ name: 'total', type: 'integer', unit: 'events', format: 'short', value: { sum: 'requests' } }],
};

/** When they were, by what was done with them. */
export const DENSITY: Chart = {
  key: 'events_over_time',
  render_hint: 'categorical_distribution_over_time',
  dimensions: [time, action],
  measures: [requests],
};

/** An event by its 16 hex digits, if the scope has it. Rejects when the store does. */
export async function eventOf(store: AnalyticsStore, scope: Scope, id: string): Promise<EventVO | undefined> {
  const { dialect } = store;
  const columns = names.map((name) => columnSql(name, dialect));
  // Ids live within a brand, and staff see what belongs to none, too: of two with one id they get the newer.
  const [row] = await store.query(
    `SELECT ${columns.join(', ')} FROM events WHERE ${scopeSql(scope, dialect)} AND event_id = ${BigInt(`0x${id}`)}
     ORDER BY events.time DESC LIMIT 1`,
  );
  return row && EventVO.parse(row);
}
