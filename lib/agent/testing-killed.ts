/**
 * A round of an agent in a process of its own: `folder http https url step`. It is killed before the step of that number, counting what leaves a
 * trace anywhere: files, nginx, and what the management plane is asked or told. Without one it prints its steps.
 */
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

const [folder = '', http, https, url = '', at = '0'] = process.argv.slice(2);
const steps: string[] = [];
const kill = process.kill.bind(process);

function step(name: string): void {
  steps.push(name);
  if (steps.length === Number(at)) kill(process.pid, 'SIGKILL');
}

const wrapped = [
  [fs, ['writeFileSync', 'renameSync', 'rmSync', 'symlinkSync']],
  [childProcess, ['spawnSync']],
  [process, ['kill']],
  [globalThis, ['fetch']],
] as const;
for (const [owner, names] of wrapped) {
  for (const name of names) {
    const methods = owner as unknown as Record<string, (...given: unknown[]) => unknown>;
    const before = methods[name]?.bind(owner);
    methods[name] = (...given) => {
      // Asking whether a process lives leaves no trace.
      if (given[1] !== 0) step(`${name} ${path.relative(folder, String(given[0]))}`);
      return before?.(...given);
    };
  }
}
syncBuiltinESMExports();

const { testAgent } = await import('./testing-agent');
const { Plane } = await import('./plane');
const own = new Plane({ url, node_id: 'test-1', key: 'key' }, new AbortController().signal);
await testAgent({ folder, http: Number(http), https: Number(https) }, own).round();
process.stdout.write(steps.join('\n'));
