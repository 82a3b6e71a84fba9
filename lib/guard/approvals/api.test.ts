import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Domain } from '@/lib/guard/domains/contract';
import { drawnAs, siteSkeleton } from '@/lib/guard/domains/site';
import { type Domains, expectField, LIST, startDomains } from '@/lib/guard/domains/testing';
import { applyDue } from './apply';
import { HOLD_MS } from './contract';

let world: Domains;
beforeAll(async () => {
  world = await startDomains();
});
afterAll(() => world.close());

const BASE = '/api/guard/approvals';
const REASON = { 'zh-CN': '证书与域名不符', 'en-US': 'The certificate is for another name.' };
const decide = (domain_ids: string[], audit_status: unknown, reason?: unknown, as = 'acme-support', more = {}) =>
  world.call('POST', `${BASE}/decisions`, { as, body: { domain_ids, audit_status, reason, ...more } });
const undo = (domain_id: string, as = 'acme-support') => world.call('DELETE', `${BASE}/holds/${domain_id}`, { as });
const get = (as: string, url: string) => world.call('GET', url, { as });
const statusOf = async (domain_id: string) =>
  (await get('acme-support', `${LIST}/${domain_id}`)).body.data.audit_status;
const releasesOf = async (domain_id: string) =>
  (await get('acme-support', `${LIST}/${domain_id}/releases`)).body.data.total;
/** The answer's err_keys for decisions about domains as they were seen, by their utime. */
const decideSeen = async (seen_utime: Record<string, number>, audit_status: number, as = 'acme-support') => {
  const answer = await decide(Object.keys(seen_utime), audit_status, REASON, as, { seen_utime });
  return answer.body.data.results.map((result: { err_key: string }) => result.err_key);
};
const utimeOf = async (domain_id: string): Promise<number> =>
  (await get('acme-support', `${LIST}/${domain_id}`)).body.data.utime;
const tick = () => new Promise((resolve) => setTimeout(resolve, 5));
const applyAll = async (now: number) => {
  const holds = await world.db.selectFrom('approval_holds').select('domain_id').execute();
  await applyDue(
    world.runtime,
    now,
    holds.map((hold) => hold.domain_id),
  );
  await world.runtime.jobs.settled();
};
const later = () => applyAll(Date.now() + HOLD_MS);

