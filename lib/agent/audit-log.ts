import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { putAside } from './log-tail';

/** The log of the requests that ModSecurity refused. */
export const AUDIT_LOG = 'audit.json';

const SEGMENTS = '/proc/sysvipc/shm';
/** ModSecurity gives each of its logs a segment of shared memory, under a key of this kind. */
const KIND = 1;
/** What such a segment holds beside the file's name, in bytes: a number, and the end of the name. */
const BESIDE_NAME = 5;
/** ModSecurity takes a segment that begins with this byte for one that it did not get; it begins with its number. */
const FAILED = 0xff;

type Segment = { id: number; bytes: number; attached: number };

/**
 * Sees to it that an nginx which is started now can write its audit log, in the folder of its logs. ModSecurity takes the key of the log's
 * shared memory from the file's inode; where there is a segment under that key that is smaller, as that of another log, or has one of
 * some numbers, it writes no line and says nothing, so that what it refuses would count as passed. Such a file makes way for another.
 */
export function prepareAuditLog(logs: string): void {
  const file = path.join(logs, AUDIT_LOG);
  for (;;) {
    if (!existsSync(file)) closeSync(openSync(file, 'a'));
    const segment = segments().get(keyOf(file));
    if (!segment || (segment.bytes >= bytesFor(file) && (segment.id & 0xff) !== FAILED)) return;
    putAside(logs, AUDIT_LOG);
  }
}

/** Removes the segment of the audit log that an nginx left which only tested its files: ModSecurity removes it at a reload or an end alone. */
export function removeLeftSegment(logs: string): void {
  const file = path.join(logs, AUDIT_LOG);
  const segment = existsSync(file) ? segments().get(keyOf(file)) : undefined;
  if (segment?.attached === 0 && segment.bytes === bytesFor(file)) spawnSync('ipcrm', ['-m', String(segment.id)]);
}

const bytesFor = (file: string): number => Buffer.byteLength(file) + BESIDE_NAME;

/** As ftok(3). */
export function keyOf(file: string): number {
  const { dev, ino } = statSync(file);
  return (KIND << 24) | ((dev & 0xff) << 16) | (ino & 0xffff);
}

/** The segments of shared memory by their keys. */
function segments(): Map<number, Segment> {
  if (!existsSync(SEGMENTS)) return new Map();
  const [, ...lines] = readFileSync(SEGMENTS, 'utf8').trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [key = 0, id = 0, , bytes = 0, , , attached = 0] = line.trim().split(/\s+/).map(Number);
      return [key, { id, bytes, attached }];
    }),
  );
}
