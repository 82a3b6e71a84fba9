import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACL, CC, idOf, type Rules, startRules } from '@/lib/guard/rules/testing';
import { messageOf } from '@/lib/render/nginx/vocabulary';
import type { RuleHits } from './contract';

const SHOP = 'hits-shop.example.com';
const ELSEWHERE = 'hits-elsewhere.example.com';

let world: Rules;
let policy_id: string;
let elsewhere: string;
beforeAll(async () => {
  world = await startRules();
  policy_id = await world.policy('acme-root', 'with hits');
  elsewhere = await world.policy('acme-root', 'elsewhere');
  await world.created('acme-root', SHOP, { policy_id });
  await world.created('acme-root', ELSEWHERE, { policy_id: elsewhere });
});
afterAll(() => world.close());

const hits = (as = 'acme-root', id = policy_id) => world.call('GET', `/api/guard/policies/${id}/rule-hits`, { as });

async function group(rule_id?: number): Promise<{ tag: number; rule_id: number }> {
  const body = { name: 'Group', policy_id, rule_id };
  return (await world.call('POST', '/api/guard/waf/rules', { as: 'acme-root', body })).body.data;
}

let batch = 0;
async function send(lines: object[]): Promise<void> {
  batch += 1;
  const events = lines.map((line, i) => ({
    time: Date.now() - 60_000,
    host: SHOP,
    status: 403,
    request_id: `hits-${batch}-${i}`,
    ...line,
  }));
  const body = { batch_id: `hits-${batch}`, events };
  const answer = await world.call('POST', '/api/analytics/events', { as: 'acme-support', body });
  expect(answer.body.data).toMatchObject({ stored: lines.length });
}

async function rules() {
  const acl = idOf(await world.rulesOf(ACL, policy_id).create());
  const cc = idOf(await world.rulesOf(CC, policy_id).create());
  return { acl, cc };
}

/** Of before rules of all kinds were numbered together: the ACL rule of a pair gets the number of the CC rule. */
async function ofBefore() {
  const { acl, cc } = await rules();
  await world.runtime.store.transaction((tx) =>
    tx.updateTable('acl_rules').set({ rule_id: cc }).where('rule_id', '=', acl).execute(),
  );
  return cc;
}

describe('hits of the rules of a policy', () => {
  it('are the events of the last 24 hours that name them, each once', async () => {
    const { acl, cc } = await rules();
    const generated = await group();
    const chosen = await group(942_100);
    const matched = (...ids: number[]) => ids.map((rule_id) => ({ rule_id, message: 'm', severity: 2 }));
    await send([
      { rule_id: cc, action: 'limit' },
      { rule_id: cc, action: 'limit' },
      { rule_id: generated.rule_id, matches: matched(generated.rule_id, generated.rule_id, 942_100) },
      { rule_id: cc, time: Date.now() - 25 * 3_600_000 },
      { rule_id: cc, host: ELSEWHERE },
      { rule_id: 0 },
    ]);
    const { status, body } = await hits();
    expect(status).toBe(200);
    expect(body.data.etime - body.data.stime).toBe(86_400_000);
    const of = (kind: string, id: number) => body.data.list.find((one: RuleHits) => one.kind === kind && one.id === id);
    expect(of('cc', cc).hits).toBe(2);
    expect(of('acl', acl).hits).toBe(0);
    expect(of('waf', generated.tag).hits).toBe(1);
    expect(of('waf', chosen.tag).hits).toBe(1);
    expect((await hits('acme-support')).body.data.list).toEqual(body.data.list);

    // Each number leads to as many requests as it says.
    for (const [kind, id] of [
      ['cc', cc],
      ['waf', generated.tag],
      ['waf', chosen.tag],
    ] as const) {
      const filter = `matched_rule:${of(kind, id).number};host:${body.data.hosts.join('|')}`;
      const query = new URLSearchParams({ stime: body.data.stime, etime: body.data.etime, filter });
      const found = await world.call('GET', `/api/analytics/events?${query}`, { as: 'acme-root' });
      expect([kind, found.body.data.total]).toEqual([kind, of(kind, id).hits]);
    }
  });

  it('of a black list are the requests that a node says it refused, whatever rule has its number', async () => {
    const created = async (ip_set_type: number) => {
      const body = { name: `Type ${ip_set_type}`, ip_set_type, policy_id, status: 1 };
      return (await world.call('POST', '/api/guard/bwlist/sets', { as: 'acme-root', body })).body.data.id;
    };
    const [black, white] = [await created(1), await created(2)];
    const refused = { status: 403, action: 'block', rule_id: 0 };
    const by = (id: number, policy = policy_id) => ({
      ...refused,
      matches: [{ rule_id: 0, message: messageOf({ kind: 'list', id, policy_id: policy }), severity: 0 }],
    });
    await send([by(black), by(black), by(black, elsewhere), { rule_id: black }, { ...by(black), host: ELSEWHERE }]);
    const { list, hosts, stime, etime } = (await hits()).body.data;
    expect(list).toContainEqual({ kind: 'list', id: black, number: 0, hits: 3 });
    expect(list.some((one: RuleHits) => one.kind === 'list' && one.id === white)).toBe(false);

    const found = async (filter: string) => {
      const query = new URLSearchParams({ stime, etime, filter });
      return (await world.call('GET', `/api/analytics/events?${query}`, { as: 'acme-root' })).body.data.total;
    };
    const [all, others] = [await found('matched_list!:999999'), await found(`matched_list!:${black}`)];
    expect(await found(`matched_list:${black};host:${hosts.join('|')}`)).toBe(3);
    expect(await found(`matched_list:${black}|${white}`)).toBe(4);
    expect(await found(`matched_list:${white}`)).toBe(0);
    expect(await found(`matched_list:${String(black).slice(0, -1) || '9'}`)).toBe(0);
    expect(all - others).toBe(4);
  });

  it('are unknown where a number names two rules of the policy, or is more than an event can name', async () => {
    const { cc } = await rules();
    const same = await group(cc);
    const beyond = await group(2 ** 31);
    const both = await ofBefore();
    await send([{ rule_id: cc }, { rule_id: both }]);
    const { list } = (await hits()).body.data;
    for (const unknown of [
      { kind: 'cc', id: cc },
      { kind: 'waf', id: same.tag },
      { kind: 'cc', id: both },
      { kind: 'acl', id: both },
      { kind: 'waf', id: beyond.tag },
    ]) {
      expect(list).toContainEqual({ ...unknown, number: 0, hits: null });
    }
  });

  it('are none of a policy without rules, or without domains', async () => {
    const empty = await world.policy('acme-root', 'hits of nothing');
    expect((await hits('acme-root', empty)).body.data.list).toEqual([]);
    const id = idOf(await world.rulesOf(ACL, empty).create());
    expect((await hits('acme-root', empty)).body.data.list).toEqual([{ kind: 'acl', id, number: id, hits: 0 }]);
  });

  it('are for those who may see the policy and its events', async () => {
    const missing = await hits('acme-root', 'no-such-policy');
    expect([missing.status, missing.body.err_key]).toEqual([404, 'err.not_found']);
    for (const as of ['borealis-root', 'borealis-support', 'acme-other', 'acme-viewer']) {
      const answer = await hits(as);
      expect([answer.status, answer.body], as).toEqual([404, missing.body]);
    }
    expect((await world.call('GET', `/api/guard/policies/${policy_id}/rule-hits`)).status).toBe(401);
    for (const as of ['acme-nobody', 'acme-editor']) expect((await hits(as)).status, as).toBe(403);
  });
});
