import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobs as keyJobs } from '@/lib/auth/keys/jobs';
import { jobs as approvalJobs } from '@/lib/guard/approvals/jobs';
import { APPROVED, REJECTED } from '@/lib/guard/domains/contract';
import { type Domains, startDomains } from '@/lib/guard/domains/testing';
import { jobs as enrolmentJobs } from '@/lib/guard/node-enrolments/jobs';
import { isPeriodic } from './job';

const DAY = 86_400_000;
const KEYS = '/api/sys/api-keys';

let world: Domains;
beforeAll(async () => {
  world = await startDomains();
});
afterAll(() => world.close());

/** Does the hourly work of `days` from now, where the audit log is kept for so many. */
async function forget(days: number, KEEP_AUDIT_DAYS: number | undefined) {
  const { runtime } = world;
  const work = {
    runtime: { ...runtime, config: { ...runtime.config, KEEP_AUDIT_DAYS } },
    signal: new AbortController().signal,
    now: Date.now() + days * DAY,
    done: async () => undefined,
    isMine: async () => true,
  };
  for (const job of [...keyJobs, ...approvalJobs, ...enrolmentJobs]) if (isPeriodic(job)) await job.run(work);
}

const send = async (method: string, path: string, as: string, body?: object) => {
  const answer = await world.call(method, path, { as, body });
  expect(answer.status).toBeLessThan(300);
  return answer.body.data;
};

it('removes keys and what was done to them, earlier judgements and used tokens as the audit log goes, and nothing before', async () => {
  const { store } = world.runtime;
  const short = await send('POST', KEYS, 'acme-root', { name: 'Short', expires_in_days: 1 });
  const long = await send('POST', KEYS, 'acme-root', { name: 'Long', expires_in_days: 300 });
  for (const { key_id } of [short, long]) await send('DELETE', `${KEYS}/${key_id}`, 'acme-root');
  await send('POST', '/api/guard/nodes/hk-1/enrolments', 'admin');
  const domain_id = await world.created('acme-root', 'judged.example.com');
  const judged = [APPROVED, REJECTED, APPROVED, REJECTED, REJECTED].map((audit_status) => ({
    domain_id,
    audit_status,
  }));
  const all = [...judged, { domain_id: 'gone', audit_status: APPROVED }];
  const same = { reason: '{"zh-CN":"","en-US":""}', actor_name: 'acme-support', ctime: Date.now() };
  await store.transaction((tx) =>
    tx
      .insertInto('domain_decisions')
      .values(all.map((row) => ({ ...row, ...same })))
      .execute(),
  );
  const left = async () => {
    const keys = await store.writer.selectFrom('api_keys').select('name').orderBy('name').execute();
    const logs = store.writer.selectFrom('api_key_logs').select('action').where('event_type', '=', 'manage');
    const decisions = await store.writer.selectFrom('domain_decisions').select('audit_status').orderBy('id').execute();
    const enrolments = await store.writer.selectFrom('node_enrolments').select('node_id').execute();
    return {
      keys: keys.map(({ name }) => name),
      managed: (await logs.execute()).length,
      decisions: decisions.map(({ audit_status }) => audit_status),
      enrolments: enrolments.length,
    };
  };

  const whole = { keys: ['Long', 'Short'], managed: 4, decisions: all.map((row) => row.audit_status), enrolments: 1 };
  expect(await left()).toEqual(whole);
  await forget(3_000, undefined);
  expect(await left()).toEqual(whole);
  await forget(90, 100);
  expect(await left()).toEqual(whole);
  await forget(110, 100);
  expect(await left()).toEqual({ keys: ['Long'], managed: 0, decisions: [APPROVED, REJECTED], enrolments: 0 });
  expect((await world.call('DELETE', `${KEYS}/${long.key_id}`, { as: 'acme-root' })).status).toBe(200);
});
