import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, LIST, startDomains } from '@/lib/guard/domains/testing';
import { applyDue } from './apply';
import { HOLD_MS } from './contract';

let world: Domains;
beforeAll(async () => {
  world = await startDomains();
});
afterAll(() => world.close());

const REASON = { 'zh-CN': '证书与域名不符', 'en-US': 'The certificate is for another name.' };
const decide = (domain_id: string, audit_status: number, seen_utime?: number) => {
  const seen = seen_utime === undefined ? {} : { seen_utime: { [domain_id]: seen_utime } };
  const body = { domain_ids: [domain_id], audit_status, reason: REASON, ...seen };
  return world.call('POST', '/api/guard/approvals/decisions', { as: 'acme-support', body });
};
const domainOf = async (domain_id: string) =>
  (await world.call('GET', `${LIST}/${domain_id}`, { as: 'acme-root' })).body.data;
const edit = (domain_id: string, body: object, part = '') =>
  world.call('PUT', `${LIST}/${domain_id}${part}`, { as: 'acme-root', body });
const tick = () => new Promise((resolve) => setTimeout(resolve, 5));
const later = async (domain_id: string) => {
  await applyDue(world.runtime, Date.now() + HOLD_MS, [domain_id]);
  await world.runtime.jobs.settled();
};
const revisionsOf = (domain_id: string, type = 'domain') =>
  world.db
    .selectFrom('revisions')
    .select(['before', 'after'])
    .where('object_type', '=', type)
    .where('object_id', '=', domain_id)
    .orderBy('revision')
    .execute();
const rowsOf = async (domain_id: string, status: number) => {
  const rows = world.db.selectFrom('audit_logs').selectAll().where('resource_id', '=', domain_id);
  return (await rows.where('status', '=', status).orderBy('id').execute()).map(({ detail, ...row }) => {
    return { ...row, ...JSON.parse(detail) };
  });
};
const lock = (user_name: string, locked: number) =>
  world.runtime.store.transaction((tx) =>
    tx.updateTable('users').set({ locked }).where('user_name', '=', user_name).execute(),
  );

describe('an edit that changes nothing', () => {
  it('leaves the domain the version that it was, and a row without changes', async () => {
    const domain_id = await world.created('acme-root', 'same.example.com');
    const before = await domainOf(domain_id);
    const { settings } = (await world.call('GET', `${LIST}/${domain_id}/settings`, { as: 'acme-root' })).body.data;
    const revisions = await revisionsOf(domain_id);
    await decide(domain_id, 4, before.utime);
    await tick();
    const { asset_name, policy_id, auto_cert, mode } = before;
    for (const body of [{}, { asset_name }, { asset_name, policy_id, auto_cert, mode }]) {
      const { nodes: _, cert_id: __, ...shown } = before;
      expect((await edit(domain_id, body)).body.data).toEqual(shown);
    }
    for (const some of [{ settings }, { settings: { waf: settings.waf } }]) {
      expect((await edit(domain_id, some, '/settings')).body.data).toBeNull();
    }
    expect(await domainOf(domain_id)).toEqual(before);
    expect(await revisionsOf(domain_id)).toEqual(revisions);
    const rows = (await rowsOf(domain_id, 1)).filter(({ action }) => /\.(edit|settings)$/.test(action));
    expect(rows.map(({ changes }) => changes)).toEqual([{}, {}, {}, {}, {}]);
    await later(domain_id);
    expect((await domainOf(domain_id)).audit_status).toBe(4);
  });
});

describe('a decision', () => {
  it('that does not say what was seen takes effect whatever became of the domain', async () => {
    const domain_id = await world.created('acme-root', 'edited.example.com');
    await decide(domain_id, 3);
    await tick();
    await edit(domain_id, { asset_name: 'Edited' });
    await later(domain_id);
    expect((await domainOf(domain_id)).audit_status).toBe(3);
    await decide(domain_id, 4);
    await tick();
    await world.call('POST', `${LIST}/${domain_id}/reapply`, { as: 'acme-root' });
    await later(domain_id);
    expect((await domainOf(domain_id)).audit_status).toBe(4);
    expect(await rowsOf(domain_id, 2)).toEqual([]);
  });

  it('that is dropped leaves a row of who decided, which says why', async () => {
    const domain_id = await world.created('acme-root', 'dropped.example.com');
    await decide(domain_id, 4, (await domainOf(domain_id)).utime);
    await tick();
    await edit(domain_id, { asset_name: 'Something else' });
    await later(domain_id);
    await decide(domain_id, 3);
    await lock('acme-support', 1);
    await later(domain_id);
    await lock('acme-support', 0);
    await later(domain_id);
    expect((await domainOf(domain_id)).audit_status).toBe(1);
    const subject = {
      resource_type: 'domain',
      resource_label: 'dropped.example.com',
      on_behalf_user_name: 'acme-root',
    };
    const by = { action: 'guard.domain.audit', actor_name: 'acme-support', actor_type: 'staff', oem_id: 'acme' };
    expect(await rowsOf(domain_id, 2)).toMatchObject([
      { ...subject, ...by, err_key: 'err.guard.approval.changed', params: { id: domain_id, audit_status: 4 } },
      { ...subject, ...by, err_key: 'err.auth.permission', params: { id: domain_id, audit_status: 3 } },
    ]);
    const { list } = (await world.call('GET', '/api/sys/audit-logs?status=2', { as: 'acme-root' })).body.data;
    expect(list.map((row: { detail: { err_key: string } }) => row.detail.err_key)).toContain(
      'err.guard.approval.changed',
    );
  });

  it('ends with the domain, with a revision', async () => {
    const domain_id = await world.created('acme-root', 'deleted.example.com');
    await decide(domain_id, 4);
    await world.call('DELETE', `${LIST}/${domain_id}`, { as: 'acme-root' });
    await later(domain_id);
    const last = (await revisionsOf(domain_id, 'approval')).at(-1);
    expect(last?.after).toBe('null');
    expect(JSON.parse(last?.before ?? '')).toEqual({ audit_status: 4, due_at: expect.any(Number) });
  });
});
