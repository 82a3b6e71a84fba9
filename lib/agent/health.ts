import { spawnSync } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_CERTIFICATES, type NodeFigures } from '@/lib/guard/fleet/vocabulary';
import { workerBytes } from './nginx-memory';
import { OriginProbe, type ServedOrigin } from './origin-probe';
import type { Plane } from './plane';

const EVERY_MS = 20_000;

type Certificate = NodeFigures['certificates'][number];

type HealthOptions = Readonly<{
  /** Where the agent keeps everything. */
  folder: string;
  /** Of the agent. */
  version: string;
  failedUpgrade(): NodeFigures['failed_upgrade'];
  failedRound(): NodeFigures['failed_round'];
  /** What the node serves now. */
  origins(): readonly ServedOrigin[];
  certificates(): readonly Certificate[];
  nginxMemory(): NodeFigures['nginx_memory'];
  /** Bytes of logs that were not sent yet. */
  unsent(): number;
  log(line: Record<string, unknown>): void;
}>;

/** Tells the management plane how the node is. What could not be said is not said later: the next figures count. */
export class Health {
  readonly #probe = new OriginProbe();
  readonly #nginx = nginxVersion();

  constructor(
    private readonly options: HealthOptions,
    private readonly plane: Pick<Plane, 'health'>,
  ) {}

  /** Says it every twenty seconds until the signal fires. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.say();
      } catch (error) {
        if (signal.aborted) return;
        this.options.log({ level: 'warn', message: `health: ${(error as Error).message}` });
      }
      await pause(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async say(): Promise<void> {
    const figures = await this.#measure();
    await this.plane.health({ ...figures, clock: Date.now() });
  }

  async #measure(): Promise<NodeFigures> {
    const { folder, version, failedUpgrade, failedRound, nginxMemory, origins, certificates, unsent } = this.options;
    const { bavail, blocks, bsize } = await statfs(folder);
    const failing = await this.#probe.failing(origins());
    return {
      agent_version: version,
      nginx_version: this.#nginx,
      load: (loadavg()[0] ?? 0) / availableParallelism(),
      worker_bytes: workerBytes(path.join(folder, 'logs', 'nginx.pid')),
      agent_bytes: process.memoryUsage.rss(),
      disk_free: bavail * bsize,
      disk_size: blocks * bsize,
      unsent_bytes: unsent(),
      certificates: [...certificates()].sort((a, b) => a.ends_at - b.ends_at).slice(0, MAX_CERTIFICATES),
      ...failing,
      failed_upgrade: failedUpgrade(),
      failed_round: failedRound(),
      nginx_memory: nginxMemory(),
    };
  }
}

function nginxVersion(): string {
  const { stderr } = spawnSync('/usr/sbin/nginx', ['-v'], { encoding: 'utf8', timeout: 5_000 });
  return /nginx\/(\S{1,32})/.exec(stderr ?? '')?.[1] ?? '';
}
