import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueue } from '@/lib/jobs/queue';
import { type Parapet, startParapet } from '@/test/parapet';
import { PASSWORD, people } from '@/test/people';
import { session } from '@/test/sign-in';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

const failed = { attempts: 9, tried_at: 5, failed_at: 5, error: 'the name server is silent' };

describe('GET /api/sys/jobs', () => {
  it('tells platform staff how every kind of work is getting on', async () => {
    const answer = await parapet.call('GET', '/api/sys/jobs', { as: 'admin' });
    expect(answer.status).toBe(200);
    const kinds = answer.body.data.kinds.map((one: { kind: string }) => one.kind);
    expect(kinds).toContain('auth.session.expire');
    expect(answer.body.data.failures).toEqual([]);
    expect((await parapet.call('GET', '/api/sys/jobs', { as: 'acme-root' })).status).toBe(403);
  });

  it('tells the super administrator of a brand that it is the operator’s', async () => {
    const admin = { user_name: 'boss', password: PASSWORD, oem_id: 'acme', role_ids: [1] };
    const brand = await startParapet({ provision: { ...people, users: [...people.users, admin] } });
    try {
      const said = await brand.call('GET', '/api/sys/jobs', await session(brand, 'boss'));
      expect([said.status, said.body]).toMatchObject([
        403,
        { err_key: 'err.auth.operator_only', message: 'Only staff of the platform’s operator may do this.' },
      ]);
      const tenant = await brand.call('GET', '/api/sys/jobs', { as: 'acme-root' });
      expect(tenant.body.err_key).toBe('err.auth.platform_only');
    } finally {
      await brand.close();
    }
  });
});

describe('POST /api/sys/jobs/{id}/retry', () => {
  it('tries a message that failed for good again, and records who asked', async () => {
    const { store } = parapet.runtime;
    const id = await store.transaction(async (tx) => {
      await enqueue(tx, 'guard.approvals.apply', [{ object_id: 'gone' }]);
      const row = await tx
        .updateTable('jobs')
        .set(failed)
        .where('object_id', '=', 'gone')
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    });
    const state = (await parapet.call('GET', '/api/sys/jobs', { as: 'admin' })).body.data;
    expect(state.failures).toMatchObject([
      { id, kind: 'guard.approvals.apply', error: failed.error, attempts: 9, retry_at: 0 },
    ]);
    expect(state.kinds).toContainEqual(
      expect.objectContaining({ kind: 'guard.approvals.apply', failed: 1, last_error: failed.error }),
    );
    expect((await parapet.call('POST', `/api/sys/jobs/${id}/retry`, { as: 'acme-root' })).status).toBe(403);
    expect((await parapet.call('POST', `/api/sys/jobs/${id}/retry`, { as: 'admin' })).status).toBe(200);
    await parapet.runtime.jobs.settled();
    expect((await parapet.call('GET', '/api/sys/jobs', { as: 'admin' })).body.data.failures).toEqual([]);
    expect((await parapet.call('POST', `/api/sys/jobs/${id}/retry`, { as: 'admin' })).status).toBe(404);
    const logged = await store.read
      .selectFrom('audit_logs')
      .selectAll()
      .where('action', '=', 'sys.job.retry')
      .execute();
    expect(logged.map((row) => [row.status, row.resource_id])).toContainEqual([1, String(id)]);
  });
});
