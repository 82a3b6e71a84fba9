import { describe, expect, it } from 'vitest';
import type { DrillDown } from '@/lib/analytics/charts/contract';
import type { ChartFilter } from '@/lib/analytics/filters/contract';
import type { BatchChartResult, RenderHint, Row } from '../result/contract';
import { contextOf } from '../result/testing';
import { bucketMarks, cardMark, type Mark, shareMark } from './mark';
import type { ChartModel, KpiModel, PartsModel, RankModel, TimeModel } from './model';
import { prepare } from './prepare-chart';

const is = (dimension: ChartFilter['dimension'], ...values: string[]): ChartFilter => ({ dimension, op: 'in', values });
const BLOCKED = is('action', 'block');
const START = Date.UTC(2026, 10, 19, 1);
const context = contextOf({
  window: { stime: START, etime: START + 600_000, granularity: '5m' },
});

type Schema = BatchChartResult['schema'];

function modelOf(hint: RenderHint, schema: Schema, rows: Row[], drill: Partial<DrillDown> = {}): ChartModel {
  const drill_down: DrillDown = { rows: 'counts', dimensions: [], filters: [], measures: {}, ...drill };
  return prepare({ chart_key: 't', render_hint: hint, schema, rows, meta: { drill_down } }, context);
}

const REQUESTS = { name: 'requests', type: 'integer', unit: 'requests' } as const;
const PATH = { name: 'path', type: 'string' } as const;
const ACTION = { name: 'action', type: 'enum', values: ['pass', 'block'] } as {
  name: string;
  type: 'enum';
  values: string[];
};
const TIME = { name: 'time', type: 'timestamp', unit: 'ms' } as const;

describe('a mark', () => {
  it('of a ranking leads to its value within what the chart counts', () => {
    const schema = { dimensions: [PATH], measures: [{ ...REQUESTS, name: 'blocked' }] };
    const rows = [
      { path: '/a', blocked: 1204 },
      { path: null, blocked: 3 },
      { path: '/zero', blocked: 0 },
    ];
    const model = modelOf('topn', schema, rows, { dimensions: ['path'], filters: [BLOCKED] }) as RankModel;
    const marks = model.items.map((item) => shareMark(item, model, context));
    expect(marks[0]).toMatchObject({
      label: '/a',
      figure: '1,204',
      count: 1204,
      copied: '/a',
      lead: { page: [is('path', '/a')], events: [BLOCKED, is('path', '/a')] },
    });
    // no filter names a missing value, and behind nothing there is nothing
    expect(marks.slice(1)).toEqual([undefined, undefined]);
  });

  it('is none where the declaration leads nowhere', () => {
    const schema = { dimensions: [PATH], measures: [REQUESTS] };
    const result: BatchChartResult = {
      chart_key: 't',
      render_hint: 'topn',
      schema,
      rows: [{ path: '/a', requests: 1 }],
      meta: {},
    };
    const model = prepare(result, context) as RankModel;
    expect(model.items.map((item) => shareMark(item, model, context))).toEqual([undefined]);
  });

  it('of a headline narrows by what its measure counts; a share has no number of requests', () => {
    const measures = [{ name: 'blocked_share', type: 'percent' as const, unit: '%' }];
    const model = modelOf('kpi', { dimensions: [], measures }, [{ blocked_share: 12.5 }], {
      measures: { blocked_share: [BLOCKED] },
    }) as KpiModel;
    const [card] = model.cards;
    const mark = card && cardMark(card, 'Blocked', context);
    expect(mark).toMatchObject({ figure: '12.50%', count: null, lead: { page: [BLOCKED], events: [BLOCKED] } });
  });

  it('of a slice has its share; the rest of many small ones leads nowhere', () => {
    const values = ['pass', 'block', 'a', 'b', 'c', 'd', 'e'];
    const schema = { dimensions: [{ ...ACTION, values }], measures: [REQUESTS] };
    const rows = values.map((action, i) => ({ action, requests: i < 2 ? 10_000 : 1 }));
    const model = modelOf('categorical_distribution', schema, rows, { dimensions: ['action'] }) as PartsModel;
    const marks = model.parts.map((part) => shareMark(part, model, context));
    expect(marks[0]).toMatchObject({ figure: '10,000', share: '50.0% of the total' });
    expect(marks.at(-1)).toBeUndefined();
  });

  it('of a bucket has its time, one for each series in sight', () => {
    const schema = { dimensions: [TIME, ACTION], measures: [REQUESTS] };
    const rows = [
      { time: START, action: 'pass', requests: 30 },
      { time: START, action: 'block', requests: 10 },
      { time: START + 300_000, action: 'pass', requests: 5 },
    ];
    const model = modelOf('categorical_distribution_over_time', schema, rows, { dimensions: ['action'] }) as TimeModel;
    const marks = bucketMarks(model, 0, new Set(), context);
    expect(marks.map((mark) => [mark.label, mark.figure, mark.share])).toEqual([
      ['pass', '30', '75.0% of this bucket'],
      ['block', '10', '25.0% of this bucket'],
    ]);
    expect(marks[1]).toMatchObject({
      range: { from: START, to: START + 300_000 },
      lead: { page: [BLOCKED], events: [BLOCKED] },
    });
    const hidden = new Set([model.series[0]?.key ?? '']);
    expect(bucketMarks(model, 0, hidden, context).map((mark) => mark.label)).toEqual(['block']);
    expect(bucketMarks(model, 1, new Set(), context).map((mark) => mark.label)).toEqual(['pass']);
    const [, row] = [model.table.rows[1], model.table.rows[0]];
    expect(row && model.table.markAt?.(row, 2)).toMatchObject({ label: 'block', figure: '10', range: { from: START } });
    expect(row && model.table.markAt?.(row, 0)).toBeUndefined();
  });
});

