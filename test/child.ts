import { type ChildProcess, spawn } from 'node:child_process';

/** Starts `child-server.ts` in a process of its own and waits until it listens. */
export async function startChild(env: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/child-server.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: '', LOG_LEVEL: 'fatal', ...env },
  });
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    const url = /ready at (\S+)/.exec(output)?.[1];
    if (url) return { child, url };
  }
  throw new Error(`the server did not start: ${output}`);
}
