import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** Processes that work in a folder: those that were started with it, and PostgreSQL, which was told where its data are. */
const processesIn = (folder: string) =>
  readdirSync('/proc').filter(
    (pid) =>
      /^\d+$/.test(pid) && ['environ', 'cmdline'].some((file) => read(path.join('/proc', pid, file)).includes(folder)),
  );

it.each([
  { only: 'disk-full', store: 'embedded', signal: 'SIGINT', has: () => read('/proc/mounts') },
  { only: 'postgres-crash', store: 'postgres', signal: 'SIGTERM', has: (folder: string) => readdirSync(folder).join() },
] as const)(
  'faults that are ended by $signal leave nothing ($only)',
  async ({ only, store, signal, has }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'parapet-ended-'));
    chmodSync(folder, 0o755);
    const args = ['--import', 'tsx', 'scripts/faults/main.ts', '--short', '--only', only, '--store', store];
    const faults = spawn(process.execPath, args, { stdio: 'ignore', env: { ...process.env, TMPDIR: folder } });
    const exit = once(faults, 'exit');
    const isUnderWay = () => has(folder).includes('parapet-fault') && processesIn(folder).length > 2;
    await vi.waitUntil(isUnderWay, { timeout: 120_000, interval: 100 });
    faults.kill(signal);
    expect(await exit).toEqual([1, null]);
    expect(processesIn(folder)).toEqual([]);
    expect(read('/proc/mounts')).not.toContain(folder);
    expect(readdirSync(folder).filter((name) => name.startsWith('parapet'))).toEqual([]);
  },
  240_000,
);
