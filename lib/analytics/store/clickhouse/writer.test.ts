import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { AnalyticsEvent } from '../../events/event';
import type { IngestBatch } from '../store';
import type { Connection } from './connection';
import { Spool } from './spool';
import { ClickhouseWriter } from './writer';

const EVENTS = 10_000;

const eventOf = (i: number) => ({
  event: { event_id: BigInt(i), oem_id: 'acme', time: i, source_time: i, sources: 1, status: 200, path: `/${i}` },
  details: [],
});

/** Turns of the event loop in which others may come while `work` is done. */
async function turnsBeside(work: () => Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  const counting = (async () => {
    for (; !isDone; turns++) await setImmediate();
  })();
  await work();
  isDone = true;
  await counting;
  return turns;
}

it('a batch is worked out, kept and taken up again in pieces between which others come', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-writer-'));
  const inserted: string[] = [];
  const engine = {
    exactly: async () => [],
    insert: async (table: string, lines: readonly string[]) => {
      if (table === 'event_changes') inserted.push(...lines);
    },
  } as unknown as Connection;
  const spool = new Spool(folder, 100 << 20, () => undefined);
  await spool.open();
  const events = Array.from({ length: EVENTS }, (_, i) => eventOf(i)) as { event: AnalyticsEvent; details: [] }[];
  const batch: IngestBatch = { oem_id: 'acme', batch_id: 'b', events, rejected: [], reasons: {} };
  const writer = new ClickhouseWriter(engine, spool);

  // Of 1.5 ms each, had this machine nothing else to do; each of its parts was one piece before.
  expect(await turnsBeside(() => writer.write([batch]))).toBeGreaterThan(40);
  expect(inserted.join('').trimEnd().split('\n')).toHaveLength(EVENTS);
  expect(await turnsBeside(() => spool.add([batch]))).toBeGreaterThan(20);
  expect(await turnsBeside(() => spool.first())).toBeGreaterThan(20);
  rmSync(folder, { recursive: true });
});
