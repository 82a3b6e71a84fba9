import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROW_GROUP } from '../store/store';
import { loadInto } from './load';

const BATCH_LINES = ROW_GROUP / 4;
const BATCHES = 14;

let folder: string;
const waiting: ServerResponse[] = [];
const server = createServer((request, response) => {
  request.resume().once('end', () => waiting.push(response));
});

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-load-'));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const answer = (response: ServerResponse | undefined) =>
  response?.end(JSON.stringify({ data: { stored: BATCH_LINES, known: 0, upgraded: 0, kept: 0, reasons: {} } }));

/** Resolves when as many batches wait as come, and no more for a while. */
async function settled(count: number): Promise<number> {
  while (waiting.length < count) await new Promise((later) => setTimeout(later, 5));
  await new Promise((later) => setTimeout(later, 100));
  return waiting.length;
}

it('has eight batches under way', async () => {
  const file = path.join(folder, 'access.log');
  const line = (i: number) =>
    `{"msec":"1795160231.201","request_id":"r${i}","host":"a.example","uri":"/","status":200}\n`;
  writeFileSync(file, Array.from({ length: BATCHES * BATCH_LINES }, (_, i) => line(i)).join(''));
  const { port } = server.address() as AddressInfo;
  const target = { url: `http://127.0.0.1:${port}`, authorization: 'Bearer x' };
  const loading = loadInto(target, [file], { format: 'nginx_json', shiftToNow: false, hostMap: {} });
  expect(await settled(8)).toBe(8);
  answer(waiting.shift());
  expect(await settled(8)).toBe(8);
  for (let answered = 1; answered < BATCHES; answered++) {
    await settled(1);
    answer(waiting.shift());
  }
  const [report] = await loading;
  expect(report).toMatchObject({ events: BATCHES * BATCH_LINES, stored: BATCHES * BATCH_LINES });
}, 30_000);
