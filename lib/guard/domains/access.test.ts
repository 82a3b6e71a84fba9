import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, expectField, LIST, startDomains } from './testing';

let world: Domains;
beforeAll(async () => {
  world = await startDomains();
});
afterAll(() => world.close());

describe('who sees a domain', () => {
  let path: string;
  beforeAll(async () => {
    path = `${LIST}/${await world.created('acme-child', 'matrix.example.com')}`;
  });

  it("its owner, the owner's root and platform staff of its OEM", async () => {
    for (const as of ['acme-child', 'acme-root', 'acme-support', 'acme-auditor']) {
      expect((await world.call('GET', path, { as })).status, as).toBe(200);
      expect(await world.total(as, 'keyword=matrix'), as).toBe(1);
    }
  });

  it('nobody else: byte for byte a missing id', async () => {
    const body = { policy_id: 'x', asset_name: 'x' };
    for (const as of ['acme-other', 'acme-viewer', 'borealis-root', 'borealis-support']) {
      const missing = await world.call('GET', `${LIST}/0`, { as });
      expect(missing.status).toBe(404);
      expect((await world.call('GET', path, { as })).body, as).toEqual(missing.body);
      expect(await world.total(as, 'keyword=matrix'), as).toBe(0);
      if (as === 'acme-viewer') continue;
      expect((await world.call('PUT', path, { as, body })).body, as).toEqual(missing.body);
      expect((await world.call('DELETE', path, { as })).body, as).toEqual(missing.body);
    }
    expect((await world.call('GET', path, { as: 'acme-child' })).body.data.asset_name).toBe('');
  });

  it('permissions and sign-in decide before anything else', async () => {
    const calls = [
      ['GET', LIST, 'list'],
      ['POST', LIST, 'create'],
      ['GET', path, 'view'],
      ['PUT', path, 'edit'],
      ['DELETE', path, 'delete'],
    ] as const;
    for (const [method, at, action] of calls) {
      expect((await world.call(method, at, { raw: '{' })).status).toBe(401);
      const refused = await world.call(method, at, { as: 'acme-nobody', raw: '{' });
      expect(refused.status).toBe(403);
      expect(refused.body.message).toContain(`guard.domain.${action}`);
    }
    for (const method of ['PUT', 'DELETE']) {
      expect((await world.call(method, path, { as: 'acme-viewer', body: {} })).status).toBe(403);
    }
    expect(
      (await world.call('POST', LIST, { as: 'acme-auditor', body: world.input('acme-support', 'x.example.com') }))
        .status,
    ).toBe(403);
  });

  it('totals tell nothing about others', async () => {
    const before = await world.total('acme-root');
    await world.created('acme-other', 'side-channel.example.com');
    expect(await world.total('acme-root')).toBe(before);
  });
});

describe('judging a domain', () => {
  it('is for platform staff of its OEM alone, whatever a business role was granted', async () => {
    const domain_id = await world.created('acme-root', 'judged.example.com');
    for (const as of ['acme-root', 'acme-child', 'acme-other', 'borealis-root']) {
      const answer = await world.judge(as, domain_id, 4);
      expect(answer.status, as).toBe(403);
      expect(answer.body.err_key, as).toBe('err.auth.platform_only');
    }
    expect((await world.judge('acme-auditor', domain_id, 4)).body.err_key).toBe('err.auth.permission');
    expect((await world.judge('borealis-support', domain_id, 4)).status).toBe(404);
    expect((await world.judge('acme-support', '0', 4)).status).toBe(404);
    for (const value of [1, 5, 0, '4', 4.5, null, undefined, true, [4]]) {
      const answer = await world.judge('acme-support', domain_id, value);
      expectField(answer, 'audit_status');
      expect(answer.body.data.valid_values, String(value)).toEqual([2, 3, 4]);
    }
    expect((await world.call('GET', `${LIST}/${domain_id}`, { as: 'acme-root' })).body.data.audit_status).toBe(1);
  });

  it('distributes an approved domain, then what nodes see of its changes, and its end; others never', async () => {
    const domain_id = await world.created('acme-root', 'distributed.example.com');
    const path = `${LIST}/${domain_id}`;
    await world.call('PUT', path, { as: 'acme-root', body: { mode: 2 } });
    for (const audit_status of [2, 3]) {
      const answer = await world.judge('acme-support', domain_id, audit_status);
      expect(answer.body).toEqual({ code: 0, message: 'ok', data: { domain_id, audit_status } });
      expect(await world.total('acme-root', `audit_status=${audit_status}&keyword=distributed`)).toBe(1);
      expect(await world.total('acme-root', 'audit_status=4&keyword=distributed')).toBe(0);
    }
    expect(await delivered(domain_id)).toEqual({ artefacts: 0, nodes: 0 });
    await world.judge('acme-support', domain_id, 4);
    expect(await delivered(domain_id)).toEqual({ artefacts: 1, nodes: 0 });
    await world.judge('acme-support', domain_id, 4);
    await world.call('PUT', path, { as: 'acme-root', body: { mode: 3 } });
    await world.call('PUT', path, { as: 'acme-root', body: { mode: 'x' } });
    await world.call('PUT', path, { as: 'acme-root', body: { asset_name: 'a note only people read' } });
    expect(await delivered(domain_id)).toEqual({ artefacts: 2, nodes: 0 });
    await world.judge('acme-support', domain_id, 3);
    await world.call('PUT', path, { as: 'acme-root', body: { mode: 4 } });
    expect(await delivered(domain_id)).toEqual({ artefacts: 2, nodes: 0 });
    await world.call('DELETE', path, { as: 'acme-root' });
    expect(await delivered(domain_id)).toEqual({ artefacts: 2, nodes: 0 });
  });
});

async function delivered(object_id: string) {
  const artefacts = await world.db.selectFrom('artefacts').selectAll().where('object_id', '=', object_id).execute();
  const lines = world.db.selectFrom('desired').selectAll().where('object_id', '=', object_id).where('number', '>', 0);
  return { artefacts: artefacts.length, nodes: (await lines.execute()).length };
}
