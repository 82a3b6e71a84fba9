/**
 * `npm run node`: has this machine's nginx run what the management plane wants of a node, until it is stopped; nginx then serves on.
 * docs/nodes.md has the settings.
 */
import { Agent } from '@/lib/agent/agent';
import { Health } from '@/lib/agent/health';
import { NodeKey } from '@/lib/agent/node-key';
import { enrol, Plane } from '@/lib/agent/plane';
import { readSettings } from '@/lib/agent/settings';
import { Shipper } from '@/lib/agent/shipper';

async function start() {
  const { url, key: source, folder, node } = readSettings(process.env);
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  const log = (line: object) =>
    process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
  const key = await NodeKey.open(source, (token) => enrol(url, token));
  const { node_id } = key;
  const plane = new Plane({ url, node_id, key: () => key.text }, stop.signal);
  const renewKey = () => key.renewIfDue(() => plane.nextKey());
  const agent = new Agent({ folder, node: { ...node, node_id }, log, renewKey }, plane);
  const shipper = new Shipper({ folder, log, reopen: () => agent.reopenLogs() }, plane);
  const served = { origins: () => agent.origins(), certificates: () => agent.certificates() };
  const health = new Health({ folder, log, ...served, unsent: () => shipper.unsent }, plane);
  await Promise.all([agent.run(stop.signal), shipper.run(stop.signal), health.run(stop.signal)]);
}

try {
  await start();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
