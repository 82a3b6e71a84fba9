import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnalyticsEvent } from '../../events/event';
import type { IngestBatch } from '../store';
import { Spool } from './spool';

const ROOM = 20_000;

let folder: string;
let aside: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-spool-'));
  aside = path.join(folder, 'aside');
});
afterEach(() => rmSync(folder, { recursive: true }));

const named = (batch_id: string): IngestBatch => ({ oem_id: 'acme', batch_id, events: [], rejected: [], reasons: {} });

async function opened(): Promise<Spool> {
  const spool = new Spool(folder, ROOM, () => undefined);
  await spool.open();
  return spool;
}

const plansAside = () => readdirSync(aside).filter((name) => name.startsWith('plan-') && name.endsWith('.json'));

describe('what the spool put aside', () => {
  it('has at most ten plans, the newest, each with its reason', async () => {
    const spool = await opened();
    for (let i = 100; i < 130; i++) writeFileSync(path.join(aside, `plan-${i}.json`), '{"token":"t","inse');
    for (let i = 100; i < 130; i++) writeFileSync(path.join(aside, `plan-${i}.json.reason`), 'cut off\n');
    await spool.setPlan({ token: 'newest', inserts: [] });
    await spool.putPlanAside(new Error('refused'));
    expect(plansAside()).toHaveLength(10);
    expect(plansAside()).toEqual(expect.arrayContaining(['plan-121.json', 'plan-129.json']));
    expect(readdirSync(aside)).toHaveLength(20);
    for (const name of plansAside()) expect(existsSync(path.join(aside, `${name}.reason`))).toBe(true);
  });

  it('is trimmed at the start, as are reasons of what was deleted by hand', async () => {
    mkdirSync(aside);
    for (let i = 100; i < 130; i++) writeFileSync(path.join(aside, `plan-${i}.json`), '{}');
    writeFileSync(path.join(aside, 'batch-000000000007.json.reason'), 'refused\n');
    await opened();
    expect(readdirSync(aside)).toEqual(plansAside());
    expect(plansAside()).toHaveLength(10);
  });

  it('takes room of the spool, so that senders keep their batches before it grows for ever', async () => {
    const spool = await opened();
    let taken = 0;
    while (taken < 1_000 && (await spool.add([named(`b${taken}`)]))) {
      taken += 1;
      await spool.putFirstAside(new Error('refused'));
    }
    expect(taken).toBeGreaterThan(10);
    expect(taken).toBeLessThan(1_000);
    expect(spool.isEmpty).toBe(true);
    expect(readdirSync(aside)).toHaveLength(2 * taken);
  });
});

describe('what is accepted', () => {
  const event_id = 2n ** 63n + 7n;
  const event = { event_id, path: 'a\u2028\r\n"b"' } as AnalyticsEvent;
  const batches = [
    { ...named('one'), events: Array.from({ length: 60 }, () => ({ event, details: [] })) },
    { ...named('two'), rejected: [{ reject_id: 'r', file: 'f', line: 1, reason: 'syntax', text: '\n' }] },
  ] as IngestBatch[];
  const plan = {
    token: 't',
    inserts: [
      { table: 'events', lines: ['{"a":1}\n{"a":2}\n', '{"a":"\u2028"}\n'], token: 'own' },
      { table: 'commits', lines: ['{}\n'] },
    ],
  };

  it('is there again in the next process, as it was', async () => {
    const spool = await opened();
    expect(await spool.add(batches)).toBe(true);
    await spool.setPlan(plan);
    const next = await opened();
    expect(await next.first()).toEqual({ batches, files: 1 });
    expect(await next.plan()).toEqual(plan);
  });

  it('is there again as an earlier release wrote it', async () => {
    const asText = (key: string, value: unknown) => (key === 'event_id' ? String(value) : value);
    writeFileSync(path.join(folder, 'batch-000000000001.json'), JSON.stringify(batches, asText));
    const inserts = plan.inserts.map((insert) => ({ ...insert, lines: insert.lines.join('') }));
    writeFileSync(path.join(folder, 'plan.json'), JSON.stringify({ ...plan, inserts }));
    const spool = await opened();
    expect((await spool.first()).batches).toEqual(batches);
    expect((await spool.plan())?.inserts.map(({ lines }) => lines.join(''))).toEqual(inserts.map(({ lines }) => lines));
  });

  it('is put aside where a part of it is missing', async () => {
    const spool = await opened();
    await spool.add(batches);
    await spool.setPlan(plan);
    for (const name of ['batch-000000000001.json', 'plan.json']) {
      const whole = readFileSync(path.join(folder, name), 'utf8');
      writeFileSync(path.join(folder, name), whole.slice(0, whole.length / 2));
    }
    const next = await opened();
    expect(await next.first()).toEqual({ batches: [], files: 0 });
    expect(await next.plan()).toBeUndefined();
    expect(readdirSync(aside).filter((name) => name.endsWith('.json'))).toHaveLength(2);
  });
});

describe('a file that could not be written whole', () => {
  it('takes no room after the failure', async () => {
    const spool = await opened();
    mkdirSync(path.join(folder, 'batch-000000000001.json'));
    await expect(spool.add([named('one')])).rejects.toThrow();
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('of an earlier process is deleted at the start', async () => {
    writeFileSync(path.join(folder, 'batch-000000000003.json.part'), '[{"oem_id":');
    writeFileSync(path.join(folder, 'plan.json.part'), '{"tok');
    await opened();
    expect(readdirSync(folder)).toEqual(['aside']);
  });
});
