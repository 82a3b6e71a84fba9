import { createHash, X509Certificate } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Derived } from './derived';
import type { Objects, Wanted } from './objects';
import type { Plane } from './plane';

/** Chains and keys that this node serves, in files of the agent's alone. */
export class CertificateFiles {
  readonly folder: string;
  /** The version of each, which is named by its fingerprint, so that a site that goes back to its last files has the chain that it had. */
  readonly #versions: Derived<string>;
  readonly #ends = new Map<string, number>();

  constructor(
    folder: string,
    private readonly objects: Objects,
  ) {
    this.folder = path.join(folder, 'certificates');
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    this.#versions = new Derived((hash) => {
      const { fingerprint } = objects.content<{ fingerprint: string }>(hash);
      return createHash('sha256').update(fingerprint).digest('hex').slice(0, 16);
    });
  }

  /** Fetches those that changed. */
  async take(plane: Pick<Plane, 'certificate'>): Promise<void> {
    this.#versions.turn();
    const there = new Set(readdirSync(this.folder));
    for (const { object_id, hash } of this.objects.ofKind('cert')) {
      const name = this.#folderOf({ object_id, hash });
      if (there.has(name)) continue;
      const { cert, key } = await plane.certificate(object_id);
      const next = path.join(this.folder, `${name}.new`);
      rmSync(next, { recursive: true, force: true });
      mkdirSync(next, { mode: 0o700 });
      writeFileSync(path.join(next, 'chain.pem'), cert, { mode: 0o600 });
      writeFileSync(path.join(next, 'key.pem'), key, { mode: 0o600 });
      renameSync(next, path.join(this.folder, name));
    }
  }

  /** The version of a certificate that this node has; undefined where it is to have none. */
  versionOf(id: number): string | undefined {
    const one = this.objects.find('cert', String(id));
    return one && this.#versions.of(one.hash);
  }

  /** Removes what is neither wanted nor served. */
  keep(served: ReadonlySet<string>): void {
    const wanted = new Set(this.objects.ofKind('cert').map((one) => this.#folderOf(one)));
    for (const name of readdirSync(this.folder)) {
      if (!wanted.has(name) && !served.has(name))
        rmSync(path.join(this.folder, name), { recursive: true, force: true });
    }
    for (const name of this.#ends.keys()) if (!wanted.has(name)) this.#ends.delete(name);
  }

  /** When each ends; those that cannot be read are left out. */
  ends(): { id: number; ends_at: number }[] {
    const known = this.objects.ofKind('cert').map((one) => ({ id: Number(one.object_id), ends_at: this.#endOf(one) }));
    return known.filter(({ ends_at }) => ends_at > 0);
  }

  #folderOf({ object_id, hash }: Pick<Wanted, 'object_id' | 'hash'>): string {
    return `${Number(object_id)}-${this.#versions.of(hash)}`;
  }

  #endOf(one: Wanted): number {
    const name = this.#folderOf(one);
    const ends_at = this.#ends.get(name) ?? endOf(path.join(this.folder, name, 'chain.pem'));
    if (ends_at > 0) this.#ends.set(name, ends_at);
    return ends_at;
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
