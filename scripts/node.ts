/**
 * `npm run node`: has this machine's nginx run what the management plane wants of a node, until it is stopped; nginx then serves on.
 * docs/nodes.md has the settings.
 */
import { Agent } from '@/lib/agent/agent';
import { Plane } from '@/lib/agent/plane';
import { readSettings } from '@/lib/agent/settings';

function start() {
  const { url, key, folder, node } = readSettings(process.env);
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  const log = (line: object) =>
    process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
  const plane = new Plane({ url, node_id: node.node_id, key }, stop.signal);
  return new Agent({ folder, node, log }, plane).run(stop.signal);
}

try {
  await start();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
