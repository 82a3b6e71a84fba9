import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Parapet, startParapet } from '@/test/parapet';
import { idOf } from '@/test/sign-in';

/** The part of WeChat's API that lists followers, two to a page. */
const PAGE = 2;
const TOKENS: Record<string, string> = { 'token-a': 'gh_a', 'token-b': 'gh_b' };
let followers: Record<string, string[]> = {};
let asked: string[] = [];
let onAsked = async () => {};
let countsMore = 0;

function answerFor(address: URL): object {
  const account = TOKENS[address.searchParams.get('access_token') ?? ''];
  if (address.pathname !== '/cgi-bin/user/get' || !account) return { errcode: 40001, errmsg: 'invalid credential' };
  asked.push(account);
  const all = followers[account] ?? [];
  const after = address.searchParams.get('next_openid') ?? '';
  const from = after === '' ? 0 : all.indexOf(after) + 1;
  const openid = all.slice(from, from + PAGE);
  const total = all.length + countsMore;
  if (openid.length === 0) return { total, count: 0, next_openid: '' };
  return { total, count: openid.length, data: { openid }, next_openid: openid.at(-1) };
}

let parapet: Parapet;
let wechat: Server;
beforeAll(async () => {
  wechat = createServer((request, response) => {
    onAsked().then(() => response.end(JSON.stringify(answerFor(new URL(request.url ?? '', 'http://wechat')))));
  });
  await new Promise<void>((resolve) => wechat.listen(0, '127.0.0.1', resolve));
  const WX_API_URL = `http://127.0.0.1:${(wechat.address() as AddressInfo).port}`;
  parapet = await startParapet({ env: { WX_API_URL, WX_ACCOUNTS: 'gh_a=token-a, gh_b=token-b, gh_bad=wrong' } });
});
afterAll(async () => {
  await parapet.close();
  wechat.closeAllConnections();
  wechat.close();
});

const bind = async (service_id: string, openid: string, user_name = 'acme-child', ctime = 1000) => {
  const user_id = await idOf(parapet, user_name);
  await parapet.runtime.store.transaction((tx) =>
    tx.insertInto('wx_bindings').values({ service_id, openid, user_id, ctime }).execute(),
  );
};
const bound = async () => {
  const rows = await parapet.runtime.store.read.selectFrom('wx_bindings').selectAll().orderBy('openid').execute();
  return rows.map((row) => row.openid);
};
const cleanUp = (body?: object, as = 'acme-support') =>
  parapet.call('POST', '/api/sys/wx-zombies/cleanup', { as, ...(body ? { body } : {}) });
const refused = (answer: Answer, status: number, err_key: string, field?: string) =>
  expect(answer).toMatchObject({ status, body: { err_key, data: field === undefined ? {} : { field } } });

const ALL = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'n1'];
beforeEach(async () => {
  await parapet.runtime.store.transaction((tx) => tx.deleteFrom('wx_bindings').execute());
  for (const openid of ['a1', 'a2', 'a3', 'a4']) await bind('gh_a', openid);
  await bind('gh_b', 'b1', 'acme-root');
  await bind('gh_b', 'b2', 'acme-root');
  await bind('gh_a', 'n1', 'borealis-root');
  followers = { gh_a: ['x1', 'a1', 'x2', 'x3', 'a3'], gh_b: ['b1', 'b2'] };
  asked = [];
  onAsked = async () => {};
  countsMore = 0;
});