describe('decisions', () => {
  it('take effect after ten seconds, in the name of who decided, with the reason the owner reads', async () => {
    const domain_id = await world.created('acme-root', 'held.example.com');
    const before = Date.now();
    const answer = await decide([domain_id], 4);
    const [result] = answer.body.data.results;
    expect(result).toEqual({ domain_id, due_at: expect.any(Number), err_key: '' });
    expect(result.due_at - before).toBeGreaterThanOrEqual(HOLD_MS);
    expect((await get('acme-support', `${BASE}/holds`)).body.data).toEqual([
      { domain_id, domain: 'held.example.com', audit_status: 4, due_at: result.due_at, user_name: 'acme-support' },
    ]);
    await applyAll(result.due_at - 1);
    expect([await statusOf(domain_id), await releasesOf(domain_id)]).toEqual([1, 0]);
    await Promise.all([applyAll(result.due_at), applyAll(result.due_at)]);
    expect([await statusOf(domain_id), await releasesOf(domain_id)]).toEqual([4, 1]);
    const rows = await world.db
      .selectFrom('audit_logs')
      .selectAll()
      .where('resource_id', '=', domain_id)
      .where('resource_type', '=', 'domain')
      .where('action', '=', 'guard.domain.audit')
      .execute();
    expect(rows).toMatchObject([{ actor_name: 'acme-support', actor_type: 'staff', on_behalf_user_name: 'acme-root' }]);

    await decide([domain_id], 3, REASON);
    await later();
    const { data } = (await get('acme-root', `${LIST}/${domain_id}/decisions`)).body;
    expect(data).toEqual([
      { audit_status: 3, reason: REASON, actor_name: 'acme-support', ctime: expect.any(Number) },
      { audit_status: 4, reason: { 'zh-CN': '', 'en-US': '' }, actor_name: 'acme-support', ctime: expect.any(Number) },
    ]);
    expect((await get('acme-other', `${LIST}/${domain_id}/decisions`)).status).toBe(404);
  });

  it('that are refused leave a row each, also about a domain of another brand', async () => {
    const foreign = await world.created('borealis-root', 'refused.example.com');
    const { results } = (await decide([foreign, 'nothing'], 4)).body.data;
    expect(results.map((one: { err_key: string }) => one.err_key)).toEqual(['err.not_found', 'err.not_found']);
    const rows = await world.db
      .selectFrom('audit_logs')
      .select(['resource_type', 'http_status', 'oem_id', 'detail'])
      .where('resource_id', 'in', [foreign, 'nothing'])
      .where('status', '=', 2)
      .execute();
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toMatchObject({ resource_type: 'approval', http_status: 404, oem_id: 'acme' });
      expect(JSON.parse(row.detail)).toMatchObject({ err_key: 'err.not_found', params: { audit_status: 4 } });
    }
  });

  it('are asked for again when the tenant says so, not by a change alone', async () => {
    const domain_id = await world.created('acme-root', 'again.example.com');
    const path = `${LIST}/${domain_id}`;
    const reapply = (as: string) => world.call('POST', `${path}/reapply`, { as });
    expect((await reapply('acme-root')).body).toMatchObject({ code: 2463, err_key: 'err.guard.approval.not_rejected' });
    await world.call('PUT', `${path}/audit`, { as: 'acme-support', body: { audit_status: 3 } });
    const { origin } = (await get('acme-root', `${path}/settings`)).body.data.settings;
    await world.call('PUT', path, { as: 'acme-root', body: { asset_name: 'Corrected' } });
    await world.call('PUT', `${path}/settings`, { as: 'acme-root', body: { settings: { origin } } });
    expect(await statusOf(domain_id)).toBe(3);

    expect([(await reapply('acme-other')).status, (await reapply('acme-viewer')).status]).toEqual([404, 403]);
    expect(await statusOf(domain_id)).toBe(3);
    const answer = await reapply('acme-root');
    expect([answer.body.data.audit_status, await statusOf(domain_id)]).toEqual([1, 1]);
    const rows: { resource_id: string }[] = (await get('acme-root', '/api/sys/audit-logs')).body.data.list;
    expect(rows.find((row) => row.resource_id === domain_id)).toMatchObject({
      detail: { changes: { audit_status: { old: 3, new: 1 } } },
    });
    const wholes = await world.db
      .selectFrom('revisions')
      .select('after')
      .where('object_type', '=', 'domain')
      .where('object_id', '=', domain_id)
      .orderBy('revision', 'desc')
      .execute();
    expect(JSON.parse(wholes[0]?.after ?? '')).toMatchObject({ audit_status: 1 });
  });

  it('can be taken back until then, and a later one replaces an earlier one', async () => {
    const domain_id = await world.created('acme-root', 'undone.example.com');
    await decide([domain_id], 4);
    expect((await undo(domain_id)).body.data).toBeNull();
    await later();
    expect([await statusOf(domain_id), await releasesOf(domain_id)]).toEqual([1, 0]);
    expect((await undo(domain_id)).body.err_key).toBe('err.guard.approval.no_hold');
    await decide([domain_id], 4);
    await decide([domain_id], 3, REASON);
    await later();
    expect(await statusOf(domain_id)).toBe(3);
    await decide([domain_id], 4);
    expect((await decide([domain_id], 2)).body.data.results[0].err_key).toBe('');
    await later();
    expect(await statusOf(domain_id)).toBe(2);
  });

  it('are dropped when the domain or the decider changed meanwhile', async () => {
    const domain_id = await world.created('acme-root', 'changed.example.com');
    expect(await decideSeen({ [domain_id]: await utimeOf(domain_id) }, 4)).toEqual(['']);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await world.call('PUT', `${LIST}/${domain_id}`, { as: 'acme-root', body: { mode: 2 } });
    await later();
    expect(await statusOf(domain_id)).toBe(1);
    expect((await get('acme-support', `${BASE}/holds`)).body.data).toEqual([]);

    await decide([domain_id], 4);
    const support = await world.db
      .selectFrom('users')
      .select('user_id')
      .where('user_name', '=', 'acme-support')
      .executeTakeFirstOrThrow();
    const lock = (locked: number) =>
      world.runtime.store.transaction((tx) =>
        tx.updateTable('users').set({ locked }).where('user_id', '=', support.user_id).execute(),
      );
    await lock(1);
    await later();
    await lock(0);
    expect(await statusOf(domain_id)).toBe(1);
  });

  it('are refused about a domain that changed since it was seen', async () => {
    const domain_id = await world.created('acme-root', 'seen.example.com');
    const other = await world.created('acme-root', 'unseen.example.com');
    const seen = await utimeOf(domain_id);
    await tick();
    await world.call('PUT', `${LIST}/${domain_id}`, { as: 'acme-root', body: { asset_name: 'Now something else' } });
    const seen_utime = { [domain_id]: seen, [other]: await utimeOf(other) };
    for (const status of [4, 3, 2]) {
      expect(await decideSeen({ [domain_id]: seen }, status)).toEqual(['err.guard.approval.changed']);
    }
    expect(await decideSeen(seen_utime, 4)).toEqual(['err.guard.approval.changed', '']);
    await later();
    expect([await statusOf(domain_id), await statusOf(other)]).toEqual([1, 4]);
    const { data } = (await get('acme-root', `${LIST}/${domain_id}/decisions`)).body;
    expect(data).toEqual([]);

    expect(await decideSeen({ [domain_id]: await utimeOf(domain_id) }, 4)).toEqual(['']);
    await later();
    expect(await statusOf(domain_id)).toBe(4);
  });

  it('are refused where somebody else was first, and replaced where it was oneself', async () => {
    const domain_id = await world.created('acme-root', 'two-desks.example.com');
    const seen = await utimeOf(domain_id);
    expect(await decideSeen({ [domain_id]: seen }, 3, 'acme-desk')).toEqual(['']);
    for (const status of [4, 3, 2]) {
      expect(await decideSeen({ [domain_id]: seen }, status)).toEqual(['err.guard.approval.held']);
    }
    expect(await decideSeen({ [domain_id]: seen }, 4, 'acme-desk')).toEqual(['']);
    await tick();
    await later();
    expect(await statusOf(domain_id)).toBe(4);
    expect(await decideSeen({ [domain_id]: seen }, 3)).toEqual(['err.guard.approval.decided']);
    expect(await statusOf(domain_id)).toBe(4);
    const both = await Promise.all([
      decideSeen({ [domain_id]: await utimeOf(domain_id) }, 3),
      decideSeen({ [domain_id]: await utimeOf(domain_id) }, 2, 'acme-desk'),
    ]);
    expect(both.flat().filter((err_key) => err_key === '')).toHaveLength(1);
  });

  it('come in batches with a result for each', async () => {
    const ids = await Promise.all(
      ['a', 'b', 'c'].map((name) => world.created('acme-root', `batch-${name}.example.com`)),
    );
    const answer = await decide([...ids, 'no-such-domain', ids[0] as string], 4);
    expect(answer.body.data.results.map((one: { err_key: string }) => one.err_key)).toEqual([
      '',
      '',
      '',
      'err.not_found',
    ]);
    await later();
    for (const id of ids) expect(await statusOf(id)).toBe(4);
  });

  it('need reasons for a rejection, and platform staff', async () => {
    const domain_id = await world.created('acme-root', 'refused.example.com');
    for (const reason of [undefined, { 'zh-CN': '', 'en-US': '' }, { 'zh-CN': '理由', 'en-US': ' ' }]) {
      expectField(await decide([domain_id], 3, reason), 'reason', 'err.guard.approval.reason_missing');
    }
    for (const status of [2, 3, 4]) {
      const half = await decide([domain_id], status, { 'zh-CN': '', 'en-US': 'Only half of it' });
      expectField(half, 'reason', 'err.guard.approval.reason_missing');
    }
    expectField(await decide([domain_id], 3, { 'zh-CN': '理由' }), 'reason.en-US');
    expectField(
      await decide([domain_id], 4, REASON, 'acme-support', { seen_utime: { [domain_id]: 'x' } }),
      `seen_utime.${domain_id}`,
    );
    expectField(await decide([domain_id], 3, { 'zh-CN': 'x'.repeat(1001), 'en-US': 'x' }), 'reason.zh-CN');
    for (const status of [1, 5, '4', null]) expectField(await decide([domain_id], status), 'audit_status');
    expectField(await decide([], 4), 'domain_ids');
    expectField(await decide(Array(101).fill(domain_id), 4), 'domain_ids');
    for (const as of ['acme-root', 'acme-auditor']) {
      expect((await decide([domain_id], 4, REASON, as)).status, as).toBe(403);
      expect((await undo(domain_id, as)).status, as).toBe(403);
      expect((await get(as, `${BASE}/${domain_id}`)).status, as).toBe(403);
    }
    const foreign = await decide([domain_id], 4, undefined, 'borealis-support');
    expect(foreign.body.data.results[0].err_key).toBe('err.not_found');
    for (const url of [`${BASE}/${domain_id}`, `${BASE}/no-such-domain`]) {
      expect((await get('borealis-support', url)).status).toBe(404);
    }
  });
});

