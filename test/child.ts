import { type ChildProcess, spawn } from 'node:child_process';
import { commandOf } from './program';

export type Child = { child: ChildProcess; url: string };

/** How a process is started: `by` is a command that becomes the one given to it, `program` what runs in place of `test/child-server.ts`. */
type Started = { by?: readonly string[]; program?: readonly string[] };

/** Starts a Parapet with these settings. */
export function spawnChild(settings: Record<string, string>, { by = [], program }: Started = {}): ChildProcess {
  const [command = '', ...args] = [...by, ...(program ?? commandOf('test/child-server.ts'))];
  return spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'fatal', ...settings },
  });
}

/** The same, and waits until it answers. */
export async function startChild(settings: Record<string, string>, started: Started = {}): Promise<Child> {
  const child = spawnChild(settings, started);
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    const url = /ready at (\S+)/.exec(output)?.[1];
    if (url) return { child, url };
  }
  throw new Error(`the server did not start: ${output}`);
}
