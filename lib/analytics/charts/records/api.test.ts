import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { idOf, login } from '@/test/sign-in';
import { batchChartResult } from '../contract';
import { charts } from '../pages/ops/charts';

const DAY = 86_400_000;

let parapet: Parapet;
const ops = (as: string, body: object = {}) =>
  parapet.call('POST', '/api/analytics/ops/batch', {
    as,
    body: { time_window: 'last_1h', charts: charts.map(({ key }) => ({ key })), ...body },
  });
const read = async (as: string, body: object = {}) => (await ops(as, body)).body.data.data;
const policy = (as: string, name: string) => parapet.call('POST', '/api/guard/policies', { as, body: { name } });

beforeAll(async () => {
  parapet = await startParapet();
  await policy('acme-root', 'Own');
  await policy('acme-root', 'Own');
  await policy('acme-child', 'Of the chain');
  await policy('acme-other', 'Of another tenant');
  await policy('borealis-root', 'Northern');
  for (const name of ['acme-child', 'acme-child', 'ghost']) await login(parapet, name, 'wrong');
});
afterAll(() => parapet.close());

/** What the records of these people say, counted one by one; 2 is the outcome of a failure. */
async function counted(table: 'audit_logs' | 'login_records', who: readonly string[]) {
  const ids = await Promise.all(who.map((name) => idOf(parapet, name)));
  const { read } = parapet.runtime.store;
  const rows =
    table === 'audit_logs'
      ? await read.selectFrom(table).select(['user_id', 'status as outcome']).execute()
      : await read.selectFrom(table).select(['user_id', 'login_status as outcome']).execute();
  const own = rows.filter((row) => ids.includes(row.user_id));
  return { all: own.length, failed: own.filter((row) => row.outcome === 2).length };
}

describe('charts over records', () => {
  it('answer the five fields, compared or not, over any window', async () => {
    for (const compare of [false, true]) {
      for (const time_window of ['last_1h', 'last_24h', 'last_7d', 'last_90d']) {
        const data = await read('acme-support', { compare, time_window });
        for (const { key } of charts) {
          const node = batchChartResult.parse(data[key]);
          expect(node.meta.error, key).toBeUndefined();
          expect(Object.keys(data[key]).sort()).toEqual(['chart_key', 'meta', 'render_hint', 'rows', 'schema']);
          const names = [...node.schema.dimensions, ...node.schema.measures].map((one) => one.name).sort();
          expect(names.includes('period'), key).toBe(compare);
          for (const row of node.rows) expect(Object.keys(row).sort(), key).toEqual(names);
          for (const { name } of node.schema.measures) {
            for (const row of node.rows)
              expect([null, 'number'], key).toContain(row[name] === null ? null : typeof row[name]);
          }
        }
      }
    }
  });

  it('count what the records say, one by one', async () => {
    const chain = ['acme-root', 'acme-child', 'acme-viewer'];
    const [operations, signIns] = [await counted('audit_logs', chain), await counted('login_records', chain)];
    const data = await read('acme-root');
    expect(data.operations_total.rows).toEqual([
      {
        operations: operations.all,
        operations_failed: operations.failed,
        operations_failed_share: (100 * operations.failed) / operations.all,
      },
    ]);
    expect(data.sign_ins_total.rows[0]).toMatchObject({ sign_ins: signIns.all, sign_ins_failed: signIns.failed });
    expect([operations.all, operations.failed, signIns.failed]).toEqual([3, 1, 2]);
    const sum = (rows: Record<string, number>[], name: string) =>
      rows.reduce((total, row) => total + (row[name] ?? 0), 0);
    for (const key of ['operations_over_time', 'operations_by_actor', 'top_actions', 'top_resources', 'top_actors']) {
      expect(sum(data[key].rows, 'operations'), key).toBe(operations.all);
    }
    expect(data.top_actions.rows).toEqual([{ operation: 'guard.policy.create', operations: 3, operations_failed: 1 }]);
    expect(data.top_actors.rows).toEqual([
      { actor_name: 'acme-root', operations: 2, operations_failed: 1 },
      { actor_name: 'acme-child', operations: 1, operations_failed: 0 },
    ]);
    expect(data.failed_sign_in_addresses.rows).toEqual([
      { ip: '127.0.0.1', sign_ins_failed: 2, sign_ins: signIns.all },
    ]);
    expect(data.latest_operations.rows.map((row: { resource_label: string }) => row.resource_label)).toContain(
      'Of the chain',
    );
  });

  it('show each caller at most their own', async () => {
    const actors = async (as: string) =>
      (await read(as)).top_actors.rows.map((row: { actor_name: string }) => row.actor_name).sort();
    expect(await actors('acme-child')).toEqual(['acme-child']);
    expect(await actors('acme-other')).toEqual(['acme-other']);
    expect(await actors('acme-viewer')).toEqual([]);
    expect(await actors('borealis-root')).toEqual(['borealis-root']);
    expect(await actors('acme-support')).toEqual(['acme-child', 'acme-other', 'acme-root']);
    const named = await read('acme-support', { target_user_id: await idOf(parapet, 'acme-other') });
    expect(named.top_actors.rows.map((row: { actor_name: string }) => row.actor_name)).toEqual(['acme-other']);
    const foreign = await ops('acme-support', { target_user_id: await idOf(parapet, 'borealis-root') });
    expect(foreign.status).toBe(404);
    expect((await ops('acme-root', { target_user_id: await idOf(parapet, 'acme-child') })).status).toBe(403);
  });

  it('say that domains and fields of requests do not narrow them', async () => {
    const filters = [{ dimension: 'action', op: 'in', values: ['block'] }];
    const data = await read('acme-root', { filters });
    for (const { key } of charts) {
      expect(data[key], key).toMatchObject({ rows: [], meta: { available: false, reason: 'not_by_filter' } });
    }
  });

  it('lay the previous period on the current grid', async () => {
    const etime = Date.now() + DAY;
    const data = await read('acme-root', { stime: etime - DAY / 2, etime, time_window: undefined, compare: true });
    const { rows, meta } = data.operations_total;
    expect(rows.map((row: { period: string }) => row.period)).toEqual(['current', 'previous']);
    expect(meta.compare_offset_ms).toBe(DAY / 2);
    const day = await read('acme-root', {
      stime: etime - DAY / 2,
      etime: etime + DAY / 2,
      time_window: undefined,
      compare: true,
    });
    expect(day.operations_total.rows[1]).toMatchObject({ period: 'previous', operations: 3 });
    for (const row of day.operations_over_time.rows) expect(row.time).toBeGreaterThan(etime - DAY / 2);
    expect(day.top_actors.rows).toEqual([]);
  });
});
