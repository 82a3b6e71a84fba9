import { Agent } from './agent';
import { Health } from './health';
import { NodeKey } from './node-key';
import { enrol, Plane } from './plane';
import { readSettings } from './settings';
import { Shipper } from './shipper';

/**
 * Has this machine's nginx run what the management plane wants of a node, until the signal fires; nginx then serves on. Settings are those of
 * docs/nodes.md. Throws with the name of one that is wrong.
 */
export async function runAgent(
  env: Readonly<Record<string, string | undefined>>,
  write: (line: string) => void,
  stop: AbortSignal,
): Promise<void> {
  const { url, key: source, folder, node } = readSettings(env);
  const log = (line: object) => write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
  const key = await NodeKey.open(source, (token) => enrol(url, token));
  const { node_id } = key;
  const plane = new Plane({ url, node_id, key: () => key.text }, stop);
  const renewKey = () => key.renewIfDue(() => plane.nextKey());
  const agent = new Agent({ folder, node: { ...node, node_id }, log, renewKey }, plane);
  const shipper = new Shipper({ folder, log, reopen: () => agent.reopenLogs() }, plane);
  const served = { origins: () => agent.origins(), certificates: () => agent.certificates() };
  const health = new Health({ folder, log, ...served, unsent: () => shipper.unsent }, plane);
  await Promise.all([agent.run(stop), shipper.run(stop), health.run(stop)]);
}
