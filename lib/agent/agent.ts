import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReportInput } from '@/lib/guard/agents/contract';
import type { ListContent, NodeSettings, PolicyContent, Ranges, SiteContent } from '@/lib/render/nginx/content';
import { renderNode, renderPiece } from '@/lib/render/nginx/node';
import { originsFor } from '@/lib/render/nginx/origins';
import { rangesOf } from '@/lib/render/nginx/ranges';
import { renderSite } from '@/lib/render/nginx/site';
import { answersAs, Nginx } from './nginx';
import { NginxMemory } from './nginx-memory';
import { Objects, type Wanted, written } from './objects';
import type { ServedOrigin } from './origin-probe';
import type { Plane } from './plane';
import { RangeFiles } from './range-files';
import { hashOf, Releases, readFiles, writeFiles } from './release';

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

type Failures = Map<string, string>;
type Reported = ReportInput['objects'][number];

/** How long a reloaded nginx may take to answer with the new revision, beside reading its files: as often again as its test took. */
const PROBE_MS = 10_000;
const READINGS = 4;
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
  readonly #logs: string;
  readonly #certificates: string;
  /** What was read of the objects of a revision, since it is asked for all the time. */
  #served: { revision: number; origins: readonly ServedOrigin[] } | undefined;
  #ends = new Map<string, number>();
  /** What the steps of the last round took, of which the test is a part of the rendering. */
  #ms = { render: 0, test: 0, load: 0 };

  constructor(
    private readonly options: AgentOptions,
    private readonly plane: Pick<Plane, 'desired' | 'artefact' | 'certificate' | 'ranges' | 'report'>,
  ) {
    const { folder, extra = '', nginxBytes } = options;
    this.#logs = path.join(folder, 'logs');
    this.#certificates = path.join(folder, 'certificates');
    for (const one of [folder, this.#logs]) mkdirSync(one, { recursive: true });
    mkdirSync(this.#certificates, { recursive: true, mode: 0o700 });
    this.#objects = new Objects(folder);
    this.#releases = new Releases(folder);
    this.#ranges = new RangeFiles(folder);
    this.#nginx = new Nginx(folder, this.#logs, extra);
    this.memory = new NginxMemory(folder, nginxBytes);
  }

  /** Serves what is on disk, then whatever changes, until the signal fires. An unreachable management plane changes nothing. */
  async run(signal: AbortSignal, wait = 20): Promise<void> {
    const { log } = this.options;
    const { running } = this.#releases;
    this.#nginx.finishRenewal();
    if (running && !this.#nginx.isRunning()) this.#nginx.load();
    for (let failed = 0; !signal.aborted; ) {
      try {
        await this.options.renewKey?.();
        await this.round(failed === 0 ? wait : 0);
        await this.renewNginx();
        this.options.succeeded?.();
        failed = 0;
      } catch (error) {
        if (signal.aborted) return;
        failed++;
        log({ level: 'warn', message: (error as Error).message });
        await pause(Math.min(30_000, 500 * 2 ** failed), undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Takes what changed, applies and reports it. Answers whether there was anything. */
  async round(wait = 0): Promise<boolean> {
    const applied = this.#applied();
    const { revision } = this.#objects;
    const isBehind = revision !== applied.revision || (revision > 0 && applied.version !== this.options.version);
    const isNew = await this.#objects.take(this.plane, isBehind ? 0 : wait);
    if (!isNew && !isBehind) return false;
    const failures = await this.#apply();
    await this.#report(failures);
    return true;
  }

  /** Runs a round. Throws where something that ran does not run any more, or nginx does not answer. */
  async prove(): Promise<void> {
    const before = this.#applied().running;
    await this.round();
    const now = this.#applied().running;
    const lost = this.#objects.all().find((one) => keyOf(one) in before && !(keyOf(one) in now));
    if (lost) throw new Error(`${keyOf(lost)} does not run any more`);
    const { running } = this.#releases;
    if (running && !(await this.#answers())) throw new Error('nginx does not answer');
  }

  /** The origins that nginx sends requests to. */
  origins(): readonly ServedOrigin[] {
    const { revision } = this.#objects;
    if (this.#served?.revision === revision) return this.#served.origins;
    const sites = this.#objects.ofKind('domain').map((one) => this.#objects.content<SiteContent>(one.hash));
    const origins = sites.flatMap((site) =>
      (originsFor(site, this.options.node.node_id)?.upstream ?? []).map((line) => {
        return { domain: site.domain, address: line.split(' ')[1] ?? '' };
      }),
    );
    this.#served = { revision, origins };
    return origins;
  }

  /** When the certificates end that nginx serves. */
  certificates(): { id: number; ends_at: number }[] {
    const wanted = this.#objects.ofKind('cert').map(({ object_id, hash }) => {
      const file = path.join(this.#certificates, object_id, 'chain.pem');
      return { id: Number(object_id), hash, ends_at: this.#ends.get(hash) ?? endOf(file) };
    });
    const known = wanted.filter((one) => one.ends_at > 0);
    this.#ends = new Map(known.map(({ hash, ends_at }) => [hash, ends_at]));
    return known.map(({ id, ends_at }) => ({ id, ends_at }));
  }

  /** Has a fresh nginx take over, without a request that fails, where the one that runs has grown too much. Answers whether it did. */
  async renewNginx(): Promise<boolean> {
    if (!this.memory.isGrown()) return false;
    const { log } = this.options;
    log({ level: 'warn', message: 'nginx has grown, a fresh one takes over', ...this.memory.figures() });
    // Also where it fails, so that it is not tried in each round.
    this.memory.noteRenewed();
    await this.#nginx.renew(() => this.#answers());
    log({ level: 'info', message: 'a fresh nginx runs', ...this.memory.figures() });
    return true;
  }

  /** Has nginx begin a new access log. */
  reopenLogs(): void {
    this.#nginx.reopenLogs();
  }

  stop(): void {
    this.#nginx.stop();
  }

  /** Renders, tests, switches, reloads and probes. Answers which objects failed, in nginx's own words. */
  async #apply(): Promise<Failures> {
    const { revision } = this.#objects;
    await this.#fetchCertificates();
    const policies = this.#objects.ofKind('policy').map((one) => this.#objects.content<PolicyContent>(one.hash));
    const ranges = await this.#ranges.take(this.plane, policies.flatMap(rangesOf));
    const root = this.#releases.begin(revision);
    this.#ms = { render: 0, test: 0, load: 0 };
    const failures = this.#timed('render', () => this.#render(root, ranges));
    const before = this.#releases.running;
    // What says the same needs no reload, which costs the master memory each time.
    if (before && this.#nginx.isRunning() && hashOf(root) === hashOf(before)) {
      rmSync(root, { recursive: true, force: true });
      return failures;
    }
    this.#releases.switchTo(root);
    try {
      this.#timed('load', () => this.#nginx.load());
      if (!(await this.#answers(revision))) throw new Error(`nginx does not answer with revision ${revision}`);
    } catch (error) {
      if (before) {
        this.#releases.switchTo(before);
        this.#nginx.load();
      }
      for (const one of this.#objects.all()) failures.set(keyOf(one), (error as Error).message);
    }
    return failures;
  }

  #timed<T>(step: 'render' | 'test' | 'load', work: () => T): T {
    const began = performance.now();
    const done = work();
    this.#ms[step] += Math.round(performance.now() - began);
    return done;
  }

  /** Whether nginx answers from outside, with this revision where one is named. */
  #answers(revision?: number): Promise<boolean> {
    const { listen, http, probe } = this.options.node;
    return answersAs(
      { host: listen[0] ?? '127.0.0.1', port: http, probe, revision },
      PROBE_MS + READINGS * this.#ms.test,
    );
  }

  /** Renders every site and tests them together; one that fails goes back to what it last had, and is tried without. */
  #render(root: string, ranges: readonly Ranges[]): Failures {
    const failures: Failures = new Map();
    const before = this.#releases.running;
    const node = this.#settings(root);
    const lists = this.#objects.ofKind('list').map((one) => this.#objects.content<ListContent>(one.hash));
    const pieces = new Map(
      lists.flatMap(({ parts }) => parts).map((hash) => [`pieces/${hash}.conf`, this.#piece(hash)]),
    );
    writeFiles(root, pieces);
    const serving = new Map<string, SiteContent>();
    const backToLast = (site: SiteContent, why: string) => {
      failures.set(`domain ${site.domain_id}`, why);
      const folder = `sites/${site.domain_id}`;
      rmSync(path.join(root, folder), { recursive: true, force: true });
      const last = before ? readFiles(path.join(before, folder)) : new Map<string, string>();
      writeFiles(
        path.join(root, folder),
        new Map([...last].map(([name, text]) => [name, text.replaceAll(before ?? root, root)])),
      );
      if (last.size === 0) serving.delete(site.domain_id);
    };
    for (const one of this.#objects.ofKind('domain')) {
      const site = this.#objects.content<SiteContent>(one.hash);
      serving.set(site.domain_id, site);
      try {
        writeFiles(root, this.#renderSite(site, node, lists));
      } catch (error) {
        backToLast(site, (error as Error).message);
      }
    }
    for (const tried = new Set<string>(); ; ) {
      writeFiles(root, renderNode(node, [...serving.values()], lists, ranges));
      const said = this.#timed('test', () => this.#nginx.test(root));
      if (said === '') return failures;
      const id = /\/sites\/([^/\s]+)\//.exec(said)?.[1] ?? '';
      const site = serving.get(id);
      if (!site) throw new Error(said);
      // One whose last good files fail as well is left out.
      if (tried.has(id)) serving.delete(id);
      else backToLast(site, said.replaceAll(root, '').trim());
      tried.add(id);
    }
  }

  #renderSite(site: SiteContent, node: NodeSettings, lists: readonly ListContent[]): ReadonlyMap<string, string> {
    const wanted = this.#objects.find('policy', site.policy_id);
    if (!wanted) throw new Error(`policy ${site.policy_id} is missing`);
    const policy = this.#objects.content<PolicyContent>(wanted.hash);
    const own = lists.filter(({ id }) => policy.lists.includes(id));
    return renderSite({ site, policy, lists: own, node }).files;
  }

  #piece(hash: string): string {
    return renderPiece(this.#objects.content<{ addresses: string[] }>(hash).addresses);
  }

  #settings(root: string): NodeSettings {
    const { revision } = this.#objects;
    return { ...this.options.node, root, logs: this.#logs, certificates: this.#certificates, revision };
  }

  /** Fetches chains and keys that changed; each is one file of the agent's alone. */
  async #fetchCertificates(): Promise<void> {
    for (const { object_id, hash } of this.#objects.ofKind('cert')) {
      const { fingerprint } = this.#objects.content<{ fingerprint: string }>(hash);
      const folder = path.join(this.#certificates, object_id);
      const file = path.join(folder, 'fingerprint');
      if (existsSync(file) && readFileSync(file, 'utf8') === fingerprint) continue;
      const { cert, key } = await this.plane.certificate(object_id);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      written(path.join(folder, 'chain.pem'), cert);
      written(path.join(folder, 'key.pem'), key);
      written(file, fingerprint);
    }
  }

  async #report(failures: Failures): Promise<void> {
    const before = this.#applied();
    const objects = this.#objects
      .all()
      .filter(({ kind }) => kind !== 'list.piece')
      .map((one) => reported(one, failures.get(keyOf(one)), before.running[keyOf(one)]));
    const { revision } = this.#objects;
    for (let from = 0; from === 0 || from < objects.length; from += REPORT) {
      await this.plane.report({ revision, objects: objects.slice(from, from + REPORT) });
    }
    const running = objects
      .filter((one) => one.status === 'running')
      .map((one) => [keyOf(one), { number: one.number, since: one.since }]);
    written(
      this.#appliedFile,
      JSON.stringify({
        revision,
        version: this.options.version,
        running: Object.fromEntries(running),
      } satisfies Applied),
    );
    this.options.log({ level: 'info', message: 'applied', revision, failed: failures.size, ms: this.#ms });
  }

  /** What was applied and reported last; a process that dies before does it once more. */
  #applied(): Applied {
    const file = this.#appliedFile;
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { revision: 0, version: '', running: {} };
  }

  get #appliedFile(): string {
    return path.join(this.options.folder, 'applied.json');
  }
}

/** When the certificate of a file ends; 0 where there is none that can be read. */
function endOf(file: string): number {
  try {
    return Date.parse(new X509Certificate(readFileSync(file)).validTo) || 0;
  } catch {
    return 0;
  }
}

type Applied = { revision: number; version: string; running: Record<string, { number: number; since: number }> };

/** An object runs since it first did in this version. */
function reported(
  { kind, object_id, number }: Wanted,
  failure: string | undefined,
  last?: Applied['running'][string],
): Reported {
  if (failure)
    return { kind, object_id, number, status: 'failed', message: failure.slice(0, WORDS), since: Date.now() };
  const since = last?.number === number ? last.since : Date.now();
  return { kind, object_id, number, status: 'running', message: '', since };
}

const keyOf = ({ kind, object_id }: Pick<Wanted, 'kind' | 'object_id'>) => `${kind} ${object_id}`;