describe('cleaning up WeChat bindings', () => {
  it('without a body lists who left, and changes nothing', async () => {
    const { status, body } = await cleanUp();
    expect(status).toBe(200);
    const user_id = await idOf(parapet, 'acme-child');
    const candidate = { service_id: 'gh_a', user_id, user_name: 'acme-child', ctime: 1000 };
    expect(body.data).toEqual({
      applied: false,
      accounts: [
        { service_id: 'gh_a', bindings: 4, followers: 5, pages: 4, complete: true },
        { service_id: 'gh_b', bindings: 2, followers: 2, pages: 2, complete: true },
      ],
      skipped: [],
      candidates: [
        { ...candidate, openid: 'a2' },
        { ...candidate, openid: 'a4' },
      ],
      candidate_total: 2,
      removed: 0,
    });
    expect(await bound()).toEqual(ALL);
  });

  it('removes them when asked to, of the own site only, and says so in the audit log', async () => {
    const { status, body } = await cleanUp({ apply: true });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ applied: true, candidate_total: 2, removed: 2 });
    expect(await bound()).toEqual(['a1', 'a3', 'b1', 'b2', 'n1']);
    const row = await parapet.runtime.store.read
      .selectFrom('audit_logs')
      .selectAll()
      .where('action', '=', 'sys.user.wx_cleanup')
      .where('status', '=', 1)
      .executeTakeFirstOrThrow();
    expect(row.detail).toContain('a2');
    expect(row.detail).not.toContain('token-a');
    expect((await cleanUp({ apply: true })).body.data).toMatchObject({ candidate_total: 0, removed: 0 });
    expect((await cleanUp({ apply: true }, 'borealis-support')).body.data).toMatchObject({ removed: 1 });
  });

  it('reads the accounts named, and no others', async () => {
    expect((await cleanUp({ service_ids: ['gh_b'] })).body.data).toMatchObject({ candidate_total: 0 });
    expect(new Set(asked)).toEqual(new Set(['gh_b']));
    refused(await cleanUp({ service_ids: ['gh_b', 'gh_c'] }), 400, 'err.sys.wx.account_unknown', 'service_ids.1');
    refused(await cleanUp({ apply: true, service_ids: ['gh_b'] }), 400, 'err.sys.wx.apply_is_for_all', 'service_ids');
    refused(await cleanUp({ apply: true, service_ids: ['x'] }), 400, 'err.sys.wx.apply_is_for_all', 'service_ids');
    expect(await bound()).toEqual(ALL);
  });

  it.each([
    { apply: 'true' },
    { apply: 1 },
    { service_ids: 'gh_a' },
    { service_ids: [1] },
    { max_pages: 0 },
    { max_pages: 1.5 },
    { max_pages: '20' },
    { allow_empty_followers: 'false' },
  ])('refuses %j', async (body) => {
    const answer = await cleanUp(body);
    refused(answer, 400, 'err.request.invalid');
    expect(answer.body.data.field.split('.')[0]).toBe(Object.keys(body)[0]);
    expect(asked).toEqual([]);
  });

  it('takes an empty list for a mistake unless it is declared', async () => {
    followers.gh_b = [];
    for (const body of [{}, { apply: true }]) {
      refused(await cleanUp(body), 400, 'err.sys.wx.no_followers', 'allow_empty_followers');
    }
    expect(await bound()).toEqual(ALL);
    const { body } = await cleanUp({ apply: true, allow_empty_followers: true });
    expect(body.data.removed).toBe(4);
    expect(await bound()).toEqual(['a1', 'a3', 'n1']);
  });

  it('tells nobody to have left before the list was read to its end', async () => {
    const { body } = await cleanUp({ max_pages: 2 });
    expect(body.data.accounts[0]).toMatchObject({ service_id: 'gh_a', pages: 2, complete: false });
    expect(body.data.candidates).toEqual([]);
    refused(await cleanUp({ apply: true, max_pages: 2 }), 400, 'err.sys.wx.scan_incomplete', 'max_pages');
    countsMore = 1;
    refused(await cleanUp({ apply: true }), 400, 'err.sys.wx.scan_incomplete');
    expect(await bound()).toEqual(ALL);
  });

  it('removes nothing when one account cannot be read, and does not show its token', async () => {
    await bind('gh_bad', 'z1');
    const answer = await cleanUp({ apply: true });
    refused(answer, 503, 'err.sys.wx.unreachable');
    expect(JSON.stringify(answer.body)).not.toContain('wrong');
    expect(await bound()).toEqual([...ALL, 'z1']);
  });

  it('leaves alone accounts it has no token for, and bindings made meanwhile', async () => {
    await bind('gh_other', 'o1');
    onAsked = async () => {
      onAsked = async () => {};
      await parapet.runtime.store.transaction((tx) =>
        tx.updateTable('wx_bindings').set({ ctime: Date.now() }).where('openid', '=', 'a2').execute(),
      );
      await bind('gh_a', 'a9', 'acme-child', Date.now());
    };
    const { body } = await cleanUp({ apply: true });
    expect(body.data).toMatchObject({ skipped: ['gh_other'], removed: 1 });
    expect(await bound()).toEqual(['a1', 'a2', 'a3', 'a9', 'b1', 'b2', 'n1', 'o1']);
  });

  it('is for platform staff', async () => {
    refused(await cleanUp({}, 'acme-root'), 403, 'err.auth.platform_only');
    refused(await cleanUp({}, 'acme-auditor'), 403, 'err.auth.permission');
    expect(asked).toEqual([]);
  });
});
