import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReportInput } from '@/lib/guard/agents/contract';
import type { NodeFigures } from '@/lib/guard/fleet/vocabulary';
import type { NodeSettings } from '@/lib/render/nginx/content';
import { cut } from '@/lib/text/well-formed';
import { AUDIT_LOG } from './audit-log';
import { CertificateFiles } from './certificate-files';
import { answersAs, Nginx, PROBE_MS } from './nginx';
import { NginxMemory } from './nginx-memory';
import { APPLIED_FILE, keyOf, Objects, readKept, type Wanted, written } from './objects';
import type { ServedOrigin } from './origin-probe';
import { PieceFiles } from './piece-files';
import type { Plane } from './plane';
import { RangeFiles } from './range-files';
import { Releases } from './release';
import { Rollout } from './rollout';
import { SiteFiles } from './site-files';

export type AgentOptions = Readonly<{
  /** Where the agent keeps everything: artefacts, rendered files, certificates, logs. */
  folder: string;
  node: Pick<NodeSettings, 'node_id' | 'http' | 'https' | 'listen' | 'crs' | 'trusted_proxies' | 'probe'>;
  /** Of the agent; another one renders everything anew. */
  version: string;
  /** Directives for nginx's command line, such as `user root;`. */
  extra?: string;
  /** From how many bytes on nginx is replaced by a fresh one where it has twice what it began with. */
  nginxBytes: number;
  log(line: Record<string, unknown>): void;
  /** Called before each round: gets the next key of the node where that is due. */
  renewKey?(): Promise<void>;
  /** Called after each round that succeeded. */
  succeeded?(): void;
}>;

type Reported = ReportInput['objects'][number];

/** A reload costs nginx memory and its workers their caches, so what comes within this time of one waits for the next. */
const RELOAD_MS = 1_000;
/** How often it is seen whether nginx has ended, while nothing else is to be done. */
const WATCH_MS = 500;
/** Characters of a failure that the management plane keeps. */
const WORDS = 500;
/** Objects of one report. */
const REPORT = 500;

/** Brings what the management plane wants of a node onto its nginx, and says what came of it. */
export class Agent {
  readonly #objects: Objects;
  readonly #releases: Releases;
  readonly #nginx: Nginx;
  readonly memory: NginxMemory;
  readonly #ranges: RangeFiles;
  readonly #pieces: PieceFiles;
  readonly #certificates: CertificateFiles;
  readonly #sites: SiteFiles;
  readonly #node: Omit<NodeSettings, 'root' | 'revision'>;
  #applied: Applied;
  /** Whether everything is to be said to the management plane, since it may not have what was said before. */
  #saysAll = true;
  #loadedAt = Number.NEGATIVE_INFINITY;
  #hasApplied = false;
  #failed: NodeFigures['failed_round'] = null;

  constructor(
    private readonly options: AgentOptions,
    private readonly plane: Pick<Plane, 'desired' | 'artefacts' | 'certificate' | 'ranges' | 'report'>,
  ) {
    const { folder, extra = '', nginxBytes, node } = options;
    const logs = path.join(folder, 'logs');
    for (const one of [folder, logs]) mkdirSync(one, { recursive: true });
    this.#objects = new Objects(folder);
    this.#releases = new Releases(folder);
    this.#ranges = new RangeFiles(folder);
    this.#pieces = new PieceFiles(folder, this.#objects);
    this.#certificates = new CertificateFiles(folder, this.#objects);
    this.#node = { ...node, logs, certificates: this.#certificates.folder };
    this.#sites = new SiteFiles(folder, this.#objects, this.#certificates, this.#node);
    this.#nginx = new Nginx(folder, logs, extra);
    this.memory = new NginxMemory(folder, nginxBytes);
    this.#applied = readApplied(this.#appliedFile);
  }

