import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { install } from '../apt';
import type { Scene } from './scene';
import type { Server } from './server';

/** A disk of its own below the folder of a fault's processes, small enough to be filled. Takes the right to mount. */
export function smallDisk(scene: Scene, megabytes: number): { fill(): void; free(): void } {
  const folder = scene.dataDir();
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'parapet-fault', folder]);
  scene.cleanup(() => execFileSync('umount', ['-l', folder]));
  const ballast = path.join(folder, 'ballast');
  return {
    fill() {
      try {
        writeFileSync(ballast, Buffer.alloc(megabytes << 20));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(ballast),
  };
}

/** What a process asks of a disk when it writes, and so that all before is on the disk. */
export const WRITES = 'write,pwrite64,pwritev,ftruncate';
export const SYNCING = 'fsync,fdatasync';
/** Characters of what strace said that an error repeats. */
const LAST_WORDS = 1_000;
const WRITING = `${WRITES},${SYNCING}`;

/**
 * Puts strace between a process and the disk: whatever it writes to these files meets `injected`, as strace writes it
 * (`error=EIO`, `delay_enter=100000`). Answers how to take it away again.
 */
export async function tamper(
  server: Server,
  files: readonly string[],
  injected: string,
  calls = WRITING,
): Promise<() => Promise<void>> {
  install('/usr/bin/strace', 'strace');
  const paths = files.flatMap((file) => ['-P', file]);
  const args = ['-f', '-p', String(server.pid), ...paths, '-e', `trace=${calls}`, '-e', `inject=${calls}:${injected}`];
  const strace = spawn('strace', [...args, '-o', '/dev/null'], { stdio: ['ignore', 'ignore', 'pipe'] });
  await attached(strace);
  return async () => {
    if (strace.exitCode !== null || strace.signalCode !== null) throw new Error('strace ended while it was to tamper');
    const exit = once(strace, 'exit');
    strace.kill('SIGINT');
    await exit;
  };
}

/** Its words are read as long as it runs: it says so of each new thread, and a pipe that nobody reads would end it. */
async function attached(strace: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    strace.stderr?.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-LAST_WORDS);
      if (said.includes(' attached')) resolve();
    });
    strace.once('exit', () => reject(new Error(`strace could not attach: ${said}`)));
  });
}
