import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ListContent, NodeSettings, PolicyContent, Ranges, SiteContent } from '@/lib/render/nginx/content';
import type { ServedSite } from '@/lib/render/nginx/node';
import { originsFor } from '@/lib/render/nginx/origins';
import { rangesOf } from '@/lib/render/nginx/ranges';
import { renderSite, servedCertificate, servedSite } from '@/lib/render/nginx/site';
import type { CertificateFiles } from './certificate-files';
import { Derived } from './derived';
import type { Objects, Wanted } from './objects';
import { readFiles, writeFiles } from './release';

/** `from` says what it was made of. */
type Known = { from: string; site: ServedSite };

type Site = { domain: string; policy_id: string; origins: string[]; certificate: number | undefined };

/**
 * The files of sites, each site's in a folder named by what they say, so that a round writes and tests what differs, and what ran before is
 * there as it was.
 */
export class SiteFiles {
  readonly #folder: string;
  /** Whether files were there and were not what their folder's name says, so that an nginx which read them does not know what it should. */
  isMended = false;
  /** What each site was made of last by this process, and where that is. */
  readonly #known = new Map<string, Known>();
  /** The folders of certificates that rendered files name, by the folder of these; empty for none. */
  readonly #certificates = new Map<string, string>();
  readonly #sites: Derived<Site>;
  readonly #policies: Derived<{ lists: number[]; ranges: ReturnType<typeof rangesOf> }>;
  readonly #lists: Derived<ListContent>;

  constructor(
    folder: string,
    private readonly objects: Objects,
    private readonly certificates: CertificateFiles,
    private readonly node: Omit<NodeSettings, 'root' | 'revision'>,
  ) {
    this.#folder = path.join(folder, 'rendered');
    mkdirSync(this.#folder, { recursive: true });
    this.#sites = new Derived((hash) => {
      const site = objects.content<SiteContent>(hash);
      const origins = (originsFor(site, node.node_id)?.upstream ?? []).map((line) => line.split(' ')[1] ?? '');
      return { domain: site.domain, policy_id: site.policy_id, origins, certificate: servedCertificate(site)?.id };
    });
    this.#policies = new Derived((hash) => {
      const policy = objects.content<PolicyContent>(hash);
      return { lists: policy.lists, ranges: rangesOf(policy) };
    });
    this.#lists = new Derived((hash) => objects.content<ListContent>(hash));
  }

  /** A round begins: what the one before did not ask for is forgotten. */
  turn(): void {
    for (const one of [this.#sites, this.#policies, this.#lists]) one.turn();
  }

  lists(): ListContent[] {
    return this.objects.ofKind('list').map(({ hash }) => this.#lists.of(hash));
  }

  /** The networks that the rules of this node ask for. */
  ranges(): Pick<Ranges, 'kind' | 'value'>[] {
    return this.objects.ofKind('policy').flatMap(({ hash }) => this.#policies.of(hash).ranges);
  }

  /** Where requests to a site go. */
  originsOf({ hash }: Wanted): { domain: string; addresses: string[] } {
    const { domain, origins } = this.#sites.of(hash);
    return { domain, addresses: origins };
  }

  /** Renders a site, where what it is made of is not what it was made of last. Throws RenderError. */
  render({ object_id, hash }: Wanted, lists: readonly ListContent[]): ServedSite {
    const { policy_id, certificate } = this.#sites.of(hash);
    const policy = this.objects.find('policy', policy_id);
    if (!policy) throw new Error(`policy ${policy_id} is missing`);
    const ids = new Set(this.#policies.of(policy.hash).lists);
    const own = lists.filter(({ id }) => ids.has(id));
    const version = certificate === undefined ? '' : this.certificates.versionOf(certificate);
    const from = [hash, policy.hash, version, ...own.map(({ id, type }) => `${type} ${id}`)].join(' ');
    const known = this.#known.get(object_id);
    if (known?.from === from) return known.site;
    const site = this.#withVersions(this.objects.content<SiteContent>(hash));
    const given = { site, policy: this.objects.content<PolicyContent>(policy.hash), lists: own };
    const filesAt = (root: string) => renderSite({ ...given, node: { ...this.node, root, revision: 0 } }).files;
    const root = path.join(this.#folder, nameOf(filesAt('')));
    this.isMended = place(root, filesAt(root)) || this.isMended;
    const served = servedSite(site, root);
    this.#known.set(object_id, { from, site: served });
    return served;
  }

  /** The folder of the certificate that a site is served with, as its files name it. */
  certificateOf({ domain_id, root }: ServedSite): string | undefined {
    const known = this.#certificates.get(root);
    if (known !== undefined) return known || undefined;
    const file = path.join(root, 'sites', domain_id, 'site.conf');
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const folder = /ssl_certificate \S+\/([^/\s]+)\/chain\.pem;/.exec(text)?.[1] ?? '';
    this.#certificates.set(root, folder);
    return folder || undefined;
  }

  #withVersions(site: SiteContent): SiteContent {
    const versioned = site.certificates.flatMap((one) => {
      const version = this.certificates.versionOf(one.id);
      return version === undefined ? [] : [{ ...one, version }];
    });
    return { ...site, certificates: versioned };
  }

  /** Removes what is neither of these sites nor what a wanted site was rendered to last. */
  keep(sites: Iterable<ServedSite>): void {
    for (const id of this.#known.keys()) if (!this.objects.find('domain', id)) this.#known.delete(id);
    const rendered = [...this.#known.values()].map(({ site }) => site);
    const roots = new Set([...sites, ...rendered].map(({ root }) => root));
    const kept = new Set([...roots].map((root) => path.basename(root)));
    for (const root of this.#certificates.keys()) if (!roots.has(root)) this.#certificates.delete(root);
    for (const name of readdirSync(this.#folder)) {
      if (!kept.has(name)) rmSync(path.join(this.#folder, name), { recursive: true, force: true });
    }
  }
}

function nameOf(files: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256');
  for (const [name, text] of files) hash.update(`${name}\n${Buffer.byteLength(text)}\n${text}`);
  return hash.digest('hex').slice(0, 32);
}

/**
 * Has files in a folder, whole or not at all; what a machine that lost its power left there is written anew. Answers whether it was.
 */
function place(root: string, files: ReadonlyMap<string, string>): boolean {
  const found = readFiles(root);
  if (found.size === files.size && [...files].every(([name, text]) => found.get(name) === text)) return false;
  const isMended = existsSync(root);
  const next = `${root}.new`;
  rmSync(next, { recursive: true, force: true });
  writeFiles(next, files);
  rmSync(root, { recursive: true, force: true });
  renameSync(next, root);
  return isMended;
}

const INCLUDED = /^ {2}include (\S+)\/sites\/([^/\s]+)\/(site|stream)\.conf;$/gm;

/** The sites that a file of nginx includes. */
export function sitesIn(text: string): Map<string, ServedSite> {
  const found = [...text.matchAll(INCLUDED)].map(([, root = '', domain_id = '', name]) => ({ root, domain_id, name }));
  const forwarding = new Set(found.filter(({ name }) => name === 'stream').map(({ domain_id }) => domain_id));
  return new Map(
    found.map(({ root, domain_id }) => [domain_id, { domain_id, root, hasForwards: forwarding.has(domain_id) }]),
  );
}
