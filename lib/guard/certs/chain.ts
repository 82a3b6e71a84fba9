import { type KeyObject, sign, verify, X509Certificate } from 'node:crypto';
import { AppError } from '@/lib/api/errors';
import type { CertFacts } from './contract';
import { readPem } from './pem';
import { keyTypeOf, type PrivateKey, requireUsableSize } from './private-key';
import type { KeyType } from './vocabulary';

const MAX_CHAIN = 20;
/** A chain needs one check for each of its links; certificates that all bear one name would need hundreds. */
const MAX_CHECKS = 40;

export type Chain = { facts: CertFacts; key_type: KeyType; pem: string };

/**
 * Reads the certificates of a PEM text as one chain: the one the private key belongs to first, then each issuer in
 * turn, whatever the order they came in. Throws, naming `field`: unreadable, chain_broken; naming `pairField`: not_a_pair.
 */
export function readChain(text: string, key: PrivateKey, field: string, pairField: string): Chain {
  const given = readCertificates(text, field);
  const leaf = given.find((certificate) => belongs(certificate, key));
  if (!leaf) throw new AppError('err.guard.cert.not_a_pair', { field: pairField });
  return chainOf(leaf, given, { key_type: key.key_type, field, isIssuedBy: issuance(field) });
}

/** The certificates of a text without their key, such as a preview has them: the first that issued no other leads. */
export function previewChain(text: string, field: string): Chain {
  const given = readCertificates(text, field);
  const isIssuedBy = issuance(field);
  const isLeaf = (one: X509Certificate) => !given.some((other) => other !== one && isIssuedBy(other, one));
  const leaf = given.find(isLeaf) ?? (given[0] as X509Certificate);
  const key_type = publicKeyType(leaf);
  if (!key_type) throw unreadable(field);
  return chainOf(leaf, given, { key_type, field, isIssuedBy });
}

type Reading = { key_type: KeyType; field: string; isIssuedBy: IsIssuedBy };

function chainOf(leaf: X509Certificate, given: readonly X509Certificate[], reading: Reading): Chain {
  const { key_type, field, isIssuedBy } = reading;
  const chain = inOrder(leaf, given, isIssuedBy);
  const stranger = given.find((one) => !chain.includes(one));
  if (stranger) {
    throw new AppError('err.guard.cert.chain_broken', { field, values: { name: callNameOf(stranger) } });
  }
  const is_reordered = chain.some((one, i) => one !== given[i]);
  return { facts: { ...factsOf(leaf, chain, key_type), is_reordered }, key_type, pem: chain.map(String).join('') };
}

/** Each certificate once. */
function readCertificates(text: string, field: string): X509Certificate[] {
  const blocks = readPem(text);
  if (!blocks || blocks.length === 0 || blocks.length > MAX_CHAIN) throw unreadable(field);
  const found = new Map<string, X509Certificate>();
  for (const { label, der } of blocks) {
    if (label.endsWith('PRIVATE KEY')) throw new AppError('err.guard.cert.key_in_cert', { field });
    const certificate = label === 'CERTIFICATE' ? parse(der) : undefined;
    if (!certificate) throw unreadable(field);
    requireSize(certificate, field);
    found.set(certificate.fingerprint256, certificate);
  }
  return [...found.values()];
}

function requireSize(certificate: X509Certificate, field: string): void {
  let key: KeyObject;
  try {
    key = certificate.publicKey;
  } catch {
    // Of a key that cannot be read nothing is computed.
    return;
  }
  requireUsableSize(key, field);
}

function parse(der: Buffer): X509Certificate | undefined {
  try {
    const certificate = new X509Certificate(der);
    // OpenSSL reads past what follows the certificate, and finds a broken validity only when asked.
    const isWhole = certificate.raw.length === der.length;
    const hasTimes = [certificate.validFrom, certificate.validTo].every((time) => !Number.isNaN(Date.parse(time)));
    return isWhole && hasTimes ? certificate : undefined;
  } catch {
    return undefined;
  }
}

const DIGEST: Record<KeyType, string | null> = { RSA: 'sha256', EC: 'sha256', Ed25519: null, SM2: 'sm3' };
const PROOF = Buffer.from('the private half belongs to the public one');

