import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { AppError } from '@/lib/api/errors';
import { readPem } from './pem';
import { KEY_TYPES, type KeyType } from './vocabulary';

/** DER of the object identifier of the curve SM2; it is in the algorithm at the front of a public key. */
const SM2_CURVE = Buffer.from('06082a811ccf5501822d', 'hex');
const ALGORITHM_BYTES = 40;

const BY_NAME: Record<string, KeyType> = { rsa: 'RSA', ec: 'EC', ed25519: 'Ed25519' };

/** Kind of a key; undefined for one Parapet does not serve. Node knows no name for SM2. */
export function keyTypeOf(key: KeyObject): KeyType | undefined {
  const type = key.asymmetricKeyType;
  if (type !== undefined && type !== 'ec') return BY_NAME[type];
  const spki = (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' });
  if (spki.subarray(0, ALGORITHM_BYTES).includes(SM2_CURVE)) return 'SM2';
  return type === undefined ? undefined : BY_NAME[type];
}

/** Checking a signature takes as long as these are large; no authority issues larger ones. */
const MAX_MODULUS_BITS = 8_192;
const MAX_EXPONENT = 2n ** 33n;

/** Throws key_size, naming `field`, before anything is computed with a key that would take long. */
export function requireUsableSize(key: KeyObject, field: string): void {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength > MAX_MODULUS_BITS || publicExponent > MAX_EXPONENT) {
    throw new AppError('err.guard.cert.key_size', { field });
  }
}

export type PrivateKey = { key: KeyObject; pem: string; key_type: KeyType };

/** Reads one private key. Throws key_encrypted, key_unreadable or key_kind, naming `field`, never quoting the text. */
export function readPrivateKey(text: string, field: string): PrivateKey {
  // An old-style encrypted key carries headers, which makes it no plain PEM; its owner deserves the true reason.
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: *4,ENCRYPTED/m.test(text)) {
    throw new AppError('err.guard.cert.key_encrypted', { field });
  }
  const blocks = (readPem(text) ?? []).filter((block) => !block.label.endsWith(' PARAMETERS'));
  const [block, ...more] = blocks;
  if (!block || more.length > 0 || !block.label.endsWith('PRIVATE KEY')) throw unreadable(field);
  const key = parse(block.pem, field);
  const key_type = keyTypeOf(key);
  if (!key_type) throw new AppError('err.guard.cert.key_kind', { field, valid_values: KEY_TYPES });
  requireUsableSize(key, field);
  return { key, pem: block.pem, key_type };
}

function parse(pem: string, field: string): KeyObject {
  forgetErrors();
  try {
    const key = createPrivateKey(pem);
    // A key whose public half cannot be computed is broken in a way that only shows now.
    createPublicKey(key);
    return key;
  } catch {
    throw unreadable(field);
  }
}

/**
 * Empties the errors OpenSSL keeps: what somebody's malformed certificate left there would count against the next key
 * read, whoever's it is. Reading any certificate does it, also one that is none.
 */
function forgetErrors(): void {
  try {
    new X509Certificate('');
  } catch {}
}

const unreadable = (field: string) => new AppError('err.guard.cert.key_unreadable', { field });
