import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyJson } from '@/test/json';
import { type Parapet, startParapet } from '@/test/parapet';
import { KEPT_PER_DAY, OutcomeUnknown } from '../store/store';
import { LINES_MEDIA, MAX_BATCH_BYTES } from './vocabulary';

const URL = '/api/analytics/events';
const time = Date.now() - 60_000;
const hosts = { acme: 'shop.example.com', borealis: 'pay.example.net' };

let parapet: Parapet;
let serial = 0;
beforeAll(async () => {
  parapet = await startParapet();
  await addDomain('acme-root', hosts.acme);
  await addDomain('borealis-root', hosts.borealis);
});
afterAll(() => parapet.close());

async function addDomain(as: string, domain: string): Promise<void> {
  const policy = await parapet.call('POST', '/api/guard/policies', { as, body: { name: `for ${domain}` } });
  const src_sites = [{ addr: '192.0.2.10', port: 80, protocol: 'http' }];
  const body = { domain, policy_id: policy.body.data.policy_id, src_sites };
  expect((await parapet.call('POST', '/api/guard/domains', { as, body })).body).toMatchObject({ code: 0 });
}

type Sender = { as: string } | { token: string; host?: string };
const installation = (): Sender => ({ token: parapet.runtime.localToken });
const post = (sender: Sender, events: object[], batch_id = `b-${++serial}`) =>
  parapet.call('POST', URL, { ...sender, body: { batch_id, events: events.map((e) => ({ time, ...e })) } });
const rows = (where: string) =>
  parapet.runtime.analytics.store.query(
    `SELECT oem_id, domain_id <> '' AS owned, path FROM events WHERE ${where} ORDER BY ALL`,
  );
async function total(as: string): Promise<number> {
  const body = { time_window: 'last_1h', charts: [{ key: 'requests_total' }] };
  const answer = await parapet.call('POST', '/api/analytics/overview/batch', { as, body });
  return answer.body.data.data.requests_total.rows[0].requests;
}
const auditRows = async (batch: string) => {
  const answer = await parapet.call('GET', `/api/sys/audit-logs?keyword=${batch}&size=100`, { as: 'acme-auditor' });
  return answer.body.data.list;
};

describe('events of two brands', () => {
  it('for another brand’s host are refused line by line, and kept for inspection in the sender’s brand', async () => {
    const before = await total('borealis-root');
    const answer = await post({ as: 'acme-support' }, [
      { host: hosts.borealis, request_id: 'forged', path: '/forged' },
      { host: hosts.borealis.toUpperCase(), request_id: 'forged-2' },
      { host: hosts.acme, request_id: 'own', path: '/own' },
    ]);
    expect(answer.body.data).toMatchObject({
      received: 3,
      stored: 1,
      rejected: 2,
      reasons: { foreign_host: 2 },
      kept: 2,
    });
    expect(await total('borealis-root')).toBe(before);
    const { store } = parapet.runtime.analytics;
    const kept = await store.query("SELECT oem_id, text FROM rejected_lines WHERE reason = 'foreign_host'");
    expect(kept.map((row) => row.oem_id)).toEqual(['acme', 'acme']);
    expect(kept.map((row) => row.text).join()).toContain('/forged');
  });

  it('both count under one request id, whoever sends them', async () => {
    await post({ as: 'acme-support' }, [{ host: hosts.acme, request_id: 'same', path: '/acme' }]);
    const true2 = await post({ as: 'borealis-support' }, [
      { host: hosts.borealis, request_id: 'same', path: '/borealis' },
    ]);
    expect(true2.body.data).toMatchObject({ stored: 1 });
    const local = await post(installation(), [
      { host: hosts.acme, request_id: 'same-2', path: '/acme' },
      { host: hosts.borealis, request_id: 'same-2', path: '/borealis' },
    ]);
    expect(local.body.data).toMatchObject({ stored: 2 });
    for (const id of ['same', 'same-2']) {
      expect(await rows(`request_id = '${id}'`), id).toEqual([
        { oem_id: 'acme', owned: true, path: '/acme' },
        { oem_id: 'borealis', owned: true, path: '/borealis' },
      ]);
    }
  });

  it('keep their batch ids apart: a squatted one discards nothing', async () => {
    await post({ as: 'borealis-support' }, [], 'nightly-2026-11-22');
    const answer = await post({ as: 'acme-support' }, [{ host: hosts.acme, request_id: 'n1' }], 'nightly-2026-11-22');
    expect(answer.body.data).toMatchObject({ stored: 1, duplicate: false });
    const again = await post({ as: 'acme-support' }, [{ host: hosts.acme, request_id: 'n2' }], 'nightly-2026-11-22');
    expect(again.body.data).toMatchObject({ stored: 1, duplicate: true });
    const local = await post(installation(), [{ host: hosts.acme, request_id: 'n3' }], 'nightly-2026-11-22');
    expect(local.body.data).toMatchObject({ stored: 1, duplicate: false });
  });

  it('for a host that nobody owns stay with the sender’s brand; the installation’s are seen by all platform staff', async () => {
    const seen = async () => [await total('acme-support'), await total('borealis-support'), await total('acme-root')];
    const [acme = 0, borealis = 0, tenant] = await seen();
    await post({ as: 'acme-support' }, [{ host: 'nobody.example', request_id: 'u1' }]);
    expect(await seen()).toEqual([acme + 1, borealis, tenant]);
    await post(installation(), [{ host: 'nobody.example', request_id: 'u2' }]);
    expect(await seen()).toEqual([acme + 2, borealis + 1, tenant]);
  });
});

