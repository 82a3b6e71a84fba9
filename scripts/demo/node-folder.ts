import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { NginxProcesses } from '@/lib/agent/nginx-processes';

/** How long nginx may answer what it began, and how often is asked whether it has ended. */
const QUIT_MS = 3_000;
const PAUSE_MS = 50;

/**
 * The folder of a demonstration's node, no other's. As root it is outside of Parapet's own, which nginx's workers, who are somebody
 * else, may not look into.
 */
export function nodeFolder(dataDir: string, isRoot: boolean): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return isRoot ? `/var/lib/parapet-demo-node-${name}` : path.join(dataDir, 'node');
}

/** Ends the nginx of a node's folder, whose agent has ended, and deletes the folder, which has the keys of certificates. */
export function removeNode(folder: string): void {
  const nginx = new NginxProcesses(folder, path.join(folder, 'logs'));
  const pid = nginx.masterIn('nginx.pid');
  if (pid > 0) end(pid, () => nginx.masterIn('nginx.pid') === pid);
  rmSync(folder, { recursive: true, force: true });
}

function end(pid: number, isThere: () => boolean): void {
  process.kill(pid, 'SIGQUIT');
  const until = performance.now() + QUIT_MS;
  while (isThere() && performance.now() < until) pause(PAUSE_MS);
  if (isThere()) process.kill(pid, 'SIGTERM');
}

/** Waits where nothing can be awaited, as while a process exits. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
