import { AppError } from '@/lib/api/errors';
import { type Chain, previewChain, readChain } from './chain';
import type { CertFacts, CertInput } from './contract';
import { readPrivateKey } from './private-key';
import { SM2, STANDARD } from './vocabulary';

export type Pems = Omit<CertInput, 'name'>;

/** What a certificate stores of the PEM texts given, everything checked; keys are as given, not sealed yet. */
export type Content = {
  facts: CertFacts;
  certificate_type: number;
  cert: string;
  sign_cert: string;
  key: string;
  sign_key: string;
};

/** Which keys a change left out, so that the stored ones are read with what it gives. */
type KeptKeys = readonly ('key' | 'sign_key')[];

/**
 * Checks the PEM texts of a certificate: each key belongs to its chain, and a signing pair is whole and SM2 beside
 * an SM2 certificate. Throws the errors of the contract, naming the field: of a pair that does not match the key, where it was given.
 */
export function readContent({ cert, key, sign_cert, sign_key }: Pems, kept: KeptKeys = []): Content {
  const ownKey = readPrivateKey(key, 'key');
  const chain = readChain(cert, ownKey, 'cert', kept.includes('key') ? 'cert' : 'key');
  const content = {
    facts: chain.facts,
    certificate_type: chain.key_type === 'SM2' ? SM2 : STANDARD,
    cert: chain.pem,
    key: ownKey.pem,
  };
  if (!sign_cert && !sign_key) return { ...content, sign_cert: '', sign_key: '' };
  if (!sign_cert || !sign_key) {
    throw new AppError('err.guard.cert.sign_incomplete', { field: sign_cert ? 'sign_key' : 'sign_cert' });
  }
  const signKey = readPrivateKey(sign_key, 'sign_key');
  const signChain = readChain(sign_cert, signKey, 'sign_cert', kept.includes('sign_key') ? 'sign_cert' : 'sign_key');
  requireSm2(chain, signChain);
  return { ...content, sign_cert: signChain.pem, sign_key: signKey.pem };
}

const keptKeys = (given: Partial<Pems>): KeptKeys =>
  (['key', 'sign_key'] as const).filter((name) => given[name] === undefined);

/** The same of a certificate's replacement: what is not given stays. */
export const readRenewal = (stored: Pems, given: Partial<Pems>): Content =>
  readContent({ ...stored, ...given }, keptKeys(given));

/** What the PEM texts say, for a preview; with the keys everything is checked, without them the first one leads. */
export function inspect(
  given: Omit<Pems, 'key'> & { key?: string },
  kept: KeptKeys = [],
): { cert: CertFacts; sign_cert?: CertFacts } {
  const { cert, key, sign_cert, sign_key } = given;
  if (key !== undefined && (sign_cert === undefined || sign_key !== undefined)) {
    const content = readContent({ cert, key, sign_cert, sign_key }, kept);
    return factsOf(content.cert, content.sign_cert);
  }
  return factsOf(cert, sign_cert ?? '');
}

/** The same of a certificate's replacement: what is not given stays; without a key also whether the stored one fits. */
export function inspectRenewal(stored: Pems, given: Omit<Pems, 'key'> & { key?: string }) {
  if (given.key !== undefined) return inspect({ ...stored, ...given }, keptKeys(given));
  return { ...factsOf(given.cert, stored.sign_cert ?? ''), fits_stored_key: fitsKey(given.cert, stored.key) };
}

/** Whether a key belongs to one of the certificates. */
function fitsKey(cert: string, key: string): boolean {
  try {
    readChain(cert, readPrivateKey(key, 'key'), 'cert', 'key');
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** What stored or checked chains say. */
export function factsOf(cert: string, sign_cert: string): { cert: CertFacts; sign_cert?: CertFacts } {
  const chain = previewChain(cert, 'cert');
  if (sign_cert === '') return { cert: chain.facts };
  const signChain = previewChain(sign_cert, 'sign_cert');
  requireSm2(chain, signChain);
  return { cert: chain.facts, sign_cert: signChain.facts };
}

function requireSm2(chain: Chain, signChain: Chain): void {
  if (signChain.key_type !== 'SM2') throw new AppError('err.guard.cert.sign_not_sm2', { field: 'sign_cert' });
  if (chain.key_type !== 'SM2') throw new AppError('err.guard.cert.sign_not_sm2', { field: 'cert' });
}
