import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** What is signed of a file: which release it is of, for which system, and every byte of it. */
export type Released = { version: string; name: string; size: number; sha256: string };

const statementOf = ({ version, name, size, sha256 }: Released): Buffer =>
  Buffer.from(`parapet release 1\n${version}\n${name}\n${size}\n${sha256}\n`);

/** The public half of a key, as manifests and nodes have it. */
export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');

export const signatureOf = (file: Released, key: KeyObject): string =>
  sign(null, statementOf(file), key).toString('base64');

/** Whether whoever has the private half of this key signed this very file; a key that is none signed nothing. */
export function isSigned(file: Released, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, statementOf(file), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

const VERSION = /^v(\d+)\.(\d+)\.(\d+)-(\d+)$/;

/** Whether one version comes after another; of what has no number of its build, none does. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [VERSION.exec(version), VERSION.exec(than)];
  if (!one || !other) return false;
  for (let i = 1; i <= 4; i++) {
    const difference = Number(one[i]) - Number(other[i]);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
