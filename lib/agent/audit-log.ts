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

/**
 * Sees to it that an nginx which is started now can write its audit log, in the folder of its logs. ModSecurity takes the key of the log's
 * shared memory from the file's inode; where a process that was killed left a smaller segment under that key, it writes no
 * line and says nothing, so that what it refuses would count as passed. Such a file makes way for another.
 */
export function prepareAuditLog(logs: string): void {
  const file = path.join(logs, AUDIT_LOG);
  for (;;) {
    if (!existsSync(file)) closeSync(openSync(file, 'a'));
    const size = segments().get(keyOf(file));
    if (size === undefined || size >= Buffer.byteLength(file) + BESIDE_NAME) return;
    putAside(logs, AUDIT_LOG);
  }
}

/** As ftok(3). */
export function keyOf(file: string): number {
  const { dev, ino } = statSync(file);
  return (KIND << 24) | ((dev & 0xff) << 16) | (ino & 0xffff);
}

/** The bytes of each segment of shared memory, by its key. */
function segments(): Map<number, number> {
  if (!existsSync(SEGMENTS)) return new Map();
  const [, ...lines] = readFileSync(SEGMENTS, 'utf8').trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [key, , , size] = line.trim().split(/\s+/);
      return [Number(key), Number(size)];
    }),
  );
}
