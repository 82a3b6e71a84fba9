import { spawn } from 'node:child_process';
import { commandOf } from './program';

export type Ended = { code: number | null; output: string };

/** Starts a command of scripts/ as npm would, in a process of its own. */
export function startScript(name: string, args: readonly string[], env: Record<string, string>) {
  const [node, program] = commandOf(`scripts/${name}.ts`);
  const child = spawn(node, [program, ...args], {
    env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: '', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, output })));
  return { child, ended };
}

/** Runs a command of scripts/; answers its exit code and all that it printed. */
export const runScript = (name: string, args: readonly string[], env: Record<string, string>): Promise<Ended> =>
  startScript(name, args, env).ended;
