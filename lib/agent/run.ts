import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { isSea } from 'node:sea';
import { setTimeout as pause } from 'node:timers/promises';
import { firstAborted } from '@/lib/runtime/first-aborted';
import { Agent, type AgentOptions } from './agent';
import { Health } from './health';
import { belongTo } from './last-plane';
import { NodeKey } from './node-key';
import { onlyAgentOf } from './only-agent';
import { enrol, Plane } from './plane';
import { Probation, previousOf } from './probation';
import { type AgentSettings, folderOf, readSettings } from './settings';
import { Shipper } from './shipper';
import { Upgrade } from './upgrade';

type Environment = Readonly<Record<string, string | undefined>>;

type Given = {
  version: string;
  write: (line: string) => void;
  /** The executable that this is, which upgrades replace; undefined from source. */
  program?: string | undefined;
};

type Log = (line: object) => void;

/**
 * Has this machine's nginx run what the management plane wants of a node, until the signal fires; nginx then serves on. Settings are those of
 * docs/nodes.md. Throws with the name of one that is wrong. Also ends once the program was replaced by a newer one.
 */
export async function runAgent(
  env: Environment,
  { version, write, program = isSea() ? process.execPath : undefined }: Given,
  stop: AbortSignal,
): Promise<void> {
  const settings = readSettings(env);
  const { folder } = settings;
  const log: Log = (line) => write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
  const release = await onlyAgentOf(folder);
  const next = await serveUntilReplaced(settings, { version, log, program }, stop).finally(release);
  if (next !== undefined && !env.INVOCATION_ID) await succeed(env, folder, program, next);
}

/** Answers the version that took the place of this one; undefined where the signal fired. */
async function serveUntilReplaced(
  settings: AgentSettings,
  { version, log, program }: { version: string; log: Log; program: string | undefined },
  stop: AbortSignal,
): Promise<string | undefined> {
  const { folder } = settings;
  const key = await NodeKey.open(settings.key, (token) => enrol(settings.url, token));
  belongTo(folder, { url: settings.url, node_id: key.node_id });
  const release_key = settings.upgrade.isOn ? (settings.upgrade.release_key ?? key.release_key) : '';
  const upgrade = new Upgrade({ folder, program, version, release_key, log }, planeOf(settings, key, stop));
  while (!stop.aborted) {
    const turn = new AbortController();
    const { signal } = firstAborted(stop, turn.signal);
    const served = serve(settings, key, { version, log, upgrade }, signal);
    const found = await Promise.race([served, upgrade.find(signal)]);
    turn.abort();
    // Two agents at once would write into one folder.
    await served;
    if (found && (await upgrade.take(found, stop))) return found.version;
  }
  upgrade.stopped();
  return undefined;
}

/** Counts a start of the program that took the place of this one, and takes the place back where it does not stay up. */
export function countStart(env: Environment, program: string): void {
  const place = program.replace(/\.previous$/, '');
  if (place === program) throw new Error(`${program} is not a program that was replaced`);
  new Probation(folderOf(env)).countStart(place);
}

/** One round, as a new version is tried with before it is put into its place. Throws what is wrong. */
export async function tryAgent(env: Environment, { version, write }: Given, stop: AbortSignal): Promise<void> {
  const settings = readSettings(env);
  const key = await NodeKey.open(settings.key, () => Promise.reject(new Error('the node is not enrolled')));
  const log: Log = (line) => write(`${JSON.stringify(line)}\n`);
  await agentOf(settings, key, { version, log }, planeOf(settings, key, stop)).prove();
}

const planeOf = ({ url }: AgentSettings, key: NodeKey, signal: AbortSignal) =>
  new Plane({ url, node_id: key.node_id, key: () => key.text }, signal);

function agentOf(
  { folder, node, nginxBytes }: AgentSettings,
  key: NodeKey,
  own: Pick<AgentOptions, 'version' | 'log' | 'renewKey' | 'succeeded'>,
  plane: Plane,
): Agent {
  return new Agent({ ...own, folder, nginxBytes, node: { ...node, node_id: key.node_id } }, plane);
}

async function serve(
  settings: AgentSettings,
  key: NodeKey,
  { version, log, upgrade }: { version: string; log: Log; upgrade: Upgrade },
  signal: AbortSignal,
): Promise<undefined> {
  const { folder } = settings;
  const plane = planeOf(settings, key, signal);
  const renewKey = () => key.renewIfDue(() => plane.nextKey());
  const succeeded = () => upgrade.settle(performance.now());
  const agent = agentOf(settings, key, { version, log, renewKey, succeeded }, plane);
  const logged = { reopen: () => agent.reopenLogs(), writesTo: (name: string) => agent.writesTo(name) };
  const shipper = new Shipper({ folder, log, ...logged }, plane);
  const served = {
    origins: () => agent.origins(),
    certificates: () => agent.certificates(),
    nginxMemory: () => agent.memory.figures(),
    failedRound: () => agent.failed,
  };
  const said = { version, failedUpgrade: () => upgrade.failed, unsent: () => shipper.unsent };
  const health = new Health({ folder, log, ...served, ...said }, plane);
  await Promise.all([agent.run(signal), shipper.run(signal), health.run(signal)]);
  return undefined;
}

/** How long after its end a program is started again. */
const RESTART_MS = 1_000;

/** Does what systemd does elsewhere: starts the new program, again where it dies before it has proved itself. Ends with it. */
async function succeed(env: Environment, folder: string, program = '', version = ''): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  const own = { stdio: 'inherit', env: env as NodeJS.ProcessEnv } as const;
  const probation = new Probation(folder);
  do {
    spawnSync(previousOf(program), ['node', 'begin'], own);
    const child = spawn(program, ['node'], own);
    const end = () => child.kill('SIGTERM');
    stop.signal.addEventListener('abort', end);
    await once(child, 'exit');
    stop.signal.removeEventListener('abort', end);
    await pause(RESTART_MS, undefined, { signal: stop.signal }).catch(() => undefined);
  } while (!stop.signal.aborted && probation.isOn(version));
}