describe('a cell of a table', () => {
  const markOf = (model: ChartModel, column: number): Mark | undefined => {
    const [row] = model.table.rows;
    return row && model.table.markAt?.(row, column);
  };

  it('of counted rows leads to its row and its own measure', () => {
    const schema = { dimensions: [PATH], measures: [REQUESTS, { ...REQUESTS, name: 'blocked' }] };
    const model = modelOf('topn', schema, [{ path: '/a', requests: 7, blocked: 2 }], {
      dimensions: ['path'],
      measures: { blocked: [BLOCKED] },
    });
    expect(markOf(model, 0)).toMatchObject({ label: '/a', figure: '7', lead: { events: [is('path', '/a')] } });
    expect(markOf(model, 2)).toMatchObject({
      figure: '2',
      lead: { page: [is('path', '/a')], events: [BLOCKED, is('path', '/a')] },
    });
  });

  it('of single events leads to its value; times have seconds and verdicts their square', () => {
    const status = { name: 'status', type: 'integer' as const, unit: '' };
    const schema = { dimensions: [TIME, ACTION, PATH], measures: [status] };
    const model = modelOf('table', schema, [{ time: START + 1_234, action: 'block', path: '/a', status: 403 }], {
      rows: 'events',
      dimensions: ['action', 'status'],
      filters: [is('host', 'x')],
    });
    expect(markOf(model, 1)).toMatchObject({ figure: null, copied: 'block', lead: { page: [BLOCKED] } });
    expect(markOf(model, 3)).toMatchObject({ copied: '403', lead: { events: [is('host', 'x'), is('status', '403')] } });
    expect([markOf(model, 0), markOf(model, 2)]).toEqual([undefined, undefined]);
    const [time, action, path] = model.table.columns;
    expect(time?.text(START + 1_234)).toBe('2026-11-19 09:00:01');
    expect([action?.token?.('block'), path?.token?.('block')]).toEqual(['blocked', undefined]);
  });

  it('of single events leads to the event of its row, where no filter has its value to that alone', () => {
    const event = '0123456789abcdef';
    const status = { name: 'status', type: 'integer' as const, unit: '' };
    const schema = { dimensions: [TIME], measures: [status] };
    const drill_down: DrillDown = { rows: 'events', dimensions: ['status'], filters: [], measures: {} };
    const marksWith = (event_id: string) => {
      const meta = { drill_down, row_extras: [{ event_id }] };
      const rows = [{ time: START, status: 403 }];
      const model = prepare({ chart_key: 't', render_hint: 'table', schema, rows, meta }, context);
      return [0, 1].map((column) => markOf(model, column)?.lead);
    };
    const same = [is('status', '403')];
    expect(marksWith(event)).toEqual([
      { page: [], events: [], event },
      { page: same, events: same, event },
    ]);
    // what is no event's id becomes no address
    expect(marksWith('../../sys/users')).toEqual([undefined, { page: same, events: same }]);
  });
});

describe('a mark of records', () => {
  const meta = {
    record_list: {
      rows: 'counts' as const,
      path: '/api/analytics/alerts',
      query: { policy_type: 'ddos' },
      dimensions: { state: { param: 'status', values: { pending: '0', handled: '1' } }, rule: { param: 'keyword' } },
      measures: { alerts_handled: { status: '1' } },
    },
  };
  const ALERTS = { name: 'alerts_handled', type: 'integer', unit: 'alerts', format: 'short' } as const;
  const marksOf = (dimension: object, rows: Row[]) => {
    const schema = { dimensions: [dimension], measures: [ALERTS] } as Schema;
    const model = prepare({ chart_key: 't', render_hint: 'topn', schema, rows, meta }, context) as RankModel;
    return model.items.map((item) => shareMark(item, model, context)?.lead.list);
  };

  it('leads to their list with what the chart, its measure and its own value ask for', () => {
    expect(marksOf({ name: 'rule', type: 'string' }, [{ rule: 'Busy', alerts_handled: 2 }])).toEqual([
      { path: '/api/analytics/alerts', query: { policy_type: 'ddos', status: '1', keyword: 'Busy' } },
    ]);
  });

  it('leads nowhere where the list cannot be asked for its value', () => {
    expect(marksOf({ name: 'metric', type: 'string' }, [{ metric: 'requests', alerts_handled: 2 }])).toEqual([
      undefined,
    ]);
    expect(marksOf({ name: 'rule', type: 'string' }, [{ rule: null, alerts_handled: 2 }])).toEqual([undefined]);
  });
});
