import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OutcomeUnknown } from '@/lib/analytics/store/store';
import { type Domains, LIST, startDomains } from '@/lib/guard/domains/testing';
import { issue } from '@/lib/sys/api-keys/testing';

let world: Domains;
let key = '';
let serial = 0;
const now = Date.now() - 60_000;

beforeAll(async () => {
  world = await startDomains();
  key = (await issue(world, 'admin', { scopes: ['guard.agent.hk-1'] })).api_key;
  await served('shop.example.com', ['hk-1'], 'acme-root');
  // A tenant without this node, which still runs their domain.
  const object_id = await served('pay.example.net', [], 'borealis-root');
  const state = { number: 1, since: 1, failed_number: 0, failed_since: 0, failure: '' };
  await world.runtime.store.transaction((tx) =>
    tx
      .insertInto('running')
      .values({ node_id: 'hk-1', kind: 'domain', object_id, ...state })
      .execute(),
  );
  await served('far.example.com', ['sgp-1'], 'acme-root');
  const waiting = await world.created('acme-root', 'waiting.example.com');
  await world.call('PUT', `${LIST}/${waiting}/nodes`, { as: 'acme-root', body: { node_ids: ['hk-1'] } });
});
afterAll(() => world?.close());

async function served(domain: string, node_ids: string[], as: string): Promise<string> {
  const domain_id = await world.created(as, domain);
  await world.call('PUT', `${LIST}/${domain_id}/nodes`, { as, body: { node_ids } });
  const judge = as === 'borealis-root' ? 'borealis-support' : 'acme-support';
  expect((await world.judge(judge, domain_id, 4)).status).toBe(200);
  return domain_id;
}

const access = (host: string, request_id: string, more: object = {}) =>
  JSON.stringify({ msec: String(now / 1000), request_id, host, uri: '/', status: 200, node: 'forged', ...more });
const audit = (host: string, unique_id: string) =>
  JSON.stringify({
    transaction: {
      ...{ client_ip: '192.0.2.1', time_stamp: 'Fri Nov 20 07:37:11 2026', unique_id },
      request: { method: 'GET', http_version: '1.1', uri: '/admin', headers: { Host: host } },
      response: { http_code: 403 },
      messages: [{ message: 'Inbound Anomaly Score Exceeded (Total Score: 5)', details: { ruleId: '949110' } }],
    },
  });
type Sent = { batch_id?: string; format?: string; lines: string | string[]; node?: string; of?: string };
const send = ({ batch_id = `b-${++serial}`, format = 'nginx_json', lines, node = 'hk-1', of = key }: Sent) =>
  world.call('POST', `/api/guard/nodes/${node}/events`, {
    headers: { Authorization: `ApiKey ${of}` },
    body: { batch_id, format, lines: typeof lines === 'string' ? lines : `${lines.join('\n')}\n` },
  });
const rows = (ids: string[]) =>
  world.runtime.analytics.store.query(
    `SELECT request_id, oem_id, node_id, action FROM events WHERE request_id IN (${ids.map((id) => `'${id}'`).join()}) ORDER BY ALL`,
  );