describe('the queue', () => {
  const queue = async (as: string, query = '') => (await get(as, `${BASE}/queue?${query}`)).body.data;
  const names = ({ list }: { list: { domain: string }[] }) => list.map((one) => one.domain);

  it('has the oldest that wait, in either state, and says how many wait in all', async () => {
    const before = await queue('borealis-support');
    const ids: string[] = [];
    for (const i of [0, 1, 2, 3]) ids.push(await world.created('borealis-root', `waits-${i}.example.org`));
    await world.judge('borealis-support', ids[2] ?? '', 2);
    await world.judge('borealis-support', ids[1] ?? '', 4);
    const data = await queue('borealis-support');
    expect(data.total).toBe(before.total + 3);
    expect(names(data)).toEqual([
      ...names(before),
      'waits-0.example.org',
      'waits-2.example.org',
      'waits-3.example.org',
    ]);
    expect(data.list.at(-2)).toMatchObject({ audit_status: 2, user_name: 'borealis-root', switches: { waf: 1 } });
    expect(names(await queue('borealis-support', 'size=1'))).toEqual(names(data).slice(0, 1));
    expect(
      (await queue('acme-support', 'size=100')).list.every((one: Domain) => one.user_name.startsWith('acme')),
    ).toBe(true);
  });

  it('keeps what is on hold beside the rest, since it may come back', async () => {
    const [oldest, next] = (await queue('borealis-support')).list;
    await decide([oldest.domain_id], 4, undefined, 'borealis-support');
    const data = await queue('borealis-support', 'size=1');
    expect(names(data)).toEqual([oldest.domain, next.domain]);
    await undo(oldest.domain_id, 'borealis-support');
    expect(names(await queue('borealis-support', 'size=1'))).toEqual([oldest.domain]);
  });

  it('begins to wait when it is submitted again, and counts nothing that was decided', async () => {
    const before = await queue('borealis-support', 'size=100');
    const again = await world.created('borealis-root', 'submitted-again.example.org');
    await tick();
    const later_one = await world.created('borealis-root', 'came-later.example.org');
    await decide([again], 3, REASON, 'borealis-support');
    expect((await queue('borealis-support')).total).toBe(before.total + 1);
    expect((await queue('borealis-support')).list.at(-2)).toMatchObject({ domain_id: again, on_hold: true });
    await later();
    expect(names(await queue('borealis-support', 'size=100'))).toEqual([...names(before), 'came-later.example.org']);
    await tick();
    await world.call('POST', `${LIST}/${again}/reapply`, { as: 'borealis-root' });
    await world.judge('borealis-support', later_one, 2);
    const { list, total } = await queue('borealis-support', 'size=100');
    expect(names({ list })).toEqual([...names(before), 'came-later.example.org', 'submitted-again.example.org']);
    expect(total).toBe(before.total + 2);
    const [reviewed, submitted] = list.slice(-2);
    expect(reviewed.waits_since).toBe(reviewed.ctime);
    expect(submitted.waits_since).toBeGreaterThan(submitted.ctime);
  });

  it('is for who judges', async () => {
    for (const as of ['acme-root', 'acme-child', 'acme-auditor']) {
      expect((await get(as, `${BASE}/queue`)).status, as).toBe(403);
    }
    expect((await get('acme-support', `${BASE}/queue?size=101`)).status).toBe(400);
  });
});

