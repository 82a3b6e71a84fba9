import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { ListContent, NodeSettings, Ranges } from '@/lib/render/nginx/content';
import { expressionTest } from '@/lib/render/nginx/expressions';
import { renderNode, type ServedSite } from '@/lib/render/nginx/node';
import type { CertificateFiles } from './certificate-files';
import { answersAs, type Nginx, PROBE_MS } from './nginx';
import { keyOf, type Objects } from './objects';
import type { PieceFiles } from './piece-files';
import { hashOf, type Releases, revisionIn, writeFiles } from './release';
import { type SiteFiles, sitesIn } from './site-files';

type Failures = Map<string, string>;

type Parts = {
  objects: Objects;
  sites: SiteFiles;
  pieces: PieceFiles;
  certificates: CertificateFiles;
  releases: Releases;
  nginx: Nginx;
};
type Node = Omit<NodeSettings, 'root' | 'revision'>;

/** How long nginx may take to read the files of a site, beside answering then; it takes a tenth of that where it has the machine to itself. */
const READ_MS = 20;

/** How long an nginx that is not being reloaded may take to say what it runs. */
const PROVEN_MS = 5_000;

/** What sites are tested with, beside the file that nginx runs. */
const TRIAL = 'trial.conf';

/** One revision on its way to nginx: rendered, tested, switched to, loaded, and seen from outside. */
export class Rollout {
  /** What failed, by the key of the object, in nginx's own words. */
  readonly failures: Failures = new Map();
  /** Why nothing of it runs, in nginx's own words; empty where it does. */
  refused = '';
  /** When nginx was told, by the clock of this process, which nobody puts back; long ago where it was not. */
  loadedAt = Number.NEGATIVE_INFINITY;
  /** What the steps took, of which the test is a part of the rendering. */
  readonly ms = { render: 0, test: 0, load: 0 };
  readonly #root: string;
  readonly #before: string | undefined;
  /** What ran, and what is to run. */
  readonly #ran: ReadonlyMap<string, ServedSite>;
  readonly #serving = new Map<string, ServedSite>();
  readonly #lists: readonly ListContent[];

  constructor(
    private readonly parts: Parts,
    private readonly node: Node,
    private readonly ranges: readonly Ranges[],
  ) {
    const { releases, sites, objects } = parts;
    this.#before = releases.running;
    this.#ran = servedBy(this.#before);
    this.#lists = sites.lists();
    this.#root = releases.begin(objects.revision);
  }

