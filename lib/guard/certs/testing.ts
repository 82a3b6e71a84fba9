import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type Pair = { cert: string; key: string };

/** Characters of text, or bytes, that are no accident anywhere; every stretch twice as long holds one such piece whole. */
const PIECE = 16;

const derOf = (pem: string) => Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');

/** Bytes as they are, and as they could be written down; binary ones are latin1 text. */
const formsOf = (bytes: Buffer) =>
  (['base64', 'base64url', 'hex', 'latin1'] as const).map((encoding) => bytes.toString(encoding));

const piecesOf = (form: string) => form.match(new RegExp(`[^]{${PIECE}}`, 'g')) ?? [];

/** Pieces of a private key in each of its forms, but those that its certificate, which everybody may see, holds too. */
export function keyPieces({ key, cert }: Pair): string[] {
  const open = derOf(cert);
  // Base64 writes the same bytes in three ways, depending on where they begin.
  const known = [0, 1, 2].flatMap((start) => formsOf(open.subarray(start))).join('\n');
  return formsOf(derOf(key))
    .flatMap(piecesOf)
    .filter((piece) => !known.includes(piece));
}

const KEYS = {
  rsa: ['genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  ec: ['genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  ed25519: ['genpkey', '-algorithm', 'ED25519'],
  sm2: ['genpkey', '-algorithm', 'SM2'],
  dsa: ['genpkey', '-algorithm', 'ED448'],
};
export type Kind = keyof typeof KEYS;

type Wish = {
  kind?: Kind;
  subject?: string;
  names?: readonly string[];
  days?: number;
  /** Who signs; the certificate itself where nobody does. */
  issuer?: Pair;
  isAuthority?: boolean;
  /** Neither its own key nor its issuer's is named in it. */
  withoutKeyIds?: boolean;
};

/** Certificates made by openssl on the spot. */
export class Openssl {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'parapet-openssl-'));
  #files = 0;

  run(...args: string[]): string {
    return execFileSync('openssl', args, { cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
  }

  key(kind: Kind = 'ec'): string {
    return this.run(...KEYS[kind]);
  }

  pair(wish: Wish = {}): Pair {
    const key = this.key(wish.kind);
    return { key, cert: this.renewed({ key }, wish) };
  }

  /** Another certificate for a key. */
  renewed({ key }: Pick<Pair, 'key'>, wish: Wish = {}): string {
    const {
      kind = 'ec',
      subject = '/CN=shop.example.com',
      names = [],
      days = 30,
      issuer,
      isAuthority,
      withoutKeyIds,
    } = wish;
    const request = ['req', '-new', '-key', this.file(key), '-subj', subject];
    if (kind === 'sm2') request.push('-sm3');
    const extensions = [
      ...(names.length > 0 ? [`subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`] : []),
      ...(withoutKeyIds ? ['subjectKeyIdentifier=none', 'authorityKeyIdentifier=none'] : []),
      `basicConstraints=critical,CA:${isAuthority ? 'TRUE' : 'FALSE'}`,
    ];
    const csr = this.file(this.run(...request));
    const signing = issuer
      ? ['-CA', this.file(issuer.cert), '-CAkey', this.file(issuer.key), '-CAcreateserial']
      : ['-signkey', this.file(key)];
    if (kind === 'sm2') signing.push('-sm3');
    const args = ['x509', '-req', '-in', csr, ...signing, '-days', String(days)];
    return this.run(...args, '-extfile', this.file(extensions.join('\n')));
  }

  file(content: string): string {
    const name = path.join(this.folder, `f${++this.#files}`);
    writeFileSync(name, content);
    return name;
  }

  read(name: string): string {
    return readFileSync(path.join(this.folder, name), 'utf8');
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
