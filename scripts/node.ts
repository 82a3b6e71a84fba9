/** `npm run node`: the agent of a node from source (docs/nodes.md). */
import { runAgent } from '@/lib/agent/run';
import { findNamesBelowLocalhost } from '@/lib/runtime/localhost';
import packageJson from '@/package.json' with { type: 'json' };

findNamesBelowLocalhost();
const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());

try {
  await runAgent(
    process.env,
    { version: packageJson.version, write: (line) => process.stdout.write(line) },
    stop.signal,
  );
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