describe('lines of a node', () => {
  it('are stored for its domains of every brand, as its own, and for no others', async () => {
    const hosts = ['shop.example.com', 'pay.example.net', 'far.example.com', 'waiting.example.com', 'nobody.example'];
    const answer = await send({ lines: hosts.map((host, i) => access(host, `own-${i}`)) });
    expect(answer.body.data).toMatchObject({ received: 5, stored: 2, rejected: 3, reasons: { foreign_host: 3 } });
    expect(await rows(['own-0', 'own-1', 'own-2', 'own-3', 'own-4'])).toEqual([
      { request_id: 'own-0', oem_id: 'acme', node_id: 'hk-1', action: 'pass' },
      { request_id: 'own-1', oem_id: 'borealis', node_id: 'hk-1', action: 'pass' },
    ]);
  });

  it('of both logs join by request id', async () => {
    await send({ lines: [access('shop.example.com', 'joined', { status: 403 })] });
    const answer = await send({ format: 'modsecurity_json', lines: [audit('shop.example.com', 'joined')] });
    expect(answer.body.data).toMatchObject({ stored: 0, upgraded: 1 });
    expect(await rows(['joined'])).toEqual([
      { request_id: 'joined', oem_id: 'acme', node_id: 'hk-1', action: 'block' },
    ]);
    const alone = await send({ format: 'modsecurity_json', lines: [audit('far.example.com', 'other')] });
    expect(alone.body.data).toMatchObject({ stored: 0, reasons: { foreign_host: 1 } });
  });

  it('sent twice are stored once, with the first answer', async () => {
    const lines = [access('shop.example.com', 'twice')];
    const first = await send({ batch_id: 'twice', lines });
    expect(first.body.data).toMatchObject({ batch_id: 'twice', stored: 1, duplicate: false });
    const second = await send({ batch_id: 'twice', lines });
    expect(second.body.data).toEqual({ ...first.body.data, duplicate: true });
  });

  it('that are broken or hostile are counted and stop nobody', async () => {
    const lines = [
      '{"broken',
      '[]',
      access('shop.example.com', 'early', { msec: '1' }),
      access("'; DROP TABLE events; --", 'quoted'),
      access('shop.example.com', 'good'),
      '\uffff',
      access('shop.example.com', 'odd', { uri: undefined, request_uri: '/odd', node: 'sgp-1' }),
    ];
    const { status, body } = await send({ lines });
    expect([status, body.data.received, body.data.stored, body.data.rejected]).toEqual([200, 7, 2, 5]);
    expect(await rows(['good', 'odd'])).toMatchObject([{ node_id: 'hk-1' }, { node_id: 'hk-1' }]);
  });
});

describe('a batch of a node', () => {
  it('is refused to any key but its own', async () => {
    const lines = [access('far.example.com', 'x')];
    expect((await send({ node: 'sgp-1', lines })).status).toBe(403);
    expect((await send({ of: 'wrong', lines })).status).toBe(401);
    expect((await send({ node: 'nowhere', lines })).status).toBe(403);
  });

  it('is bounded, and names what is wrong with it', async () => {
    const cases: [object, number, string | undefined][] = [
      [{ batch_id: 'a b' }, 400, 'batch_id'],
      [{ batch_id: 'hk-1/a' }, 400, 'batch_id'],
      [{ format: 'combined' }, 400, 'format'],
      [{ lines: 'x'.repeat(1024 * 1024 + 1) }, 400, 'lines'],
      [{ lines: '\n'.repeat(20_001) }, 400, 'lines'],
      [{ lines: 'x'.repeat(2 * 1024 * 1024) }, 413, undefined],
    ];
    for (const [wrong, status, field] of cases) {
      const answer = await send({ lines: '', ...wrong });
      expect([answer.status, answer.body.data.field], JSON.stringify(wrong).slice(0, 40)).toEqual([status, field]);
    }
  });

  it('without room or without a known outcome is to be sent again', async () => {
    const lines = [access('shop.example.com', 'again')];
    const insert = vi.spyOn(world.runtime.analytics.store, 'insert');
    insert.mockRejectedValueOnce(new OutcomeUnknown('the disk failed'));
    const lost = await send({ batch_id: 'again', lines });
    expect([lost.status, lost.body.err_key]).toEqual([503, 'err.analytics.batch_unknown']);
    expect(Number(lost.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send({ batch_id: 'again', lines })).body.data).toMatchObject({ stored: 1 });
    // Every turn of this node is taken, and as many wait as may.
    let open = () => {};
    const held = new Promise<never[]>((_, reject) => {
      open = () => reject(new Error('opened'));
    });
    insert.mockReturnValue(held);
    const { ingestion } = world.runtime.queues;
    const { oem_id } = await world.scopeOf('admin', 'platform');
    const turn = { oem_id, account: 'node hk-1', address: '127.0.0.1' };
    const taken = Array.from({ length: 40 }, () => ingestion.run(turn, () => held).catch(() => undefined));
    const refused = await send({ lines });
    expect([429, 503]).toContain(refused.status);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    open();
    await Promise.all(taken);
    insert.mockRestore();
  });
});
