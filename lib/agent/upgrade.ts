import { execFile } from 'node:child_process';
import { linkSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isNewer, isSigned } from '@/lib/cli/release/signature';
import type { NodeRelease } from '@/lib/guard/agents/contract';
import type { NodeFigures } from '@/lib/guard/fleet/vocabulary';
import { readKept, written } from './objects';
import type { Plane } from './plane';
import { Probation, previousOf, STARTS } from './probation';
import { downloaded } from './program';

const run = promisify(execFile);

const HOUR_MS = 3_600_000;
/** How long a new program may take to say its version, and to finish a round; ten thousand sites are tested within that. */
const VERSION_MS = 30_000;
const ROUND_S = 600;
/** How often a trial may be cut off from outside until it is the version's own fault. */
const TRIES = 3;
/** Versions that are remembered as bad. */
const KEPT = 20;
const REASON = 500;

type Failed = NonNullable<NodeFigures['failed_upgrade']>;
type State = { trying: { version: string; tries: number } | null; failed: Failed[] };

export type UpgradeOptions = Readonly<{
  /** Where the agent keeps everything. */
  folder: string;
  /** The executable that runs; undefined where there is none to replace, as from source. */
  program: string | undefined;
  version: string;
  /** Whose signature counts; empty: nobody's. */
  release_key: string;
  log(line: Record<string, unknown>): void;
  everyMs?: number;
  roundS?: number;
  settledMs?: number;
}>;

/**
 * Replaces the agent's executable by a released one that is newer, signed, and has finished a round on this very node. Until then
 * the present one stays in its place, so that nothing has to be put back whenever either of them dies; afterwards it is put back where the new one
 * does not stay up.
 */
export class Upgrade {
  readonly #file: string;
  readonly #state: State;
  readonly #probation: Probation;
  /** A release that could not even be tried. */
  #unfit: Failed | undefined;

  constructor(
    private readonly options: UpgradeOptions,
    private readonly plane: Pick<Plane, 'release' | 'program'>,
  ) {
    this.#file = path.join(options.folder, 'upgrade.json');
    this.#state = readKept(this.#file) ?? { trying: null, failed: [] };
    this.#probation = new Probation(options.folder, options.settledMs);
    const unstable = this.#probation.takenBack(options.version);
    if (unstable) this.#refuse(unstable, `it ended ${STARTS} times soon after its start`);
  }

  /** Whether this version is still to prove that it stays up. */
  get isOnProbation(): boolean {
    return this.#probation.isOn(this.options.version);
  }

  /** Called after each round that succeeded, with how long this process has been up. */
  settle(upMs: number): void {
    this.#probation.settle(this.options.version, upMs);
  }

  /** Called where this process was told to end. */
  stopped(): void {
    this.#probation.forgive(this.options.version);
  }

  /** The release that was not taken last, and why; null once a later one runs. */
  get failed(): Failed | null {
    const last = this.#unfit ?? this.#state.failed.at(-1);
    return last && isNewer(last.version, this.options.version) ? last : null;
  }

  /** Asks now and once an hour, until there is a release to be tried, which is then on the disk; undefined once the signal fires. */
  async find(signal: AbortSignal): Promise<NodeRelease | undefined> {
    const { program, release_key, everyMs = HOUR_MS, log } = this.options;
    while (!signal.aborted) {
      try {
        const found = program && release_key !== '' ? await this.#fetched(program, signal) : undefined;
        if (found) return found;
      } catch (error) {
        if (!signal.aborted) log({ level: 'warn', message: `upgrade: ${(error as Error).message}` });
      }
      // Nodes that started together do not all ask at once.
      await pause(everyMs * (1 + Math.random() / 10), undefined, { signal }).catch(() => undefined);
    }
    return undefined;
  }