describe('a batch', () => {
  it('with impossible numbers is refused by the line and stops nobody', async () => {
    const poison = Array.from({ length: 1100 }, (_, i) => ({
      host: hosts.acme,
      request_id: `poison-${i}`,
      bytes_out: Number.MAX_SAFE_INTEGER,
    }));
    const answer = await post({ as: 'acme-support' }, poison);
    expect(answer.body.data).toMatchObject({ stored: 0, rejected: 1100, reasons: { out_of_range: 1100 } });
    expect((await post({ as: 'acme-support' }, [{ host: hosts.acme, request_id: 'after' }])).status).toBe(200);
    await parapet.runtime.analytics.store.compact();
  });

  it('of 20,000 lines that are no events is counted, and bounded in what is kept', async () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `{"broken": ${i}`).join('\n');
    const started = performance.now();
    const answer = await parapet.call('POST', URL, { as: 'borealis-support', body: { batch_id: 'broken', lines } });
    const took = performance.now() - started;
    expect(answer.body.data).toMatchObject({
      rejected: 20_000,
      reasons: { invalid_event: 20_000 },
      kept: KEPT_PER_DAY,
    });
    expect(took).toBeLessThan(5000);
  });

  it('is refused as a whole only where it is none, naming the field in the caller’s language', async () => {
    const send = (raw: string, headers = {}) => parapet.call('POST', URL, { as: 'acme-support', raw, headers });
    const cases: [string, number, string | undefined][] = [
      ['{"batch_id":"a b","events":[]}', 400, 'batch_id'],
      ['{"batch_id":"x"}', 400, 'events'],
      ['{"batch_id":"x","events":[1]}', 400, 'events.0'],
      ['{"batch_id":', 400, undefined],
      ['', 400, undefined],
      [JSON.stringify({ batch_id: 'x', lines: '1\n'.repeat(20_001) }), 413, 'lines'],
      [JSON.stringify({ batch_id: 'x', lines: 'x'.repeat(8 * 1024 * 1024) }), 413, undefined],
    ];
    for (const [raw, status, field] of cases) {
      const answer = await send(raw);
      expect([answer.status, answer.body.data.field], raw.slice(0, 40)).toEqual([status, field]);
    }
    const chinese = await send('{"batch_id":"x"}', { 'Accept-Language': 'zh-CN' });
    expect(chinese.body.message).toMatch(/[\u4e00-\u9fff]/);
  });

  it('of which nobody knows whether it is stored is to be sent again', async () => {
    const insert = vi.spyOn(parapet.runtime.analytics.store, 'insert');
    insert.mockRejectedValueOnce(new OutcomeUnknown('the disk failed'));
    const answer = await post({ as: 'acme-support' }, [{ host: hosts.acme, request_id: 'maybe' }], 'maybe');
    expect([answer.status, answer.body.err_key]).toEqual([503, 'err.analytics.batch_unknown']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const again = await post({ as: 'acme-support' }, [{ host: hosts.acme, request_id: 'maybe' }], 'maybe');
    expect(again.body.data).toMatchObject({ stored: 1 });
  });

  it('survives lines nested as deep as they can be', async () => {
    const deep = `{"time":${time},"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const answer = await parapet.call('POST', URL, { as: 'acme-support', body: { batch_id: 'deep', lines: deep } });
    expect(answer.body.data).toMatchObject({ received: 1, rejected: 1 });
  });
});

describe('a batch of log lines as they are', () => {
  const logged = (fields: object) => ({ msec: (time / 1000).toFixed(3), uri: '/raw', status: 200, ...fields });
  const send = (sender: Sender, header: object, lines: readonly unknown[], type = LINES_MEDIA) => {
    const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    const raw = [JSON.stringify({ format: 'nginx_json', ...header }), ...texts].join('\n');
    return parapet.call('POST', URL, { ...sender, raw, headers: { 'Content-Type': type } });
  };

  it('is stored once, with the host of each line’s owner, and says of every other line why it is not', async () => {
    const lines = [
      logged({ request_id: 'raw-1', host: hosts.borealis }),
      logged({ request_id: 'raw-2', host: 'www.logged.example' }),
      logged({ request_id: 'raw-3', host: hosts.acme }),
      logged({ request_id: 'raw-4', host: hosts.borealis, bytes_sent: 2 ** 41 }),
      '',
      '{"broken"',
    ];
    const header = {
      batch_id: 'raw',
      file: 'access.log',
      first_line: 100,
      hosts: { 'www.logged.example': hosts.borealis },
    };
    const answer = await send({ as: 'borealis-support' }, header, lines);
    expect(answer.body.data).toEqual({
      batch_id: 'raw',
      received: 5,
      stored: 2,
      known: 0,
      upgraded: 0,
      rejected: 3,
      reasons: { foreign_host: 1, out_of_range: 1, not_json: 1 },
      kept: 3,
      duplicate: false,
    });
    expect(await rows("request_id LIKE 'raw-%'")).toEqual([
      { oem_id: 'borealis', owned: true, path: '/raw' },
      { oem_id: 'borealis', owned: true, path: '/raw' },
    ]);
    const { store } = parapet.runtime.analytics;
    const kept = await store.query(
      "SELECT line::INTEGER AS line, reason FROM rejected_lines WHERE file = 'access.log'",
    );
    expect(kept).toEqual(
      expect.arrayContaining([
        { line: 102, reason: 'foreign_host' },
        { line: 103, reason: 'out_of_range' },
        { line: 105, reason: 'not_json' },
      ]),
    );
    expect((await send({ as: 'borealis-support' }, header, lines)).body.data).toMatchObject({
      stored: 2,
      duplicate: true,
    });
    const other = await send({ as: 'borealis-support' }, { ...header, batch_id: 'raw-again' }, lines);
    expect(other.body.data).toMatchObject({ stored: 0, known: 2, kept: 0 });
  });

  it('is read line by line where it is of another format, or not UTF-8', async () => {
    const combined = '192.0.2.7 - - [20/Nov/2026:07:37:11 +0000] "GET /combined HTTP/1.1" 200 5 "-" "curl/7.88.1"';
    const header = { batch_id: 'combined', format: 'combined', hosts: { '': hosts.acme } };
    expect((await send({ as: 'acme-support' }, header, [combined, combined, 'no'])).body.data).toMatchObject({
      received: 3,
      stored: 2,
      reasons: { not_combined: 1 },
    });
    const line = JSON.stringify(logged({ request_id: 'latin', host: hosts.acme, args: 'caf*' }));
    const raw = Buffer.from(`{"batch_id":"latin","format":"nginx_json"}\n${line}\n`);
    raw[raw.indexOf('*')] = 0xe9;
    const headers = { 'Content-Type': LINES_MEDIA };
    const answer = await parapet.call('POST', URL, { as: 'acme-support', raw, headers });
    expect(answer.body.data).toMatchObject({ received: 1, stored: 1, rejected: 0 });
  });

  it('is refused as a whole where its header is none, it has too many lines, or another media type', async () => {
    const as: Sender = { as: 'acme-support' };
    const cases: [Promise<{ status: number; body: AnyJson }>, number, string | undefined][] = [
      [send(as, { batch_id: 'a b' }, []), 400, 'batch_id'],
      [send(as, { batch_id: 'x', format: 'xml' }, []), 400, 'format'],
      [send(as, { batch_id: 'x' }, Array(20_001).fill('1')), 413, 'lines'],
      [send(as, { batch_id: 'x' }, [], 'text/plain'), 415, undefined],
    ];
    for (const [asked, status, field] of cases) {
      const answer = await asked;
      expect([answer.status, answer.body.data.field]).toEqual([status, field]);
    }
  });
});

describe('a batch packed with gzip', () => {
  const sendPacked = (raw: Uint8Array, media = LINES_MEDIA, encoding = 'gzip') => {
    const headers = { 'Content-Type': media, 'Content-Encoding': encoding };
    return parapet.call('POST', URL, { as: 'acme-support', raw, headers });
  };
  const linesOf = (batch_id: string, lines: readonly object[]) =>
    Buffer.from([{ batch_id, format: 'nginx_json' }, ...lines].map((line) => JSON.stringify(line)).join('\n'));
  const logged = (request_id: string) => ({
    msec: (time / 1000).toFixed(3),
    request_id,
    host: hosts.acme,
    uri: '/gz',
    status: 200,
  });

  it('is stored as if it were plain, whichever its form, and the same batch the other way is a repeat', async () => {
    const plain = linesOf('gz-lines', [logged('gz-1'), logged('gz-2')]);
    const first = await sendPacked(gzipSync(plain));
    expect(first.body.data).toMatchObject({ received: 2, stored: 2, rejected: 0, duplicate: false });
    const headers = { 'Content-Type': LINES_MEDIA };
    const again = await parapet.call('POST', URL, { as: 'acme-support', raw: plain, headers });
    expect(again.body.data).toEqual({ ...first.body.data, duplicate: true });
    const items = JSON.stringify({ batch_id: 'gz-items', events: [{ time, request_id: 'gz-3', host: hosts.acme }] });
    const packed = await sendPacked(gzipSync(items), 'application/json', 'GZIP');
    expect(packed.body.data).toMatchObject({ received: 1, stored: 1 });
  });

  it('is refused where it unpacks to too much or to too many times its size, and where it is no gzip', async () => {
    // Shrinks to half, so that it is the size alone that is too much.
    const noise = randomBytes(5 * 1024 * 1024).toString('hex');
    const cases = [
      await sendPacked(gzipSync(Buffer.from(`{"batch_id":"gz-big","format":"nginx_json"}\n${noise}`))),
      await sendPacked(gzipSync(Buffer.alloc(MAX_BATCH_BYTES - 1, 'a'))),
      await sendPacked(Buffer.from('no gzip')),
      await sendPacked(gzipSync(linesOf('gz-cut', [logged('gz-4')])).subarray(0, 40)),
      await sendPacked(gzipSync(''), 'application/json'),
      await sendPacked(gzipSync('{}'), LINES_MEDIA, 'br'),
      await sendPacked(gzipSync('{}'), LINES_MEDIA, 'gzip, gzip'),
    ];
    expect(cases.map(({ status, body }) => [status, body.err_key])).toEqual([
      [413, 'err.request.too_large'],
      [413, 'err.request.too_large'],
      [400, 'err.request.bad_gzip'],
      [400, 'err.request.bad_gzip'],
      [400, 'err.request.body_missing'],
      [415, 'err.request.media_type'],
      [415, 'err.request.media_type'],
    ]);
    expect(await rows("request_id = 'gz-4'")).toEqual([]);
  });
});

describe('the audit log', () => {
  it('has a row for each batch of a person, refused or stored, without its lines', async () => {
    await post(
      { as: 'acme-support' },
      [{ host: hosts.acme, request_id: 'audited', path: '/secret-path' }],
      'audited-1',
    );
    const [row] = await auditRows('audited-1');
    expect(row).toMatchObject({
      action: 'analytics.event.ingest',
      actor_name: 'acme-support',
      resource_id: 'audited-1',
    });
    expect(JSON.stringify(row)).not.toContain('/secret-path');
  });

  it('has one row a minute for a key, and none for the installation', async () => {
    const key = await parapet.call('POST', '/api/sys/api-keys', {
      as: 'acme-support',
      body: { name: 'edge', scopes: ['analytics.event.ingest'], expires_in_days: 1 },
    });
    const headers = { Authorization: `ApiKey ${key.body.data.api_key}` };
    for (let i = 0; i < 3; i++) {
      const body = { batch_id: `keyed-${i}`, events: [{ time, host: hosts.acme, request_id: `k${i}` }] };
      const answer = await parapet.call('POST', URL, { host: 'acme.test', headers, body });
      expect(answer.body.data).toMatchObject({ stored: 1 });
    }
    expect(await auditRows('keyed-')).toHaveLength(1);
    await post(installation(), [{ host: hosts.acme, request_id: 'quiet' }], 'quiet-1');
    expect(await auditRows('quiet-1')).toEqual([]);
  });
});