describe('a dossier', () => {
  it('gathers origins, owner, namesakes, look-alikes and history', async () => {
    const domain_id = await world.created('acme-root', 'my-shop.example');
    await world.created('acme-child', 'of-child.example');
    const second = await world.created('acme-root', 'second.example');
    await world.judge('acme-support', second, 4);
    await world.created('acme-other', 'rny-sh0p.example');
    await world.created('acme-other', 'pay.my-shop.example');
    await world.created('borealis-root', 'my-shop.example');
    const { data } = (await get('acme-support', `${BASE}/${domain_id}`)).body;
    expect(data).toMatchObject({
      origins: [{ ip: '192.0.2.1', port: 443 }],
      policy: { name: 'of acme-root' },
      owner: { user_name: 'acme-root', approved: expect.any(Number) },
      elsewhere: 1,
      same_site: [{ domain: 'pay.my-shop.example', user_name: 'acme-other', audit_status: 1 }],
      look_alikes: [{ domain: 'rny-sh0p.example', user_name: 'acme-other' }],
      drawn_as: '',
      certificates: [],
      decisions: [],
    });
    expect(data.owner_domains.map((one: { domain: string }) => one.domain)).toContain('second.example');
    const child = (await get('acme-support', `${BASE}/${second}`)).body.data;
    expect(child.decisions).toHaveLength(1);
  });

  it('finds look-alikes behind any number of names of the same site', async () => {
    const domain_id = await world.created('acme-root', 'cr0wd.example');
    for (let i = 0; i < 12; i++) await world.created('acme-other', `a${i}.cr0wd.example`);
    await world.created('acme-other', 'z.crowd.example');
    const { data } = (await get('acme-support', `${BASE}/${domain_id}`)).body;
    expect(data.look_alikes).toMatchObject([{ domain: 'z.crowd.example' }]);
    expect(data.same_site).toHaveLength(10);
    expect(data.same_site[0]).toMatchObject({ domain: 'a0.cr0wd.example', user_name: 'acme-other' });
  });

  it('tries the origins, once in half a minute', async () => {
    const domain_id = await world.created('acme-root', 'probed.example', {
      src_sites: [{ addr: '127.0.0.1', port: 9, protocol: 'http' }],
    });
    const probe = () => world.call('POST', `${BASE}/${domain_id}/probe`, { as: 'acme-support' });
    const first = (await probe()).body.data;
    expect(first).toMatchObject({
      origins: [{ verdict: 'unreachable', tcp: { error: 'address not allowed' } }],
      verified: { origin_reachable: false },
    });
    expect((await probe()).body.data).toEqual(first);
  });

  it('knows sites that look alike, and those that do not', () => {
    expect(siteSkeleton('www.paypa1.com')).toBe(siteSkeleton('paypal.com'));
    expect(siteSkeleton('xn--pypal-4ve.com')).toBe(siteSkeleton('paypal.com'));
    expect(siteSkeleton('my-bank.com')).toBe(siteSkeleton('mybank.com'));
    expect(siteSkeleton('www.paypa1.com.cn')).toBe(siteSkeleton('paypal.com.cn'));
    expect(siteSkeleton('alpha.com.cn')).not.toBe(siteSkeleton('beta.com.cn'));
    expect(siteSkeleton('paypal.com')).not.toBe(siteSkeleton('paypal.org'));
    expect(siteSkeleton('alpha.com')).not.toBe(siteSkeleton('beta.com'));
    expect([drawnAs('xn--pypal-4ve.com'), drawnAs('xn--80ak6aa92e.com')]).toEqual(['paypal.com', 'apple.com']);
    expect(['paypal.com', 'xn--e1afmkfd.xn--p1ai', 'xn--fsqu00a.com', 'xn--caf-dma.com'].map(drawnAs)).toEqual([
      '',
      '',
      '',
      '',
    ]);
  });
});
