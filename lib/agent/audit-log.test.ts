import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AUDIT_LOG, keyOf, prepareAuditLog } from './audit-log';
import { LogTail } from './log-tail';
import { makeSegment, removeSegment } from './testing-segments';

let logs: string;
let file: string;
const keys: number[] = [];
beforeEach(() => {
  logs = mkdtempSync(path.join(tmpdir(), 'parapet-logs-'));
  file = path.join(logs, AUDIT_LOG);
});
afterEach(() => {
  for (const key of keys.splice(0)) removeSegment(key);
  rmSync(logs, { recursive: true, force: true });
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
