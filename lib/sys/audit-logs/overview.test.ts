import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { idOf, login } from '@/test/sign-in';
import type { AuditLog, AuditOverview } from './contract';

let parapet: Parapet;
const at = (as: string, query = '') => parapet.call('GET', `/api/sys/audit-logs/overview?${query}`, { as });
const overview = async (as: string, query = ''): Promise<AuditOverview> => {
  const { status, body } = await at(as, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};
const policy = (as: string, name: string) => parapet.call('POST', '/api/guard/policies', { as, body: { name } });

beforeAll(async () => {
  parapet = await startParapet();
  const own = await policy('acme-root', 'Own');
  await policy('acme-root', 'Own');
  await parapet.call('PUT', `/api/guard/policies/${own.body.data.policy_id}`, {
    as: 'acme-support',
    body: { name: 'Helped' },
  });
  await policy('borealis-root', 'Northern');
  await parapet.call('POST', '/api/sys/users', {
    as: 'acme-root',
    body: { user_name: 'acme-new', password: 'correct horse 8' },
  });
  await parapet.call('POST', '/api/sys/api-keys', { as: 'acme-root', body: { name: 'ci' } });
  await parapet.call('PUT', `/api/sys/users/${await idOf(parapet, 'acme-viewer')}`, {
    as: 'acme-root',
    body: { role_ids: [11, 12] },
  });
  for (const name of ['acme-child', 'acme-child', 'ghost']) await login(parapet, name, 'wrong');
  await login(parapet, 'borealis-root', 'wrong');
});
afterAll(() => parapet.close());

describe('the overview', () => {
  it('counts what the caller may see', async () => {
    const seen = await overview('acme-root');
    expect(seen).toMatchObject({
      operations: { total: 6, done: 5, failed: 1 },
      by_actor_type: [
        { actor_type: 'user', count: 5 },
        { actor_type: 'staff', count: 1 },
      ],
      new_api_keys: 1,
      new_users: 1,
      role_changes: 1,
      on_behalf: 1,
      sign_ins: {
        failed: 3,
        by_name: [
          { user_name: 'acme-child', count: 2 },
          { user_name: 'ghost', count: 1 },
        ],
        by_ip: [{ ip: '127.0.0.1', count: 3 }],
      },
    });
    expect(seen.top_actions[0]).toEqual({ action: 'guard.policy.create', done: 1, failed: 1 });
  });

  it('adds up to the lists, for everybody', async () => {
    for (const as of ['acme-root', 'acme-viewer', 'borealis-root', 'acme-auditor']) {
      const seen = await overview(as);
      const list = await parapet.call('GET', '/api/sys/audit-logs?size=100', { as });
      const rows: AuditLog[] = list.body.data.list;
      expect(seen.operations.total, as).toBe(rows.length);
      expect(seen.operations.failed, as).toBe(rows.filter((row) => row.status === 2).length);
      const refused = await parapet.call('GET', '/api/sys/login-records?status=2', { as });
      expect(seen.sign_ins.failed, as).toBe(refused.body.data.total);
      const sum = (of: (entry: AuditOverview['series'][number]) => number) =>
        seen.series.reduce((total, entry) => total + of(entry), 0);
      expect(
        sum((entry) => entry.done + entry.failed),
        as,
      ).toBe(seen.operations.total);
      expect(
        sum((entry) => entry.failed_sign_ins),
        as,
      ).toBe(seen.sign_ins.failed);
    }
    expect((await overview('borealis-root')).sign_ins.by_name).toEqual([{ user_name: 'borealis-root', count: 1 }]);
    expect((await overview('acme-auditor')).sign_ins.failed).toBe(4);
  });

  it('has every hour of the range', async () => {
    const day = await overview('acme-auditor');
    expect(day.series).toHaveLength(25);
    expect(day.end_time - day.start_time).toBe(24 * 3_600_000);
    expect(day.series.every(({ time }, i) => time === (day.series[0]?.time ?? 0) + i * 3_600_000)).toBe(true);
    const month = await overview('acme-auditor', 'hours=720');
    expect(month.series).toHaveLength(721);
    expect(month.operations).toEqual(day.operations);
  });

  it('refuses other ranges and who may not look', async () => {
    for (const hours of ['0', '721', '-1', 'x', '1.5', '']) {
      expect((await at('acme-root', `hours=${hours}`)).status, hours).toBe(400);
    }
    for (const as of ['acme-child', 'acme-editor']) expect((await at(as)).status, as).toBe(403);
  });
});

describe('one operation', () => {
  const rowsOf = async (as: string): Promise<AuditLog[]> =>
    (await parapet.call('GET', '/api/sys/audit-logs?size=100', { as })).body.data.list;
  const view = (as: string, id: number | string, language = 'en-US') =>
    parapet.call('GET', `/api/sys/audit-logs/${id}`, { as, headers: { 'Accept-Language': language } });

  it("is the row of the list, with its error in the reader's words", async () => {
    const rows = await rowsOf('acme-root');
    const refused = rows.find((row) => row.status === 2);
    expect((await view('acme-root', refused?.id ?? 0)).body.data).toEqual({
      ...refused,
      error: 'A policy of this name already exists.',
    });
    expect((await view('acme-root', refused?.id ?? 0, 'zh-CN')).body.data.error).toBe('已有同名策略。');
    const done = rows.find((row) => row.status === 1);
    expect((await view('acme-root', done?.id ?? 0)).body.data).toEqual({ ...done, error: '' });
  });

  it('is missing to whoever may not see it', async () => {
    const [foreign] = await rowsOf('borealis-root');
    expect((await view('acme-auditor', foreign?.id ?? 0)).status).toBe(200);
    const missing = await view('acme-root', 999_999);
    expect(missing.status).toBe(404);
    for (const [as, id] of [
      ['acme-root', foreign?.id ?? 0],
      ['acme-viewer', foreign?.id ?? 0],
      ['acme-root', '-1'],
      ['acme-root', '1e3'],
      ['acme-root', '99999999999999999999'],
    ] as const) {
      const answer = await view(as, id);
      expect([answer.status, answer.body], String(id)).toEqual([404, missing.body]);
    }
    expect((await view('acme-child', foreign?.id ?? 0)).status).toBe(403);
  });
});
