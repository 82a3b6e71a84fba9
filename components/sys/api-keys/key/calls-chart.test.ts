import { expect, it } from 'vitest';
import { validate } from '@/lib/analytics/charts/lint';
import { callsChart } from './calls-chart';
import { totalsOf } from './use-usage';

const calls = [
  { time: 0, success: 3, client_err: 1, server_err: 0 },
  { time: 300_000, success: 2, client_err: 0, server_err: 4 },
];

it('is a chart that keeps the contract and loses no call', () => {
  const { result, problems } = validate(callsChart({ calls }));
  expect(problems).toEqual([]);
  const drawn = result?.rows.reduce((sum, row) => sum + Number(row.calls), 0);
  expect(drawn).toBe(10);
  expect(totalsOf({ calls })).toEqual({ calls: 10, success: 5, client_err: 1, server_err: 4 });
});
