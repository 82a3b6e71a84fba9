import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { request } from '@/scripts/request';
import { Engine } from '@/test/clickhouse/engine';
import { type Parapet, startParapet } from '@/test/parapet';

/** An engine starts and ends several times in each. */
const SLOWLY_MS = 180_000;

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-spool-'));
  engine = await Engine.start();
});
afterAll(async () => {
  await engine.remove();
  rmSync(folder, { recursive: true });
});

let dataDir: string;
let spool: string;
let serial = 0;
beforeEach(() => {
  dataDir = path.join(folder, `data-${++serial}`);
  spool = path.join(dataDir, 'analytics', 'spool');
});

const start = () => startParapet({ env: { CLICKHOUSE_URL: engine.url, DATA_DIR: dataDir } });

const send = (parapet: Parapet, batch_id: string, size = 1) =>
  parapet.call('POST', '/api/analytics/events', {
    token: parapet.runtime.localToken,
    body: {
      batch_id,
      events: Array.from({ length: size }, (_, i) => ({ time: Date.now() - 60_000, request_id: `${batch_id}-${i}` })),
    },
  });

/** Which of these batches' first events are found, as the console finds them. */
async function foundOf(parapet: Parapet, batches: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const id of batches) {
    const { body } = await parapet.call('GET', `/api/analytics/events?keyword=${id}-0`, { as: 'admin' });
    if (body.data.total === 1) found.push(id);
    expect(body.data.total, id).toBeLessThan(2);
  }
  return found;
}

/** Starts once with the engine away, and leaves each batch in a file of its own. Answers where these are, the oldest first. */
async function waiting(batches: readonly string[]): Promise<string[]> {
  const parapet = await start();
  await engine.end();
  for (const id of batches) expect((await send(parapet, id)).status).toBe(200);
  await parapet.close();
  await engine.begin();
  const names = readdirSync(spool).filter((name) => name.startsWith('batch-'));
  expect(names).toHaveLength(batches.length);
  return names.sort().map((name) => path.join(spool, name));
}

const asideFigure = async (parapet: Parapet) => {
  const { text } = await request(parapet.url, { method: 'GET', path: '/metrics', headers: {} });
  return /^parapet_spool_set_aside_total (\d+)$/m.exec(text)?.[1];
};

it(
  'is emptied though some of its files cannot be read, which are put aside with the reason, counted, and tried anew at the next start',
  async () => {
    const batches = ['cut', 'good-1', 'garbage', 'folder', 'good-2', 'another-form', 'hostile', 'good-3'];
    const files = await waiting(batches);
    const file = (id: string) => files[batches.indexOf(id)] as string;
    const whole = readFileSync(file('cut'));
    truncateSync(file('cut'), whole.length - 7);
    writeFileSync(file('garbage'), Buffer.from([0, 255, 1, 254, 2]));
    // As with a file whose permissions are wrong, only that root has to feel it as well.
    renameSync(file('folder'), path.join(folder, 'moved'));
    mkdirSync(file('folder'));
    writeFileSync(file('another-form'), '{"batch_id":"another-form"}');
    writeFileSync(
      file('hostile'),
      readFileSync(file('hostile'), 'utf8').replace(/"event":\{/, '"event":null,"other":{'),
    );
    const parapet = await start();
    await expect.poll(() => foundOf(parapet, batches)).toEqual(['good-1', 'good-2', 'good-3']);
    expect((await send(parapet, 'later')).body.data).toMatchObject({ stored: 1, duplicate: false });
    expect(await foundOf(parapet, ['later'])).toEqual(['later']);
    expect(await asideFigure(parapet)).toBe('5');
    const aside = path.join(spool, 'aside');
    for (const id of ['cut', 'garbage', 'folder', 'another-form', 'hostile']) {
      const reason = readFileSync(path.join(aside, `${path.basename(file(id))}.reason`), 'utf8');
      expect(reason.trim(), id).not.toBe('');
    }
    expect(readdirSync(spool)).toEqual(['aside']);
    await parapet.close();

    writeFileSync(path.join(aside, path.basename(file('cut'))), whole);
    rmSync(path.join(aside, path.basename(file('folder'))), { recursive: true });
    renameSync(path.join(folder, 'moved'), path.join(aside, path.basename(file('folder'))));
    const again = await start();
    await expect.poll(() => foundOf(again, ['cut', 'folder', 'good-1'])).toEqual(['cut', 'folder', 'good-1']);
    await expect.poll(() => asideFigure(again)).toBe('3');
    expect(readdirSync(aside).filter((name) => !name.endsWith('.reason'))).toHaveLength(3);
    await again.close();
  },
  SLOWLY_MS,
);

it(
  'serves on where the plan that was being carried out cannot be read',
  async () => {
    await waiting(['behind-a-plan']);
    for (const text of ['{"token":"t","inse', '{}', 'null']) {
      writeFileSync(path.join(spool, 'plan.json'), text);
      const parapet = await start();
      expect((await send(parapet, 'beside-a-plan')).status, text).toBe(200);
      await expect.poll(() => foundOf(parapet, ['behind-a-plan', 'beside-a-plan'])).toHaveLength(2);
      await parapet.close();
    }
  },
  SLOWLY_MS,
);

it(
  'refuses over HTTP what no longer fits, and is emptied once the engine is back: nothing is lost or doubled',
  async () => {
    mkdirSync(spool, { recursive: true });
    // What waits since long: an empty group, of nearly all the room there is.
    writeFileSync(path.join(spool, 'batch-000000000001.json'), `[]${' '.repeat((256 << 20) - 700_000)}`);
    await engine.end();
    const parapet = await start();
    const taken: string[] = [];
    let refused: string | undefined;
    for (let i = 0; refused === undefined && i < 40; i++) {
      const { status, headers, body } = await send(parapet, `bulk-${i}`, 200);
      if (status === 200) taken.push(`bulk-${i}`);
      else {
        refused = `bulk-${i}`;
        expect(status).toBe(503);
        expect(headers.get('retry-after')).toMatch(/^\d+$/);
        expect(body.err_key).toBe('err.analytics.batch_unknown');
      }
    }
    expect(taken.length).toBeGreaterThan(1);
    expect(refused).toBeDefined();
    const all = [...taken, refused as string];
    expect((await parapet.call('GET', '/api/guard/policies', { as: 'admin' })).status).toBe(200);
    await engine.begin();
    await expect.poll(async () => (await send(parapet, refused as string, 200)).status).toBe(200);
    await expect.poll(() => foundOf(parapet, all)).toEqual(all);
    for (const id of all) {
      const { body } = await parapet.call('GET', `/api/analytics/events?keyword=${id}-1`, { as: 'admin' });
      // 1, 10 to 19 and 100 to 199.
      expect(body.data.total, id).toBe(111);
    }
    await expect.poll(() => readdirSync(spool)).toEqual(['aside']);
    await parapet.close();
  },
  SLOWLY_MS,
);