  /** Does it all. Sites that nginx refuses stay as they ran; where it refuses the whole, every site that changed does. */
  async run(): Promise<void> {
    const { objects, nginx } = this.parts;
    this.#timed('render', () => this.#render());
    const changed = this.#changed();
    await this.#bring(changed);
    if (this.refused === '') return;
    if (!nginx.isRunning() && this.#before) nginx.load();
    const failed = nginx.isRunning() ? changed.map((id) => `domain ${id}`) : objects.all().map(keyOf);
    for (const key of failed) this.failures.set(key, this.refused);
  }

  /** Tests, switches and loads; where nginx refuses the whole, after every site was tested anew. */
  async #bring(changed: readonly string[]): Promise<void> {
    const { releases, nginx } = this.parts;
    // Sites that did not change were accepted before, so they are tested anew only where nginx then refuses the whole.
    for (const tested of [changed, [...this.#serving.keys()]]) {
      this.refused = this.#timed('render', () => this.#test(tested));
      if (this.refused !== '') return;
      writeFiles(this.#root, this.#files([...this.#serving.values()]));
      if (this.#before && this.#isAsBefore(this.#before) && (await this.#isRun(this.#before))) {
        rmSync(this.#root, { recursive: true, force: true });
        return;
      }
      releases.switchTo(this.#root);
      this.loadedAt = performance.now();
      let refusal = nginx.load();
      let isAnswered = await this.#isAnswered(refusal);
      const anew = isAnswered ? undefined : await nginx.startAnew(refusal());
      if (anew) {
        refusal = anew;
        isAnswered = await this.#isAnswered(anew);
      }
      if (isAnswered) {
        this.refused = '';
        releases.proven = this.#root;
        for (const files of [this.parts.pieces, this.parts.sites]) files.isMended = false;
        this.#clean();
        return;
      }
      const said = refusal();
      this.refused =
        said.replaceAll(this.#root, '') || `nginx does not answer with revision ${this.parts.objects.revision}`;
      this.#goBack(said !== '');
      if (said === '') return;
    }
  }

  /** Whether these files say what those before do, and nginx found all of these as they should be. */
  #isAsBefore(before: string): boolean {
    const { pieces, sites } = this.parts;
    return !pieces.isMended && !sites.isMended && hashOf(this.#root) === hashOf(before);
  }

  #timed<T>(step: 'render' | 'test' | 'load', work: () => T): T {
    const began = performance.now();
    const done = work();
    this.ms[step] += Math.round(performance.now() - began);
    return done;
  }

  #render(): void {
    const { objects, sites, pieces } = this.parts;
    pieces.take(this.#lists);
    symlinkSync(pieces.folder, path.join(this.#root, 'pieces'));
    for (const one of objects.ofKind('domain')) {
      try {
        this.#serving.set(one.object_id, sites.render(one, this.#lists));
      } catch (error) {
        this.#leaveAsItRan(one.object_id, (error as Error).message);
      }
    }
  }

  #leaveAsItRan(domain_id: string, why: string): void {
    this.failures.set(`domain ${domain_id}`, why);
    const last = this.#ran.get(domain_id);
    if (last) this.#serving.set(domain_id, last);
    else this.#serving.delete(domain_id);
  }

  #changed(): string[] {
    return [...this.#serving.values()]
      .filter(({ domain_id, root }) => this.#ran.get(domain_id)?.root !== root)
      .map(({ domain_id }) => domain_id);
  }

  /**
   * Tests these sites, and what all share, until nginx accepts them: one that it refuses stays as it ran, or is left out. Answers what it says where no site is to
   * blame.
   */
  #test(domain_ids: readonly string[]): string {
    for (const tried = new Set<string>(); ; ) {
      const tested = domain_ids.flatMap((id) => this.#serving.get(id) ?? []);
      writeFiles(this.#root, this.#trialOf(tested));
      const said = this.#timed('test', () => this.parts.nginx.test(this.#root, TRIAL));
      for (const name of [TRIAL, 'sites']) rmSync(path.join(this.#root, name), { recursive: true, force: true });
      if (said === '') return '';
      const refused = this.#refusedBy(said, tested);
      if (refused.length === 0) return said.replaceAll(this.#root, '');
      for (const { domain_id, root } of refused) {
        const words = said.replaceAll(root, '').replaceAll(this.#root, '').replaceAll(this.node.certificates, '');
        // One whose last good files fail as well is left out.
        if (tried.has(domain_id)) this.#serving.delete(domain_id);
        else this.#leaveAsItRan(domain_id, words);
        tried.add(domain_id);
      }
    }
  }

  /** The files of a node with some sites, beside those that run, and with what nginx tests in place of ModSecurity. */
  #trialOf(tested: readonly ServedSite[]): Map<string, string> {
    const { 'nginx.conf': main = '', ...shared } = Object.fromEntries(this.#files(tested));
    const expressions = tested.map(({ domain_id, root }, i) => {
      const rules = path.join(root, 'sites', domain_id, 'rules.conf');
      const text = existsSync(rules) ? readFileSync(rules, 'utf8') : '';
      return [`sites/${domain_id}/expressions.conf`, expressionTest(text, i)] as const;
    });
    const included = expressions.map(([name]) => `  include ${this.#root}/${name};\n`).join('');
    return new Map([
      ...Object.entries(shared),
      ...expressions,
      [TRIAL, main.replace('  server {\n', (server) => `${included}${server}`)],
    ]);
  }

  /** Whose files nginx names: those of a site, or a certificate, which several sites may have. */
  #refusedBy(said: string, tested: readonly ServedSite[]): ServedSite[] {
    const id = /\/sites\/([^/\s]+)\//.exec(said)?.[1];
    if (id !== undefined) return tested.filter(({ domain_id }) => domain_id === id);
    const folder = /\/certificates\/([\w-]+)\//.exec(said)?.[1];
    if (folder === undefined) return [];
    const cert = `cert ${folder.split('-')[0]}`;
    if (this.parts.objects.all().some((one) => keyOf(one) === cert))
      this.failures.set(cert, said.replaceAll(this.node.certificates, ''));
    return tested.filter((site) => this.parts.sites.certificateOf(site) === folder);
  }

  #files(serving: readonly ServedSite[]): Map<string, string> {
    const settings = { ...this.node, root: this.#root, revision: this.parts.objects.revision };
    return renderNode(settings, serving, this.#lists, this.ranges);
  }

  /** Whether nginx runs a folder, which it may never have been told by an agent that died. */
  async #isRun(folder: string): Promise<boolean> {
    const { releases, nginx } = this.parts;
    if (!nginx.isRunning()) return false;
    if (releases.proven === folder) return true;
    const revision = revisionIn(readFileSync(path.join(folder, 'nginx.conf'), 'utf8'));
    const isRun = await answersAs({ ...this.#outside, revision }, PROVEN_MS);
    if (isRun) releases.proven = folder;
    return isRun;
  }

  /** Where nginx is asked what it runs, as a visitor would. */
  get #outside() {
    const { listen, http, probe } = this.node;
    return { host: listen[0] ?? '127.0.0.1', port: http, probe };
  }

  async #isAnswered(refusal: () => string): Promise<boolean> {
    const began = performance.now();
    const at = { ...this.#outside, revision: this.parts.objects.revision };
    const isAnswered = await answersAs(at, PROBE_MS + READ_MS * this.#serving.size, () => refusal() !== '');
    this.ms.load += Math.round(performance.now() - began);
    return isAnswered;
  }

  #goBack(isRefused: boolean): void {
    const { releases, nginx } = this.parts;
    if (!this.#before) return;
    releases.switchTo(this.#before, this.#root);
    // What refused the new files still has those of before.
    if (!isRefused) nginx.load();
  }

  /** Removes what nothing leads to any more. */
  #clean(): void {
    const { sites, certificates } = this.parts;
    const kept = [...this.#serving.values(), ...this.#ran.values()];
    certificates.keep(new Set(kept.flatMap((site) => sites.certificateOf(site) ?? [])));
    sites.keep(kept);
  }
}

/** What a folder of rendered files has nginx serve. */
function servedBy(folder: string | undefined): Map<string, ServedSite> {
  const file = path.join(folder ?? '', 'nginx.conf');
  return folder !== undefined && existsSync(file) ? sitesIn(readFileSync(file, 'utf8')) : new Map();
}
