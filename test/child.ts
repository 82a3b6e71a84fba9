import { type ChildProcess, spawn } from 'node:child_process';
import { commandOf } from './program';

export type Child = { child: ChildProcess; url: string };

/** Starts `test/child-server.ts` with these settings; `by` is a command that becomes the one given to it. */
export function spawnChild(settings: Record<string, string>, by: readonly string[] = []): ChildProcess {
  const [command = '', ...args] = [...by, ...commandOf('test/child-server.ts')];
  return spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'fatal', ...settings },
  });
}

/** The same, and waits until it answers. */
export async function startChild(settings: Record<string, string>, by: readonly string[] = []): Promise<Child> {
  const child = spawnChild(settings, by);
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    const url = /ready at (\S+)/.exec(output)?.[1];
    if (url) return { child, url };
  }
  throw new Error(`the server did not start: ${output}`);
}
