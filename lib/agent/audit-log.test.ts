import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aclRule, policyOf, siteOf, startOrigin } from '@/lib/render/nginx/testing';
import { freePort } from '@/scripts/dns-servers';
import type { Agent } from './agent';
import { AUDIT_LOG, keyOf, prepareAuditLog } from './audit-log';
import { LogTail } from './log-tail';
import { type Place, statusOf, testAgent } from './testing-agent';
import { TestPlane } from './testing-plane';
import { leftSegments, makeNumberedSegment, makeSegment, removeSegment } from './testing-segments';

let folder: string;
let logs: string;
let file: string;
const keys: number[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-logs-'));
  logs = path.join(folder, 'logs');
  mkdirSync(logs);
  file = path.join(logs, AUDIT_LOG);
});
afterEach(() => {
  for (const key of keys.splice(0)) removeSegment(key);
  rmSync(folder, { recursive: true, force: true });
});

function segmentOf(bytes: number): void {
  const key = keyOf(file);
  makeSegment(key, bytes);
  keys.push(key);
}

describe('an audit log', () => {
  it('that a segment of a killed process stands in the way of makes way for another, and is read all the same', () => {
    writeFileSync(file, '{"n":1}\n');
    const tail = new LogTail(logs, AUDIT_LOG, path.join(logs, 'sent'));
    segmentOf(8);
    const before = keyOf(file);
    prepareAuditLog(logs);
    expect(keyOf(file)).not.toBe(before);
    writeFileSync(file, '{"n":2}\n');
    expect(tail.read()?.text).toBe('{"n":1}\n');
  });

  it('stays with a segment that is large enough, as its own was before nginx was killed, or with none', () => {
    prepareAuditLog(logs);
    const before = keyOf(file);
    prepareAuditLog(logs);
    segmentOf(file.length + 5);
    prepareAuditLog(logs);
    expect(keyOf(file)).toBe(before);
    expect(existsSync(`${file}.1`)).toBe(false);
  });

  it('has the key that the C library gives it', () => {
    prepareAuditLog(logs);
    const program = 'use IPC::SysV qw(ftok); print ftok($ARGV[0], 1)';
    expect(execFileSync('perl', ['-e', program, file], { encoding: 'utf8' })).toBe(String(keyOf(file)));
  });
});

describe('the audit log of an nginx', () => {
  let place: Place;
  let plane: TestPlane;
  let agent: Agent;
  let origin: Awaited<ReturnType<typeof startOrigin>>;

  beforeEach(async () => {
    place = { folder, http: await freePort(), https: await freePort() };
    [plane, origin] = [new TestPlane(), await startOrigin()];
    agent = testAgent(place, plane);
    writeFileSync(file, '');
  });
  afterEach(async () => {
    agent.stop();
    origin.server.close();
    await expect.poll(() => existsSync(path.join(logs, 'nginx.pid')), { timeout: 10_000 }).toBe(false);
  });

  async function block(data: string): Promise<void> {
    const acl_rules = [aclRule(1, [{ field: 'path', op: 'eq', data }])];
    const site = siteOf(origin.port, { domain_id: 'a', domain: 'a.example.com' });
    plane.save(['policy', 'p-1', policyOf({ acl_rules })], ['domain', 'a', site]);
    await agent.round();
    await expect.poll(() => statusOf(place, 'a.example.com', data), { timeout: 20_000 }).toBe(403);
  }
  const isWritten = (data: string) =>
    expect.poll(() => readFileSync(file, 'utf8'), { timeout: 10_000 }).toContain(`"uri":"${data}"`);

  it('is written where a killed process left a segment that is too small', async () => {
    segmentOf(8);
    await block('/small');
    await isWritten('/small');
  });

  it('is written where the number of a segment that was left ends in 255', async () => {
    const key = keyOf(file);
    makeNumberedSegment(key, Buffer.byteLength(file) + 5, 255);
    keys.push(key);
    await block('/numbered');
    await isWritten('/numbered');
  });

  it('leaves no segment behind, and none of the tests of what it is to run', async () => {
    for (const data of ['/started', '/reloaded', '/reloaded-again']) await block(data);
    agent.stop();
    await expect.poll(() => leftSegments(), { timeout: 10_000 }).not.toContain(keyOf(file));
  });

  it('is written by a fresh one that takes over, also where the number of its segment ends in 255', async () => {
    const key = keyOf(file);
    await block('/before');
    rmSync(file);
    writeFileSync(file, '');
    keys.push(keyOf(file), key);
    makeNumberedSegment(keyOf(file), Buffer.byteLength(file) + 5, 255);
    expect(await agent.renewNginx()).toBe(true);
    await statusOf(place, 'a.example.com', '/before');
    await isWritten('/before');
  });
});