/** The check compares public halves alone; only a signature shows that the private one is whole. */
function belongs(certificate: X509Certificate, { key, key_type }: PrivateKey): boolean {
  try {
    const digest = DIGEST[key_type];
    return certificate.checkPrivateKey(key) && verify(digest, PROOF, certificate.publicKey, sign(digest, PROOF, key));
  } catch {
    return false;
  }
}

function publicKeyType(certificate: X509Certificate): KeyType | undefined {
  try {
    return keyTypeOf(certificate.publicKey);
  } catch {
    return undefined;
  }
}

function inOrder(leaf: X509Certificate, given: readonly X509Certificate[], isIssuedBy: IsIssuedBy): X509Certificate[] {
  const chain = [leaf];
  for (let last = leaf; ; ) {
    const issuer = given.find((other) => !chain.includes(other) && isIssuedBy(last, other));
    if (!issuer) return chain;
    chain.push(issuer);
    last = issuer;
  }
}

type IsIssuedBy = (certificate: X509Certificate, issuer: X509Certificate) => boolean;

/** Says who issued whom, each pair computed once. Throws too_complex, naming `field`, beyond a number of signatures. */
function issuance(field: string): IsIssuedBy {
  const known = new Map<string, boolean>();
  let checks = 0;
  return (certificate, issuer) => {
    const pair = `${certificate.fingerprint256} ${issuer.fingerprint256}`;
    let isIssued = known.get(pair);
    if (isIssued === undefined) {
      isIssued = certificate.checkIssued(issuer);
      if (isIssued && ++checks > MAX_CHECKS) throw new AppError('err.guard.cert.too_complex', { field });
      isIssued &&= isSignedBy(certificate, issuer);
      known.set(pair, isIssued);
    }
    return isIssued;
  };
}

/** SM2 signatures carry an identity that Node cannot give to its check, so there the names alone decide. */
function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return publicKeyType(issuer) === 'SM2' || certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

type Said = Omit<CertFacts, 'is_reordered'>;

function factsOf(leaf: X509Certificate, chain: readonly X509Certificate[], key_type: KeyType): Said {
  const names = namesOf(leaf);
  return {
    common_name: attribute(leaf.subject, 'CN') || (names[0] ?? ''),
    issuer: issuerNameOf(leaf),
    not_before: Date.parse(leaf.validFrom),
    expired_at: Date.parse(leaf.validTo),
    names,
    key_type,
    serial_number: leaf.serialNumber,
    fingerprint: leaf.fingerprint256,
    chain: chain.map((one) => ({
      subject: callNameOf(one),
      issuer: issuerNameOf(one),
      expired_at: Date.parse(one.validTo),
    })),
  };
}

/** Subject alternative names, addresses included; the common name only where there are none (RFC 6125). */
function namesOf(certificate: X509Certificate): string[] {
  const listed = (certificate.subjectAltName ?? '').split(', ').flatMap((entry) => {
    const [, name] = /^(?:DNS|IP Address):(.+)$/.exec(entry) ?? [];
    return name === undefined || name.startsWith('"') ? [] : [name.toLowerCase()];
  });
  const common = attribute(certificate.subject, 'CN').toLowerCase();
  return listed.length > 0 || common === '' ? [...new Set(listed)] : [common];
}

/** What a person calls a certificate: the title of its subject, else its first name. */
const callNameOf = (certificate: X509Certificate) => titleOf(certificate.subject) || (namesOf(certificate)[0] ?? '');

/** The same of its issuer, whose names only a certificate has that signed itself. */
function issuerNameOf(certificate: X509Certificate): string {
  const isSelfSigned = () => certificate.checkIssued(certificate) && isSignedBy(certificate, certificate);
  return titleOf(certificate.issuer) || (isSelfSigned() ? callNameOf(certificate) : '');
}

/** A distinguished name as Node writes it, one attribute per line: undefined where it has none, whatever its types say. */
type DistinguishedName = string | undefined;

/** What a person calls it: the common name, else the organisation, else all of it. */
function titleOf(name: DistinguishedName = ''): string {
  return attribute(name, 'CN') || attribute(name, 'O') || name.replaceAll('\n', ', ');
}

/** An attribute of a distinguished name. Empty where there is none. */
function attribute(name: DistinguishedName = '', key: string): string {
  const line = name.split('\n').find((part) => part.startsWith(`${key}=`));
  return line?.slice(key.length + 1) ?? '';
}

const unreadable = (field: string) => new AppError('err.guard.cert.unreadable', { field });
