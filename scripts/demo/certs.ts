import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const DAY_MS = 86_400_000;
const KEYS = { ec: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'], sm2: ['-algorithm', 'SM2'] };

type Wish = {
  kind: keyof typeof KEYS;
  names: readonly string[];
  /** Days from now; negative lies in the past. */
  starts: number;
  ends: number;
};

/** The smallest authority `openssl ca` accepts; it alone lets a certificate begin and end in the past. */
const config = (names: readonly string[]) => `
[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
rand_serial = yes
policy = any
x509_extensions = leaf
[any]
commonName = supplied
[leaf]
subjectAltName = ${names.map((name) => `DNS:${name}`).join(',')}
`;

/** YYYYMMDDHHMMSSZ. */
const stamp = (days: number) =>
  `${new Date(Date.now() + days * DAY_MS).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`;

/** A self-signed certificate with its key, made by openssl; undefined where there is none, or one that cannot. */
export function makeCert({ kind, names, starts, ends }: Wish): { cert: string; key: string } | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-demo-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const digest = kind === 'sm2' ? 'sm3' : 'sha256';
  try {
    writeFileSync(path.join(folder, 'ca.cnf'), config(names));
    writeFileSync(path.join(folder, 'index.txt'), '');
    openssl('genpkey', ...KEYS[kind], '-out', 'key.pem');
    openssl('req', '-new', '-key', 'key.pem', '-subj', `/CN=${names[0]}`, `-${digest}`, '-out', 'request.pem');
    const span = ['-startdate', stamp(starts), '-enddate', stamp(ends)];
    const files = ['-in', 'request.pem', '-out', 'cert.pem', '-keyfile', 'key.pem', '-config', 'ca.cnf'];
    openssl('ca', '-batch', '-selfsign', '-notext', '-md', digest, ...span, ...files);
    return { cert: read('cert.pem'), key: read('key.pem') };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