  /** Serves what is on disk, then whatever changes, until the signal fires. An unreachable management plane changes nothing. */
  async run(signal: AbortSignal, wait = 20): Promise<void> {
    const { log } = this.options;
    await this.#nginx.finishRenewal();
    if (this.#releases.running && !this.#nginx.isRunning()) {
      this.#mend();
      const said = this.#nginx.load()();
      if (said !== '') log({ level: 'warn', message: said });
    }
    for (let failed = 0; !signal.aborted; ) {
      try {
        await this.options.renewKey?.();
        await this.round(failed === 0 ? wait : 0);
        await this.renewNginx();
        this.options.succeeded?.();
        failed = 0;
        this.#failed = null;
      } catch (error) {
        if (signal.aborted) return;
        failed++;
        const { message } = error as Error;
        this.#failed = { reason: cut(message, WORDS), since: this.#failed?.since ?? Date.now() };
        log({ level: 'warn', message });
        await pause(Math.min(30_000, 500 * 2 ** failed), undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Why rounds fail now, and since when. */
  get failed(): NodeFigures['failed_round'] {
    return this.#failed;
  }

  /** Takes what changed, applies and reports it. Answers whether there was anything. Throws where nginx refuses it as a whole. */
  async round(wait = 0): Promise<boolean> {
    await pause(Math.max(0, this.#loadedAt + RELOAD_MS - performance.now()));
    const { revision } = this.#objects;
    const isCurrent = revision === this.#applied.revision && this.#applied.version === this.options.version;
    // What it has is looked through once in any case: files may have been lost while it did not run.
    const isBehind = revision > 0 && !(isCurrent && this.#hasApplied && this.#nginx.isRunning());
    const taken = await this.#take(isBehind ? 0 : wait);
    if (taken === 'nothing' && !isBehind) return false;
    this.#saysAll ||= taken === 'everything';
    const rollout = await this.#apply();
    this.#loadedAt = rollout.loadedAt;
    await this.#report(rollout, this.#saysAll);
    this.#saysAll = false;
    if (rollout.refused !== '') throw new Error(rollout.refused);
    this.#hasApplied = true;
    return true;
  }

  /** Takes what changed. An nginx that ends does not wait for that. */
  async #take(wait: number) {
    if (wait === 0 || !this.#nginx.isRunning()) return this.#objects.take(this.plane, wait);
    const ended = new AbortController();
    const watch = setInterval(() => this.#nginx.isRunning() || ended.abort(), WATCH_MS);
    const desired: Plane['desired'] = (since, seconds) =>
      this.plane.desired(since, seconds, seconds > 0 ? ended.signal : undefined);
    const { artefacts } = this.plane;
    try {
      return await this.#objects.take({ desired, artefacts: artefacts.bind(this.plane) }, wait);
    } catch (error) {
      if (!ended.signal.aborted) throw error;
      this.options.log({ level: 'warn', message: 'nginx has ended' });
      return 'ended';
    } finally {
      clearInterval(watch);
    }
  }

  /** Runs a round. Throws where something that ran does not run any more, or nginx does not answer. */
  async prove(): Promise<void> {
    const before = this.#applied.objects;
    await this.round();
    const now = this.#applied.objects;
    const runs = (all: Applied['objects'], one: Wanted) => all[keyOf(one)]?.status === 'running';
    const lost = this.#objects.all().find((one) => runs(before, one) && !runs(now, one));
    if (lost) throw new Error(`${keyOf(lost)} does not run any more`);
    if (this.#releases.running && !(await this.#answers())) throw new Error('nginx does not answer');
  }

  /** The origins that nginx sends requests to. */
  origins(): readonly ServedOrigin[] {
    const sites = this.#objects.ofKind('domain').map((one) => this.#sites.originsOf(one));
    return sites.flatMap(({ domain, addresses }) => addresses.map((address) => ({ domain, address })));
  }

  /** When the certificates end that nginx serves. */
  certificates(): { id: number; ends_at: number }[] {
    return this.#certificates.ends();
  }

  /**
   * Has a fresh nginx take over, without a request that fails, where the one that runs has grown too much, or writes its audit log to a file that
   * is gone. Answers whether it did.
   */
  async renewNginx(): Promise<boolean> {
    const why = this.#whyRenew();
    if (why === undefined) return false;
    const { log } = this.options;
    log({ level: 'warn', message: `${why}, a fresh one takes over`, ...this.memory.figures() });
    // Also where it fails, so that it is not tried in each round.
    this.memory.noteRenewed();
    await this.#nginx.renew(() => this.#answers());
    log({ level: 'info', message: 'a fresh nginx runs', ...this.memory.figures() });
    return true;
  }

  #whyRenew(): string | undefined {
    if (!this.#nginx.isRunning()) return undefined;
    if (this.memory.isGrown()) return 'nginx has grown';
    // ModSecurity opens its log anew in no other way.
    const isLost = !this.writesTo(AUDIT_LOG) && this.memory.isRenewable();
    return isLost ? `nginx has another ${AUDIT_LOG} open than the one that is there` : undefined;
  }

  /** Whether what nginx logs goes to the file of that name. */
  writesTo(log: string): boolean {
    return this.#nginx.writesTo(log);
  }

  /** Has nginx begin a new access log. */
  reopenLogs(): void {
    this.#nginx.reopenLogs();
  }

  stop(): void {
    this.#nginx.stop();
  }

  /** Whether nginx answers from outside. */
  #answers(): Promise<boolean> {
    const { listen, http, probe } = this.options.node;
    return answersAs({ host: listen[0] ?? '127.0.0.1', port: http, probe, revision: undefined }, PROBE_MS);
  }

  /** Has the files that nginx reads when it starts be what they should be, as far as that can be said without the management plane. */
  #mend(): void {
    const lists = this.#sites.lists();
    try {
      this.#pieces.take(lists);
      for (const one of this.#objects.ofKind('domain')) this.#sites.render(one, lists);
    } catch (error) {
      this.options.log({ level: 'warn', message: (error as Error).message });
    }
  }

  /** Brings what the objects say onto nginx. */
  async #apply(): Promise<Rollout> {
    await this.#certificates.take(this.plane);
    this.#sites.turn();
    const ranges = await this.#ranges.take(this.plane, this.#sites.ranges());
    const parts = {
      objects: this.#objects,
      sites: this.#sites,
      pieces: this.#pieces,
      certificates: this.#certificates,
    };
    const rollout = new Rollout({ ...parts, releases: this.#releases, nginx: this.#nginx }, this.#node, ranges);
    await rollout.run();
    return rollout;
  }

  /** Says what became of each object since it was last said, or of all. */
  async #report(rollout: Rollout, isWhole: boolean): Promise<void> {
    const before = this.#applied;
    const isRefused = rollout.refused !== '';
    const revision = isRefused ? before.revision : this.#objects.revision;
    const objects = this.#objects.all().filter(({ kind }) => kind !== 'list.piece');
    const results = objects.map((one) => {
      const last = before.objects[keyOf(one)];
      const isNew = !(last?.status === 'running' && last.number === one.number);
      return resultOf(one, rollout.failures.get(keyOf(one)) ?? (isRefused && isNew ? rollout.refused : ''), last);
    });
    const news = isWhole ? results : results.filter((one) => before.objects[keyOf(one)] !== one.result);
    const said = news.map(({ kind, object_id, result }) => ({ kind, object_id, ...result }));
    for (let from = 0; from === 0 || from < said.length; from += REPORT) {
      await this.plane.report({ revision, objects: said.slice(from, from + REPORT) });
    }
    const applied = {
      revision,
      version: this.options.version,
      objects: Object.fromEntries(results.map((one) => [keyOf(one), one.result])),
    };
    written(this.#appliedFile, textOf(applied));
    this.#applied = applied;
    const failed = results.filter(({ result }) => result.status === 'failed').length;
    this.options.log({ level: 'info', message: 'applied', revision, failed, ms: rollout.ms });
  }

  get #appliedFile(): string {
    return path.join(this.options.folder, APPLIED_FILE);
  }
}

/** What became of an object's number: since when it runs, or has failed and why. */
type Result = Pick<Reported, 'number' | 'status' | 'message' | 'since'>;

/** What was applied and reported last; a process that dies before does it once more. */
type Applied = { revision: number; version: string; objects: Record<string, Result> };

const NOTHING: Applied = { revision: 0, version: '', objects: {} };

/** What is kept of it, in which agents of other versions find what runs. */
type Kept = Omit<Applied, 'objects'> & { running: Record<string, Result>; failed?: Record<string, Result> };

function readApplied(file: string): Applied {
  const known = readKept<Kept>(file);
  if (!known) return NOTHING;
  const { running, failed = {}, ...kept } = known;
  const runs = Object.entries(running).map(([key, one]) => [key, { ...one, status: 'running' as const, message: '' }]);
  return { ...kept, objects: { ...failed, ...Object.fromEntries(runs) } };
}

function textOf({ objects, ...applied }: Applied): string {
  const of = (status: Result['status']) => Object.entries(objects).filter(([, one]) => one.status === status);
  const kept = { ...applied, running: Object.fromEntries(of('running')), failed: Object.fromEntries(of('failed')) };
  return JSON.stringify(kept satisfies Kept);
}

/** The last result where it is still so, since when it has been. */
function resultOf({ kind, object_id, number }: Wanted, failure: string, last: Result | undefined) {
  const message = failure.slice(0, WORDS);
  const status = failure === '' ? ('running' as const) : ('failed' as const);
  const isSame = last?.number === number && last.status === status && last.message === message;
  return { kind, object_id, result: isSame ? last : { number, status, message, since: Date.now() } };
}
