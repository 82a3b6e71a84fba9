import { type ChildProcess, spawn } from 'node:child_process';

export type Child = { child: ChildProcess; url: string };

/** Starts `test/child-server.ts` with these settings. */
export const spawnChild = (settings: Record<string, string>) =>
  spawn(process.execPath, ['--import', 'tsx', 'test/child-server.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'fatal', ...settings },
  });

/** The same, and waits until it answers. */
export async function startChild(settings: Record<string, string>): Promise<Child> {
  const child = spawnChild(settings);
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    const url = /ready at (\S+)/.exec(output)?.[1];
    if (url) return { child, url };
  }
  throw new Error(`the server did not start: ${output}`);
}