  /** Has a release finish a round, and puts it into the place of the present one. Answers whether it did. */
  async take({ version }: NodeRelease, signal: AbortSignal): Promise<boolean> {
    const { program = '', log } = this.options;
    const tries = this.#state.trying?.version === version ? this.#state.trying.tries + 1 : 1;
    if (tries > TRIES) return this.#refuse(version, `its trial was cut off ${TRIES} times`);
    this.#keep({ trying: { version, tries } });
    const wrong = await this.#tried(`${program}.next`, version, signal);
    if (signal.aborted) return false;
    if (wrong !== '') return this.#refuse(version, wrong);
    // The last one that proved itself is what is gone back to.
    if (!this.isOnProbation) {
      rmSync(previousOf(program), { force: true });
      linkSync(program, previousOf(program));
    }
    this.#probation.begin(version);
    renameSync(`${program}.next`, program);
    this.#keep({ trying: null });
    log({ level: 'info', message: 'upgraded', version, from: this.options.version });
    return true;
  }

  /** The release, its program on the disk, where it is one to try. */
  async #fetched(program: string, signal: AbortSignal): Promise<NodeRelease | undefined> {
    const release = await this.plane.release(SYSTEM);
    if (!release || !isNewer(release.version, this.options.version)) return undefined;
    const { version } = release;
    if (this.#state.failed.some((one) => one.version === version)) return undefined;
    try {
      await this.#download(release, program, signal);
      this.#unfit = undefined;
      return release;
    } catch (error) {
      // Nothing of it was run, so it may be asked for again.
      this.#unfit = failedWith(version, (error as Error).message);
      throw error;
    }
  }

  async #download(release: NodeRelease, program: string, signal: AbortSignal): Promise<void> {
    const isOurs =
      release.name === `parapet-${SYSTEM}` && isSigned(release, release.signature, this.options.release_key);
    if (!isOurs) throw new Error(`${release.version} is not signed with the release key of this node`);
    await downloaded(await this.plane.program(release.name, signal), release, `${program}.next`);
  }

  /** What is wrong with a program that says its version and runs a round; empty where nothing is. */
  async #tried(program: string, version: string, signal: AbortSignal): Promise<string> {
    const { roundS = ROUND_S } = this.options;
    try {
      const { stdout } = await run(program, ['version'], { timeout: VERSION_MS, killSignal: 'SIGKILL', signal });
      if (stdout.trim() !== `parapet ${version}`) return `it says that it is ${stdout.trim().slice(0, 100)}`;
      // timeout(1) ends it also where this process is gone; the child sees by its closed input that it is.
      const limit = ['--kill-after=5', String(roundS), program, 'node', 'try'];
      await run('timeout', limit, { signal, maxBuffer: 1024 * 1024 });
      return '';
    } catch (error) {
      return reasonOf(error as Ended, roundS);
    }
  }

  #refuse(version: string, why: string): false {
    const failed = failedWith(version, why);
    const others = this.#state.failed.filter((one) => one.version !== version);
    this.#keep({ trying: null, failed: [...others, failed].slice(-KEPT) });
    this.options.log({ level: 'error', message: 'upgrade refused', version, reason: failed.reason });
    return false;
  }

  #keep(changed: Partial<State>): void {
    Object.assign(this.#state, changed);
    written(this.#file, JSON.stringify(this.#state));
  }
}

const failedWith = (version: string, why: string): Failed => ({
  version,
  reason: why.slice(0, REASON),
  at: Date.now(),
});

const SYSTEM = `linux-${process.arch === 'arm64' ? 'arm64' : 'amd64'}`;

type Ended = Error & { code?: number | string | null; signal?: string | null; stderr?: string };

/** What `timeout` answers where it ended something; where it has to kill, it ends the same way itself. */
const OVER = 124;

function reasonOf({ code, signal, stderr, message }: Ended, roundS: number): string {
  if (code === OVER || signal === 'SIGKILL') return `it did not finish a round within ${roundS} s`;
  return (stderr ?? '').trim().slice(-REASON) || message;
}
