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

/**
 * Checks the PEM texts of a certificate: each key belongs to its chain, and a signing pair is whole and SM2 beside
 * an SM2 certificate. Throws the errors of the contract, naming the field.
 */
export function readContent({ cert, key, sign_cert, sign_key }: Pems): Content {
  const ownKey = readPrivateKey(key, 'key');
  const chain = readChain(cert, ownKey, 'cert');
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
  const signChain = readChain(sign_cert, signKey, 'sign_cert');
  requireSm2(chain, signChain);
  return { ...content, sign_cert: signChain.pem, sign_key: signKey.pem };
}

/** What the PEM texts say, for a preview; with the keys everything is checked, without them the first one leads. */
export function inspect(given: Omit<Pems, 'key'> & { key?: string }): { cert: CertFacts; sign_cert?: CertFacts } {
  const { cert, key, sign_cert, sign_key } = given;
  if (key !== undefined && (sign_cert === undefined || sign_key !== undefined)) {
    const content = readContent({ cert, key, sign_cert, sign_key });
    return factsOf(content.cert, content.sign_cert);
  }
  return factsOf(cert, sign_cert ?? '');
}

/** The same of a certificate's replacement: what is not given stays; without a key also whether the stored one fits. */
export function inspectRenewal(stored: Pems, given: Omit<Pems, 'key'> & { key?: string }) {
  if (given.key !== undefined) return inspect({ ...stored, ...given });
  return { ...factsOf(given.cert, stored.sign_cert ?? ''), fits_stored_key: fitsKey(given.cert, stored.key) };
}

/** Whether a key belongs to one of the certificates. */
function fitsKey(cert: string, key: string): boolean {
  try {
    readChain(cert, readPrivateKey(key, 'key'), 'cert');
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
