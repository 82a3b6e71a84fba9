import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EventLine } from '../events/event';
import type { RejectedLine } from '../events/rejected';
import { readLogs } from './read';
import type { FileReport } from './report';

const TRAFFIC = join(import.meta.dirname, '../../../fixtures/traffic');
const ACCESS = join(TRAFFIC, 'nginx-access.json.gz');
const AUDIT = join(TRAFFIC, 'modsecurity-audit.json.gz');
const COMBINED = join(TRAFFIC, 'apache-combined.log.gz');

async function readAll(files: string[], maxPending?: number) {
  const events: EventLine[] = [];
  const rejected: RejectedLine[] = [];
  const reports: FileReport[] = [];
  for await (const batch of readLogs(files, { format: 'auto', maxPending }, reports)) {
    events.push(...batch.events);
    rejected.push(...batch.rejected);
  }
  return { events, rejected, reports };
}

async function raw(file: string): Promise<string> {
  return gunzipSync(await readFile(file)).toString('latin1');
}

const byId = (a: EventLine, b: EventLine) => ((a.event_id ?? '') < (b.event_id ?? '') ? -1 : 1);

describe('the captured traffic', () => {
  let dir = '';
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'parapet-read-'));
  });

  it('reads every line of each file', async () => {
    const { reports, rejected } = await readAll([ACCESS, AUDIT, COMBINED]);
    expect(rejected).toEqual([]);
    expect(reports.map((r) => [r.format, r.lines, r.events, r.joined, r.alone])).toEqual([
      ['nginx_json', 15857, 15857, 3478, 0],
      ['modsecurity_json', 3478, 0, 3478, 0],
      ['combined', 10000, 10000, 0, 0],
    ]);
    expect(reports.map((r) => r.lossy)).toEqual([3, 12, 0]);
  });

  it('joins the same whichever file is named first', async () => {
    const one = await readAll([ACCESS, AUDIT]);
    const other = await readAll([AUDIT, ACCESS]);
    expect(one.events.sort(byId)).toEqual(other.events.sort(byId));
  });

  it('counts actions as the raw lines do', async () => {
    const { events } = await readAll([ACCESS, AUDIT]);
    const access = await raw(ACCESS);
    const audit = await raw(AUDIT);
    const of = (action: string) => events.filter((e) => e.action === action).length;
    expect(of('block')).toBe((audit.match(/"ruleId":"949110"/g) ?? []).length);
    expect(of('limit')).toBe((access.match(/"limit_req_status":"REJECTED"/g) ?? []).length);
    expect(of('monitor')).toBe(
      audit.split('\n').filter((l) => l.includes('"ruleId"') && !l.includes('"ruleId":"949110"')).length,
    );
  });

  it('keeps identical lines apart and gives a repeated file the same ids', async () => {
    const { events } = await readAll([COMBINED, COMBINED]);
    expect(events).toHaveLength(20000);
    expect(new Set(events.map((e) => e.event_id)).size).toBe(10000);
  });

  it('lets audit lines go alone when too many wait', async () => {
    const { events, reports } = await readAll([AUDIT, ACCESS], 1000);
    expect(events.length).toBe(15857 + (reports[0]?.alone ?? 0));
    expect(reports[0]?.alone).toBeGreaterThan(1000);
    expect(new Set(events.map((e) => e.event_id)).size).toBe(15857);
  });

  it('loses nothing of a file of many chunks while progress is counted', async () => {
    const line = '{"msec":"1795160231.201","status":200,"remote_addr":"192.0.2.1","uri":"/a"}\n';
    const plain = join(dir, 'long.log');
    const packed = join(dir, 'long.log.gz');
    await writeFile(plain, line.repeat(30_000));
    await writeFile(packed, gzipSync(line.repeat(30_000)));
    for (const file of [plain, packed]) {
      let bytes = 0;
      let events = 0;
      const onBytes = (count: number) => {
        bytes += count;
      };
      for await (const batch of readLogs([file], { format: 'auto', onBytes })) events += batch.events.length;
      expect([events, bytes]).toEqual([30_000, (await stat(file)).size]);
    }
  });

  it('says so when a gzip file is cut off', async () => {
    const file = join(dir, 'cut.gz');
    await writeFile(file, gzipSync('{"a":1}\n'.repeat(5000)).subarray(0, 60));
    await expect(readAll([file])).rejects.toThrow();
  });

  it('keeps what it cannot read', async () => {
    const file = join(dir, 'mixed.log');
    const good = '{"msec":"1795160231.201","status":200,"remote_addr":"192.0.2.1","uri":"/a"}';
    const bytes = Buffer.concat([
      Buffer.from(`${good}\r\n\n{"msec":"17951602`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`\n{"status":200}\n[1]\n{"msec":"1795160231.201"}\n${'x'.repeat(3000)}\n${good}`),
    ]);
    await writeFile(file, bytes);
    const { events, rejected, reports } = await readAll([file]);
    expect(events).toHaveLength(2);
    expect(rejected.map((r) => [r.line, r.reason])).toEqual([
      [3, 'not_json'],
      [4, 'no_time'],
      [5, 'not_json'],
      [6, 'no_status'],
      [7, 'not_json'],
    ]);
    expect(rejected[4]?.text).toHaveLength(2048);
    expect(rejected[0]?.text).toContain('�');
    expect(reports[0]).toMatchObject({ lines: 8, blank: 1, lossy: 1, events: 2 });
    expect(new Set(rejected.map((r) => r.reject_id)).size).toBe(5);
  });
});
